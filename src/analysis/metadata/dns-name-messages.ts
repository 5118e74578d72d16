import type { DnsNameProblem } from '../../server/kubernetes/formats/dns.ts';

/** The errors of a name that must be a DNS name (`example.com`), as clauses that follow a colon. */
export const SUBDOMAIN_PROBLEMS: Readonly<Record<DnsNameProblem, string>> = {
  'too-long': 'it is longer than 253 characters',
  format:
    "use only lowercase letters, digits, '-' and '.', and start and end with a letter or digit",
};

/** The errors of a name that must be a single DNS label (`my-name`), as clauses that follow a colon. */
export const LABEL_PROBLEMS: Readonly<Record<DnsNameProblem, string>> = {
  'too-long': 'it is longer than 63 characters',
  format: "use only lowercase letters, digits and '-', and start and end with a letter or digit",
};

/** The errors of a DNS label that must start with a letter, as clauses that follow a colon. */
export const LETTER_FIRST_PROBLEMS: Readonly<Record<DnsNameProblem, string>> = {
  ...LABEL_PROBLEMS,
  format:
    "use only lowercase letters, digits and '-', start with a letter, and end with a letter or digit",
};
