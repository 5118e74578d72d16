import { type DnsNameProblem, dns1035LabelProblems } from '../kubernetes/formats/dns.ts';

const WORDS: Readonly<Record<DnsNameProblem, string>> = {
  'too-long': 'it is longer than 63 characters',
  format:
    'only lower-case letters, digits and - are allowed, with a letter at the start and none of - at the end',
};

/**
 * What is wrong with a name that must be a DNS label starting with a letter (RFC 1035), to follow a
 * colon in a message; undefined if it is valid.
 */
export function labelProblem(name: string): string | undefined {
  const problem = dns1035LabelProblems(name)[0];
  return problem === undefined ? undefined : WORDS[problem];
}
