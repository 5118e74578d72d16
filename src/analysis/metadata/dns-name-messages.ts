import type { DnsNameProblem } from '../../server/kubernetes/formats/dns.ts';

/** What is wrong with a name that must be a DNS name (`example.com`), as a clause that follows a colon. */
export const SUBDOMAIN_PROBLEMS: Readonly<Record<DnsNameProblem, string>> = {
  'too-long': 'it is longer than 253 characters',
  format:
    "use only lowercase letters, digits, '-' and '.', and start and end with a letter or digit",
};

/** What is wrong with a name that must be a single DNS label (`my-name`), as a clause that follows a colon. */
export const LABEL_PROBLEMS: Readonly<Record<DnsNameProblem, string>> = {
  'too-long': 'it is longer than 63 characters',
  format: "use only lowercase letters, digits and '-', and start and end with a letter or digit",
};
