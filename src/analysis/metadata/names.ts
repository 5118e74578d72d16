import { dns1123LabelProblems, dns1123SubdomainProblems } from '../../kubernetes/formats/dns.ts';
import { pathSegmentProblems } from '../../kubernetes/formats/path-segment.ts';
import type { KindName } from '../../kubernetes/kinds.ts';
import { LABEL_PROBLEMS, SUBDOMAIN_PROBLEMS } from './dns-name-messages.ts';
import { PATH_SEGMENT_PROBLEMS } from './path-segment-messages.ts';

/** The kinds whose names only have to fit into a URL; all others are named like DNS subdomains. */
const PATH_SEGMENT_KINDS: readonly KindName[] = ['PodDisruptionBudget', 'APIService'];

/** What the server has against `metadata.name` of a kind, in words; undefined for a good name. */
export function nameProblem(kind: KindName, name: string): string | undefined {
  if (PATH_SEGMENT_KINDS.includes(kind)) return segmentProblem(name);
  const [problem] = dns1123SubdomainProblems(name);
  return problem && SUBDOMAIN_PROBLEMS[problem];
}

/**
 * What the server has against `metadata.generateName` of a kind. It forgives a dash at the end, and what
 * stands before that dash too: of `demo.-` it judges `demoa`.
 */
export function namePrefixProblem(kind: KindName, prefix: string): string | undefined {
  if (kind === 'APIService') return segmentProblem(prefix);
  if (PATH_SEGMENT_KINDS.includes(kind)) return urlProblem(prefix);
  return nameProblem(kind, withMaskedDash(prefix));
}

/** What stands in the way of a text in a URL, wherever in a name it stands. */
export function urlProblem(text: string): string | undefined {
  if (text.includes('/')) return PATH_SEGMENT_PROBLEMS.slash;
  return text.includes('%') ? PATH_SEGMENT_PROBLEMS.percent : undefined;
}

/** What the server has against `metadata.namespace`, in words. */
export function namespaceProblem(namespace: string): string | undefined {
  const [problem] = dns1123LabelProblems(namespace);
  return problem && LABEL_PROBLEMS[problem];
}

/** The nearest name that the server takes, for a help text. */
export function suggestName(name: string, separators: '-' | '-.'): string {
  const foreign = separators === '-' ? /[^a-z0-9]+/g : /[^a-z0-9.]+/g;
  const words = name.toLowerCase().replace(foreign, '-').split('.');
  const trimmed = words.map((word) => word.replace(/^-+|-+$/g, '')).filter((word) => word !== '');
  return (
    trimmed
      .join('.')
      .slice(0, 63)
      .replace(/[-.]+$/, '') || 'my-name'
  );
}

function segmentProblem(name: string): string | undefined {
  const [problem] = pathSegmentProblems(name);
  return problem && PATH_SEGMENT_PROBLEMS[problem];
}

function withMaskedDash(prefix: string): string {
  if (prefix.length < 2 || !prefix.endsWith('-')) return prefix;
  // The server cuts one byte before the dash; of any other letter the rest stays, and stays wrong.
  return prefix.charCodeAt(prefix.length - 2) < 0x80
    ? `${prefix.slice(0, -2)}a`
    : `${prefix.slice(0, -1)}a`;
}
