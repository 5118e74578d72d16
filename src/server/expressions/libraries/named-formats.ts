import { type NetUrlOptions, parseRequestUri } from '../../../base/go/net-url.ts';
import {
  byteLength,
  DNS_LABEL_MAX_LENGTH,
  dns1035LabelProblems,
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  isDns1123Subdomain,
} from '../../kubernetes/formats/dns.ts';
import {
  isByteFormat,
  isFullDate,
  isFullDateTime,
  isUuid,
} from '../../kubernetes/formats/openapi-formats.ts';
import { labelValueProblems } from '../../kubernetes/formats/qualified-name.ts';

/** A format of names or values, with the server's errors for strings that do not have it. */
export interface NamedFormat {
  /** The name in the server. */
  readonly name: string;
  /** The length of the regular expression by which the server estimates costs. */
  readonly patternSize: number;
  errors(text: string): readonly string[];
}

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const LABEL_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

/** The server's error for a string that does not match a regular expression. */
function mismatch(requirement: string, pattern: string, examples: readonly string[]): string {
  const list = examples.map((example) => `'${example}', `).join(' or ');
  return `${requirement} (e.g. ${list}regex used for validation is '${pattern}')`;
}

/** @param unit `bytes` for labels since 1.36 */
function tooLong(limit: number, unit = 'characters'): string {
  return `must be no more than ${limit} ${unit}`;
}

function labelErrors(text: string): readonly string[] {
  return dns1123LabelProblems(text).map((problem) => {
    if (problem === 'too-long') return tooLong(DNS_LABEL_MAX_LENGTH);
    // The server does not check the length here.
    if (isDns1123Subdomain(text.slice(0, 1)) && new RegExp(`^${SUBDOMAIN}$`).test(text)) {
      return 'must not contain dots';
    }
    return mismatch(
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
      LABEL,
      ['my-name', '123-abc'],
    );
  });
}

function subdomainErrors(text: string): readonly string[] {
  return dns1123SubdomainProblems(text).map((problem) =>
    problem === 'too-long'
      ? tooLong(253)
      : mismatch(
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
          SUBDOMAIN,
          ['example.com'],
        ),
  );
}

function label1035Errors(text: string): readonly string[] {
  return dns1035LabelProblems(text).map((problem) =>
    problem === 'too-long'
      ? tooLong(DNS_LABEL_MAX_LENGTH)
      : mismatch(
          "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
          LABEL_1035,
          ['my-name', 'abc-123'],
        ),
  );
}

function qualifiedNameErrors(
  text: string,
  { qualifiedNameSubject: subject, lengthUnit: unit }: NamedFormatOptions,
): readonly string[] {
  const parts = text.split('/');
  const name = parts.at(-1) ?? '';
  const requirement = mismatch(
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
    QUALIFIED,
    ['MyName', 'my.name', '123-abc'],
  );
  if (parts.length > 2) {
    const hint = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
    return [`${subject} ${requirement} ${hint}`];
  }
  const errors: string[] = [];
  const [prefix = ''] = parts;
  if (parts.length === 2) {
    const problems = prefix === '' ? ['must be non-empty'] : subdomainErrors(prefix);
    errors.push(...problems.map((problem) => `prefix part ${problem}`));
  }
  if (name === '') errors.push('name part must be non-empty');
  else if (byteLength(name) > DNS_LABEL_MAX_LENGTH) {
    errors.push(`name part ${tooLong(DNS_LABEL_MAX_LENGTH, unit)}`);
  }
  if (!new RegExp(`^${QUALIFIED}$`).test(name)) errors.push(`name part ${requirement}`);
  return errors;
}

function labelValueErrors(text: string, { lengthUnit }: NamedFormatOptions): readonly string[] {
  return labelValueProblems(text).map((problem) =>
    problem === 'too-long'
      ? tooLong(DNS_LABEL_MAX_LENGTH, lengthUnit)
      : mismatch(
          "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
          `(${QUALIFIED})?`,
          ['MyValue', 'my_value', '12345'],
        ),
  );
}

/**
 * The name that is validated for a prefix to which something is appended: a dash at the end is replaced, with the
 * character before it.
 */
function asPrefix(text: string): string {
  if (byteLength(text) < 2 || !text.endsWith('-')) return text;
  // The remaining half of a surrogate pair makes no difference, because no name can contain it.
  const [last = ''] = [...text.slice(0, -1)].slice(-1);
  return `${byteLength(last) > 1 ? text.slice(0, -1) : text.slice(0, -2)}a`;
}

export interface NamedFormatOptions extends NetUrlOptions {
  /** The subject of the error for a string with several slashes. */
  readonly qualifiedNameSubject: string;
  /** The unit of lengths in errors about label keys and values. */
  readonly lengthUnit: 'characters' | 'bytes';
}

/**
 * The formats by their names in expressions.
 *
 * Source: `ConstantFormats` in `pkg/cel/library/format.go` of the API server, and `pkg/api/validate/content` of
 * k8s.io/apimachinery.
 */
export function namedFormats(options: NamedFormatOptions): ReadonlyMap<string, NamedFormat> {
  const one = (isOne: (text: string) => boolean, error: string) => (text: string) =>
    isOne(text) ? [] : [error];
  const formats: readonly (readonly [string, string, number, NamedFormat['errors']])[] = [
    ['dns1123Label', 'DNS1123Label', 30, labelErrors],
    ['dns1123Subdomain', 'DNS1123Subdomain', 60, subdomainErrors],
    ['dns1035Label', 'DNS1035Label', 30, label1035Errors],
    ['qualifiedName', 'QualifiedName', 60, (text) => qualifiedNameErrors(text, options)],
    ['dns1123LabelPrefix', 'DNS1123LabelPrefix', 30, (text) => labelErrors(asPrefix(text))],
    [
      'dns1123SubdomainPrefix',
      'DNS1123SubdomainPrefix',
      60,
      (text) => subdomainErrors(asPrefix(text)),
    ],
    ['dns1035LabelPrefix', 'DNS1035LabelPrefix', 30, (text) => label1035Errors(asPrefix(text))],
    ['labelValue', 'LabelValue', 40, (text) => labelValueErrors(text, options)],
    [
      'uri',
      'URI',
      1103,
      (text) => {
        const parsed = parseRequestUri(text, options);
        return parsed.ok ? [] : [parsed.error];
      },
    ],
    ['uuid', 'uuid', 70, one(isUuid, 'does not match the UUID format')],
    ['byte', 'byte', 84, one(isByteFormat, 'invalid base64')],
    ['date', 'date', 71, one(isFullDate, 'invalid date')],
    ['datetime', 'datetime', 71, one(isFullDateTime, 'invalid datetime')],
  ];
  return new Map(
    formats.map(([id, name, patternSize, errors]) => [id, { name, patternSize, errors }]),
  );
}
