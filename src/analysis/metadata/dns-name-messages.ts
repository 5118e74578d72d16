import type { DnsNameProblem } from '../../kubernetes/formats/dns.ts';

/** What is wrong with a name that must be a DNS name (`example.com`), in words that follow a colon. */
export const SUBDOMAIN_PROBLEMS: Readonly<Record<DnsNameProblem, string>> = {
  'too-long': 'it is longer than 253 characters',
  format:
    'only lower-case letters, digits, - and . are allowed, with a letter or digit at both ends',
};

/** What is wrong with a name that must be a single DNS label (`my-name`), in words that follow a colon. */
export const LABEL_PROBLEMS: Readonly<Record<DnsNameProblem, string>> = {
  'too-long': 'it is longer than 63 characters',
  format: 'only lower-case letters, digits and - are allowed, with a letter or digit at both ends',
};
