import { words } from '../words.ts';

// Values that people, generators and typing errors put into the fields of admission configurations.

/** A scalar that is written into the manifest unchanged, for ways of writing a number. */
export class Literal {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Ends a key that is printed without it, so that a mapping can have a key twice. */
export const TWICE = '@twice@';

export type Value =
  | null
  | boolean
  | number
  | string
  | Literal
  | readonly Value[]
  | { readonly [key: string]: Value };

const HOST = 'hook.example.com';

export const URLS: readonly string[] = [
  ...words(`
    https://10.0.0.1:9443 https://[::1]:9443/x https://[fe80::1%25eth0]/x https://[fe80::1%eth0]/x
    https://[::1/x https://::1/x /validate ? # : https: https:/ https:// https:///x https://:443/x
    https://%41/x https://%zz/x https://hö.example/x https://<host>/x https://a_b.example/x
    https://a"b/x mailto:ops@example.com
  `),
  `https://${HOST}`,
  `https://${HOST}/`,
  `https://${HOST}:8443/validate/pods`,
  `https://${HOST}/a//b/../c`,
  `https://${HOST}/%41%2F`,
  `https://${HOST}/a b`,
  `https://${HOST}/pfad/ä`,
  `HTTPS://${HOST}`,
  `http://${HOST}`,
  `ftp://${HOST}`,
  `${HOST}/validate`,
  `${HOST}:443`,
  `//${HOST}/x`,
  '',
  ' ',
  `https:${HOST}`,
  `https:/${HOST}`,
  `https://${HOST}:`,
  `https://${HOST}:port`,
  `https://${HOST}:99999`,
  `https://${HOST}:-1`,
  `https://user@${HOST}`,
  `https://user:secret@${HOST}/x`,
  `https://@${HOST}`,
  `https://:@${HOST}`,
  `https://us er@${HOST}`,
  `https://${HOST}?`,
  `https://${HOST}?timeout=10s`,
  `https://${HOST}/x?a=%zz`,
  `https://${HOST}#`,
  `https://${HOST}/x#top`,
  `https://${HOST}/x#%zz`,
  `https://${HOST}/x?a=b#c`,
  `http://user@${HOST}/x?a=b#c`,
  `https://${HOST}/%zz`,
  `https://${HOST}/%`,
  'https://ho st/x',
  'https://a\\b/x',
  ` https://${HOST}`,
  `https://${HOST} `,
  `https://${HOST}\n`,
  `https://${HOST}/\u0001`,
  `https://${HOST}/\u007f`,
  `1https://${HOST}`,
  `ht+tp.s-://${HOST}`,
  `ht_tps://${HOST}`,
  '{{ .Values.url }}',
];

/** Characters with a meaning in a URL, or with no meaning anywhere. */
export const URL_CHARACTERS: readonly string[] = [...':/?#[]@%! &"<>\\^`{|}~+0aZä\u0000\t'];

export const SERVICE_NAMES: readonly Value[] = [
  'hooks',
  'Hooks',
  'hooks_1',
  'hooks.shop.svc',
  ' ',
  '',
  null,
  'ä',
  'a'.repeat(64),
];

export const PORTS: readonly Value[] = [
  443,
  0,
  1,
  -1,
  65535,
  65536,
  2147483647,
  null,
  new Literal('2147483648'),
  new Literal('443.0'),
  new Literal('4.43e2'),
  new Literal('0x1BB'),
  new Literal('0443'),
  'https',
  '443',
];

export const SERVICE_PATHS: readonly Value[] = [
  ...words(`
    /validate /validate/pods /validate/ / // /// /a//b //a validate validate/pods v/ /Validate /a_b
    /-a /a- /a.b.c /.. /a/../b /ä /a?b=c /%61 /A//_
  `),
  '',
  ' ',
  null,
  '/a b',
  `/${'a'.repeat(63)}`,
  `/${'a'.repeat(64)}`,
  `/${'a'.repeat(253)}`,
  `/${'a'.repeat(254)}`,
];

export const TIMEOUTS: readonly Value[] = [
  0,
  1,
  2,
  10,
  29,
  30,
  31,
  60,
  -1,
  -2147483648,
  2147483647,
  null,
  new Literal('2147483648'),
  new Literal('-2147483649'),
  new Literal('9223372036854775808'),
  new Literal('10.0'),
  new Literal('10.5'),
  new Literal('1e1'),
  new Literal('1E+1'),
  new Literal('3.1e1'),
  new Literal('0x1E'),
  new Literal('0x1F'),
  new Literal('036'),
  new Literal('0o36'),
  new Literal('0b11110'),
  new Literal('1_0'),
  new Literal('+10'),
  new Literal('-0'),
  new Literal('.5'),
  new Literal('.inf'),
  new Literal('~'),
  new Literal('yes'),
  '10',
  '10s',
  '',
  true,
];

export const OPERATIONS: readonly Value[] = [
  ...words('CREATE UPDATE DELETE CONNECT * create Update PATCH ALL **'),
  ' CREATE',
  '',
];

export const API_GROUPS: readonly Value[] = [
  '',
  'apps',
  'batch',
  '*',
  '*.example.com',
  'Apps',
  ' ',
];

export const API_VERSIONS: readonly Value[] = ['v1', 'v1beta1', '*', 'V1', '', '1', 'v*'];

export const RESOURCES: readonly Value[] = [
  ...words(`
    pods pods/log pods/status pods/* deployments deployments/scale deployments/* * */scale */status
    */* / pods/ /scale pods/log/x Pods
  `),
  '',
];

export const SCOPES: readonly Value[] = [
  ...words('Namespaced Cluster * namespaced cluster All'),
  '',
  ' *',
  null,
];

export const VALIDATION_ACTIONS: readonly Value[] = [
  ...words('Deny Warn Audit deny DENY Reject Ignore'),
  '',
  ' Warn',
];

export const CONDITION_NAMES: readonly Value[] = [
  ...words(`
    exclude-leases exclude_leases Exclude.Leases example.com/exclude a 1 -a a- .a a. ä a/b/c /a a/ /
    Example.com/a example..com/a example_com/a -example.com/a
  `),
  'a b',
  ' a',
  '',
  null,
  'a'.repeat(63),
  'a'.repeat(64),
  'ä'.repeat(32),
  `${'a'.repeat(253)}/b`,
  `${'a'.repeat(254)}/b`,
  `${'a'.repeat(63)}.${'b'.repeat(64)}/c`,
  '{{ name }}',
  'no\nbreak',
];

/** Values of another type than the list or object that a field takes. */
export const WRONG_TYPES: readonly Value[] = ['*', true, 1, {}, [[]]];
