import { toLower } from '../../base/go/lower-case.ts';
import type { Field } from '../../rule/field.ts';
import { byteLength } from '../../server/kubernetes/formats/dns.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import type { Device } from '../../server/kubernetes/types.generated.ts';
import {
  type Place,
  reportInvalid,
  reportTooLong,
  requireText,
  requireUnique,
  type ValueReport,
} from '../fields/value-checks.ts';
import { subdomainProblem } from '../metadata/names.ts';

const LONGEST_POOL = 253;
const LONGEST_DOMAIN = 63;
const LONGEST_ID = 32;
const LONGEST_NAME = LONGEST_DOMAIN + 1 + LONGEST_ID;

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Reports the name of a pool that is empty, absent or not valid. */
export function requirePoolName(
  report: ValueReport<'required' | 'invalid' | 'tooLong'>,
  field: Field<string | undefined>,
): void {
  const isGiven = requireText(report, field, 'the name of the pool, such as the name of the node');
  if (isGiven) checkPoolName(report, field);
}

/** Reports the errors of the name of a pool: DNS names with slashes between them, of at most 253 bytes together. */
export function checkPoolName(
  report: ValueReport<'invalid' | 'tooLong'>,
  field: Field<string | undefined>,
): void {
  const { value = '' } = field;
  if (byteLength(value) > LONGEST_POOL) {
    reportTooLong(report, field, `at most ${LONGEST_POOL} bytes are allowed`);
  }
  const problem = value.split('/').map(subdomainProblem).find(Boolean);
  if (problem !== undefined) reportInvalid(report, field, problem);
}

/**
 * Reports the errors of the name of an attribute or a capacity: an identifier, with or without a domain before it.
 *
 * Source: `validateQualifiedName` in `pkg/apis/resource/validation/validation.go` of Kubernetes, which accepts any name
 * with several slashes.
 *
 * @param field the field that has the name, or the value of which it is the key
 */
export function checkAttributeName(
  report: ValueReport<'invalid' | 'tooLong'>,
  field: Field,
  name: string,
  minor: Minor,
  place: Place = {},
): void {
  const parts = name.split('/');
  const [id = '', domain] = parts.reverse();
  if (parts.length > 2) return;
  const emptyPlace: Place = serverHas('empty-parts-of-device-names-invalid', minor)
    ? place
    : { ...place, cause: 'FieldValueRequired' };
  if (domain === '')
    reportInvalid(report, field, `'${name}' has no domain before the slash`, emptyPlace);
  else if (domain !== undefined) {
    if (byteLength(domain) > LONGEST_DOMAIN) {
      const limit = `the domain of '${name}' can have at most ${LONGEST_DOMAIN} bytes`;
      reportTooLong(report, field, limit, place);
    }
    const problem = subdomainProblem(toLower(domain));
    if (problem !== undefined) {
      reportInvalid(report, field, `the domain of '${name}' is not valid: ${problem}`, place);
    }
  }
  if (byteLength(id) > LONGEST_ID) {
    const limit = `the identifier of '${name}' can have at most ${LONGEST_ID} bytes`;
    reportTooLong(report, field, limit, place);
  }
  if (id === '') reportInvalid(report, field, `'${name}' has no identifier`, emptyPlace);
  else if (!IDENTIFIER.test(id)) {
    const form = "an identifier has letters, digits and '_', and does not start with a digit";
    const problem = `'${name}' is not a valid name of an attribute: ${form}`;
    const isInvalid = serverHas('device-identifiers-invalid', minor);
    const cause: Place = isInvalid ? {} : { cause: 'FieldValueTypeInvalid' };
    reportInvalid(report, field, problem, { ...place, ...cause });
  }
}

/**
 * The attributes or capacities of a device with their names. In paths, the server leaves out the middle of a name that
 * is too long.
 *
 * Source: `truncateIfTooLong` in `pkg/apis/resource/validation/validation.go` of Kubernetes.
 */
export function namedValues<Names extends Device['attributes'] | Device['capacity']>(
  names: Field<Names>,
): ReturnType<Field<Names>['entries']> {
  return names.entries().map(({ key, field }) => ({
    key,
    field: key.length > LONGEST_NAME ? field.withPath(`${names.path}[${shortName(key)}]`) : field,
  }));
}

function shortName(name: string): string {
  const kept = LONGEST_NAME - '...'.length;
  return `${name.slice(0, Math.ceil(kept / 2))}...${name.slice(-Math.floor(kept / 2))}`;
}

/** The path of an error of a name that is a key of the attributes or capacities of a device. */
export function nameKeyPath(names: Field, value: Field, minor: Minor): string {
  return serverHas('device-names-without-key', minor) ? names.path : value.path;
}

/** Reports the errors of the name of an attribute that must have a domain. An absent name is not checked. */
export function checkFullAttributeName(
  report: ValueReport<'invalid' | 'tooLong'>,
  field: Field<string | undefined>,
  minor: Minor,
): void {
  const { value } = field;
  if (value === undefined) return;
  checkAttributeName(report, field, value, minor);
  const domain = value.slice(0, Math.max(0, value.indexOf('/')));
  if (domain !== toLower(domain) && serverHas('lowercase-domains-of-attributes', minor)) {
    reportInvalid(report, field, `write the domain in lowercase: ${toLower(domain)}`);
  }
  // An empty name was only reported as missing before.
  const isReported = value !== '' || serverHas('empty-parts-of-device-names-invalid', minor);
  if (!value.includes('/') && isReported) {
    reportInvalid(report, field, 'write a domain and a slash before it, as in example.com/model');
  }
}

/** Reports each item of a list whose name an earlier one has. */
export function requireUniqueNames(
  report: ValueReport<'duplicate'>,
  named: readonly Field<{ readonly name?: string }>[],
  minor: Minor,
): void {
  const rule = 'each name can occur once';
  if (serverHas('repeated-requests-by-item', minor)) {
    requireUnique(report, named, ({ value }) => value?.name ?? '', rule);
  } else {
    const names = named.map((item) => item.get('name'));
    requireUnique(report, names, ({ value }) => value ?? '', rule);
  }
}
