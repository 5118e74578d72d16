import {
  constantCost,
  type Implementations,
  implement,
} from '../../cel/evaluate/implementations.ts';
import { ArrayList, EntryMap } from '../../cel/values/collections.ts';
import { costSize, traversal } from '../../cel/values/size.ts';
import { ErrorValue, OpaqueValue, TypeValue } from '../../cel/values/value.ts';
import {
  escapedPathOf,
  formatNetUrl,
  hostnameOf,
  type NetUrl,
  type NetUrlOptions,
  parseNetUrl,
  parseRequestUri,
  portOf,
  queryOf,
} from '../../go/net-url.ts';
import { fromByteText } from '../../go/quote.ts';

const URL_TYPE = new TypeValue('kubernetes.URL');

export class UrlValue extends OpaqueValue {
  readonly type = URL_TYPE;
  readonly url: NetUrl;

  constructor(url: NetUrl) {
    super();
    this.url = url;
  }

  override toString(): string {
    return fromByteText(formatNetUrl(this.url));
  }
}

/** Reads a URL as `url("...")` does: one with a scheme, or a path from the root. */
export function readUrl(text: string, options: NetUrlOptions): UrlValue | ErrorValue {
  const words = 'URL parse error during conversion from string';
  const request = parseRequestUri(text, options);
  const parsed = request.ok ? parseNetUrl(text, options) : request;
  return parsed.ok ? new UrlValue(parsed.url) : new ErrorValue(`${words}: ${parsed.error}`);
}

const nominal = constantCost(1);

/** Source: `library/urls.go`, and `CallCost` in `library/cost.go`, in `pkg/cel` of the API server. */
export function urlImplementations(options: NetUrlOptions): Implementations {
  return {
    string_to_url: implement(
      ['string'],
      (text) => readUrl(text, options),
      ([text = null]) => traversal(costSize(text)),
    ),
    is_url_string: implement(['string'], (text) => parseRequestUri(text, options).ok, nominal),
    url_get_scheme: implement([UrlValue], ({ url }) => url.scheme, nominal),
    url_get_host: implement([UrlValue], ({ url }) => fromByteText(url.host), nominal),
    url_get_hostname: implement([UrlValue], ({ url }) => fromByteText(hostnameOf(url)), nominal),
    url_get_port: implement([UrlValue], ({ url }) => portOf(url), nominal),
    url_get_escaped_path: implement([UrlValue], ({ url }) => escapedPathOf(url), nominal),
    url_get_query: implement([UrlValue], ({ url }) => queryMap(url), nominal),
  };
}

function queryMap(url: NetUrl): EntryMap {
  const parameters = new EntryMap();
  for (const [name, values] of queryOf(url)) {
    parameters.set(fromByteText(name), new ArrayList(values.map(fromByteText)));
  }
  return parameters;
}
