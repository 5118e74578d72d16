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
} from '../../../base/go/net-url.ts';
import { fromByteText } from '../../../base/go/quote.ts';
import {
  argSize,
  estimateArgTraversal,
  type FunctionEstimator,
  traversalCost,
} from '../../../cel/cost/function-cost.ts';
import { fixedSize } from '../../../cel/cost/size.ts';
import { trackFirst } from '../../../cel/cost/trackers.ts';
import { implement } from '../../../cel/library/implement.ts';
import type { Library, OverloadDefinition } from '../../../cel/library/library.ts';
import { EntryMap, StringList } from '../../../cel/values/collections.ts';
import { ErrorValue, OpaqueValue, type Result, TypeValue } from '../../../cel/values/value.ts';

const URL_TYPE = new TypeValue('kubernetes.URL');

class UrlValue extends OpaqueValue {
  readonly type = URL_TYPE;
  override readonly goType = 'cel.URL';
  readonly url: NetUrl;

  constructor(url: NetUrl) {
    super();
    this.url = url;
  }

  override toString(): string {
    return fromByteText(formatNetUrl(this.url));
  }
}

interface UrlOptions extends NetUrlOptions {
  /** True if the size of a parsed URL is estimated, as in Kubernetes 1.32 and later. */
  readonly estimatesSize: boolean;
}

/** URLs. Source: `library/urls.go`, and for the costs `library/cost.go`, in `pkg/cel` of the API server. */
export function urlLibrary(options: UrlOptions): Library {
  return {
    name: 'kubernetes.urls',
    types: [
      {
        name: URL_TYPE.name,
        equalityCost: ({ computed }) => traversalCost(computed ?? fixedSize(1n)),
      },
    ],
    functions: {
      getEscapedPath: { url_get_escaped_path: getter('string', escapedPathOf) },
      getHost: { url_get_host: getter('string', ({ host }) => fromByteText(host)) },
      getHostname: { url_get_hostname: getter('string', (url) => fromByteText(hostnameOf(url))) },
      getPort: { url_get_port: getter('string', portOf) },
      getQuery: { url_get_query: getter('map(string, list(string))', queryMap) },
      getScheme: { url_get_scheme: getter('string', ({ scheme }) => scheme) },
      isURL: {
        is_url_string: {
          signature: '(string) -> bool',
          binding: implement(['string'], (value) => parseRequestUri(value, options).ok),
        },
      },
      url: {
        string_to_url: {
          signature: '(string) -> kubernetes.URL',
          binding: implement(['string'], (value) => parseUrl(value, options)),
          cost: {
            definedBy: 'api-server',
            estimate: options.estimatesSize ? estimateWithSize : estimateArgTraversal,
            track: trackFirst,
          },
          parseLiteral: (literal) => parseUrl(literal, options),
        },
      },
    },
  };
}

function getter(result: string, call: (url: NetUrl) => Result): OverloadDefinition {
  return {
    signature: `kubernetes.URL.() -> ${result}`,
    binding: implement([UrlValue], ({ url }) => call(url)),
  };
}

const estimateWithSize: FunctionEstimator = (call) => {
  const size = argSize(call, 0);
  return { cost: traversalCost(size), size };
};

/** `url("...")`: an absolute URL, or an absolute path. */
function parseUrl(value: string, options: NetUrlOptions): UrlValue | ErrorValue {
  const request = parseRequestUri(value, options);
  const parsed = request.ok ? parseNetUrl(value, options) : request;
  return parsed.ok
    ? new UrlValue(parsed.url)
    : new ErrorValue(`URL parse error during conversion from string: ${parsed.error}`);
}

function queryMap(url: NetUrl): EntryMap {
  const parameters = new EntryMap();
  for (const [name, values] of queryOf(url)) {
    parameters.set(fromByteText(name), new StringList(values.map(fromByteText)));
  }
  return parameters;
}
