import { findString } from '../../../base/go/pattern-strings.ts';
import type { StructuralSchema } from '../../crd/structural.ts';

/** Strings of each format, by its name without dashes. */
const OF_FORMATS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<readonly string[]>({
    bsonobjectid: ['507f1f77bcf86cd799439011', '507f191e810c19729de860ea'],
    uri: ['https://example.com/path', '/path'],
    email: ['user@example.com', 'other@example.com'],
    hostname: ['example.com', 'www.example.com'],
    ipv4: ['192.0.2.1', '192.0.2.2'],
    ipv6: ['2001:db8::1', '2001:db8::2'],
    cidr: ['192.0.2.0/24', '2001:db8::/32'],
    mac: ['00:00:5e:00:53:01', '00:00:5e:00:53:02'],
    uuid: ['123e4567-e89b-42d3-a456-426614174000', '123e4567-e89b-42d3-a456-426614174001'],
    uuid3: ['123e4567-e89b-32d3-a456-426614174000'],
    uuid4: ['123e4567-e89b-42d3-a456-426614174000', '123e4567-e89b-42d3-a456-426614174001'],
    uuid5: ['123e4567-e89b-52d3-a456-426614174000'],
    isbn: ['9783161484100', '0306406152'],
    isbn10: ['0306406152'],
    isbn13: ['9783161484100'],
    creditcard: ['4111111111111111'],
    ssn: ['078-05-1120'],
    hexcolor: ['#ff8800', '#000'],
    rgbcolor: ['rgb(255,136,0)'],
    byte: ['ZXhhbXBsZQ==', 'YQ=='],
    password: ['secret', 'password'],
    date: ['2026-01-31', '2026-02-01'],
    datetime: ['2026-01-31T12:00:00Z', '2026-02-01T12:00:00Z'],
    duration: ['10s', '5m'],
    k8sshortname: ['example', 'other'],
    k8slongname: ['example.com', 'other'],
  }),
);

/** Strings of many forms that APIs use, the simplest first. */
const OF_ANY_FORM: readonly string[] = [
  'example',
  'a',
  'b',
  'A',
  '0',
  '1',
  '',
  '10s',
  '1Gi',
  '100m',
  '50%',
  'v1',
  'v1.0.0',
  '1.0',
  'Example',
  'true',
  '/path',
  'example.com',
  'example.com/name',
  'https://example.com/path',
  'example.com/image:1.0',
  '192.0.2.1',
  '192.0.2.0/24',
  '2026-01-31T12:00:00Z',
  '123e4567-e89b-42d3-a456-426614174000',
  'user@example.com',
  'ZXhhbXBsZQ==',
  '* * * * *',
  '*',
  '-----BEGIN CERTIFICATE-----',
  '!?# ',
];

/** Bounds on the length of a string, in code points. */
interface LengthBounds {
  readonly minLength: number;
  readonly maxLength: number;
}

/** The largest length of a string in an example, unless its schema requires a longer one. */
const LONGEST_SEARCHED = 2000;

/** The largest length of a string in an example. The server refuses requests with more bytes. */
const LONGEST = 3 * 1024 * 1024;

/** The bounds of several schemas together. */
export function lengthBounds(schemas: readonly StructuralSchema[]): LengthBounds {
  return {
    minLength: Math.max(0, ...schemas.map(({ minLength = 0 }) => Number(minLength))),
    maxLength: Math.min(
      ...schemas.map(({ maxLength = Number.POSITIVE_INFINITY }) => Number(maxLength)),
    ),
  };
}

/** The patterns of several schemas. */
export function patternsOf(schemas: readonly StructuralSchema[]): readonly string[] {
  return [...new Set(schemas.flatMap(({ pattern = '' }) => (pattern === '' ? [] : [pattern])))];
}

/**
 * Strings that probably satisfy some schemas together, the simplest first.
 *
 * @param bounds the bounds of the lengths. By default, they are the bounds of the schemas.
 */
export function* exampleStrings(
  schemas: readonly StructuralSchema[],
  bounds: LengthBounds = lengthBounds(schemas),
): Iterable<string> {
  const isOfLength = (text: string) => {
    const { length } = [...text];
    return length >= bounds.minLength && length <= bounds.maxLength;
  };
  for (const { format = '' } of schemas) {
    yield* (OF_FORMATS.get(format.replaceAll('-', '')) ?? []).filter(isOfLength);
  }
  const matches = patternsOf(schemas);
  if (matches.length === 0) {
    yield* OF_ANY_FORM.filter(isOfLength);
    if (bounds.minLength <= Math.min(bounds.maxLength, LONGEST) && bounds.minLength > 0) {
      yield 'x'.repeat(bounds.minLength);
    }
    return;
  }
  const search = { matches, avoids: [] };
  // A name reads better than its first letter.
  yield* OF_ANY_FORM.filter(isOfLength).slice(0, 1);
  if (bounds.minLength <= LONGEST_SEARCHED) {
    const found = findString({ ...search, ...bounds });
    if (found.kind === 'found') yield found.text;
  }
  yield* OF_ANY_FORM.filter(isOfLength).slice(1);
}
