import { type DnsNameProblem, dns1035LabelProblems } from '../kubernetes/formats/dns.ts';

const PROBLEMS: Readonly<Record<DnsNameProblem, string>> = {
  'too-long': 'it is longer than 63 characters',
  format:
    'it must consist of lower-case letters, digits and -, start with a letter and end with a letter or digit',
};

/**
 * What is wrong with a name that must be a DNS label starting with a letter (RFC 1035), to follow a
 * colon in a message; undefined if it is valid.
 */
export function labelProblem(name: string): string | undefined {
  const problem = dns1035LabelProblems(name)[0];
  return problem === undefined ? undefined : PROBLEMS[problem];
}
