import { cut } from '../../../base/go/cut.ts';

const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9A-Fa-f]{32,}$/;
const DOMAIN_LABEL = /^[A-Za-z0-9-]+$/;
const PATH_COMPONENT = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;

/** The digits of the algorithms that the server knows. */
const DIGEST_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
]);
const LONGEST_NAME = 255;

/**
 * The tag of an image: `latest` if it has neither a tag nor a digest, and the empty string if it has only a digest or
 * cannot be parsed.
 *
 * Source: `ParseImageName` in `pkg/util/parsers/parsers.go` of Kubernetes, and the package `reference` of distribution.
 */
export function imageTag(image: string): string {
  if (/^[a-f0-9]{64}$/.test(image)) return '';
  const full = withDomain(image);
  const [domain, name = ''] = cut(full, '/');
  const [remote] = cut(name, ':');
  if (remote.toLowerCase() !== remote) return '';
  // A first part that is not a domain can be a part of the path.
  const rest = isDomainAndPort(domain) ? name : full;
  const [path = ''] = /^[^:@]*/.exec(rest) ?? [];
  if (!path.split('/').every((component) => PATH_COMPONENT.test(component))) return '';
  if (path.length > LONGEST_NAME) return '';
  const [tagPart = '', ...digests] = rest.slice(path.length).split('@');
  const tag = tagPart.slice(1);
  if (tagPart !== '' && !TAG.test(tag)) return '';
  const [digest, more] = digests;
  if (more !== undefined || (digest !== undefined && !isDigest(digest))) return '';
  return tag === '' && digest === undefined ? 'latest' : tag;
}

/** An image with the domain that `docker.io` is the default of. */
function withDomain(image: string): string {
  const [first, rest] = cut(image, '/');
  if (rest === undefined) return `docker.io/library/${image}`;
  if (first === 'docker.io' || first === 'index.docker.io') {
    return `docker.io/${rest.includes('/') ? rest : `library/${rest}`}`;
  }
  const isDomain = /[.:]/.test(first) || first === 'localhost' || first.toLowerCase() !== first;
  return isDomain ? image : `docker.io/${image}`;
}

function isDomainAndPort(text: string): boolean {
  const address = /^\[[A-Fa-f0-9:]+\](?::[0-9]+)?$/;
  if (address.test(text)) return true;
  const [host = '', port, more] = text.split(':');
  if (more !== undefined || (port !== undefined && !/^[0-9]+$/.test(port))) return false;
  return host
    .split('.')
    .every((label) => DOMAIN_LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-'));
}

function isDigest(digest: string): boolean {
  if (!DIGEST.test(digest)) return false;
  const [algorithm, encoded = ''] = cut(digest, ':');
  return encoded.length === DIGEST_LENGTHS.get(algorithm) && /^[0-9a-f]+$/.test(encoded);
}
