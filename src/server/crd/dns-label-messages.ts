import { toLower } from '../../base/go/lower-case.ts';
import { dns1035LabelProblems } from '../kubernetes/formats/dns.ts';

/**
 * Describes the error in a name that must be a DNS label starting with a letter (RFC 1035). The text follows a colon in
 * a message. Returns undefined if the name is valid.
 */
export function labelProblem(name: string): string | undefined {
  return problemOf(name, 'lowercase letters');
}

/**
 * Describes the error in a kind, which in lowercase must be a DNS label starting with a letter. Returns undefined if
 * the kind is valid.
 */
export function kindProblem(kind: string): string | undefined {
  return problemOf(toLower(kind), 'letters');
}

function problemOf(label: string, letters: string): string | undefined {
  const problem = dns1035LabelProblems(label)[0];
  if (problem === undefined) return undefined;
  return problem === 'too-long'
    ? 'it is longer than 63 characters'
    : `it must consist of ${letters}, digits and '-', start with a letter and end with a letter or digit`;
}
