import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import {
  type Document,
  isMapping,
  offsetInText,
  type Path,
  type Value,
} from '../../src/yaml/index.ts';
import { resolvePlain } from '../../src/yaml/resolve.ts';
import { documentOf } from './read-one.ts';

const RUNS = { numRuns: 300, seed: 20_240_607 };

/**
 * Texts of characters that YAML can contain unchanged, and characters that it must quote. In block scalars, lines of
 * blanks have another meaning in YAML 1.2, which the writer follows.
 */
const texts = fc
  .string({
    unit: fc.constantFrom(...'abc xyzéß😀\u3042 :#-?,[]{}&*!|>\'"%@`\\/\n=<~0129._'),
    maxLength: 40,
  })
  .filter((text) => !/^[ \n]|\n +(?:\n|$)| $/.test(text));
const keys = texts.filter((text) => text.trim() === text && text !== '' && text !== '<<');

/** Values that come back as they were written. */
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

const TYPES = ['QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'] as const;
const options = fc.record({
  defaultStringType: fc.constantFrom(...TYPES),
  defaultKeyType: fc.constantFrom('QUOTE_DOUBLE', 'QUOTE_SINGLE'),
  indent: fc.integer({ min: 2, max: 5 }),
  indentSeq: fc.boolean(),
  lineWidth: fc.constantFrom(0, 30, 80),
  collectionStyle: fc.constantFrom('any', 'block', 'flow'),
  aliasDuplicateObjects: fc.constant(false),
} as const);

/** Values as plain objects, with the numbers as Go has them. */
function plain(value: Value): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isMapping(value)) return typeof value === 'bigint' ? Number(value) : value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

/** The path of every value. */
function* paths(value: Value, path: Path = []): Generator<[Path, Value]> {
  yield [path, value];
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* paths(item, [...path, index]);
  else if (isMapping(value))
    for (const key of Object.keys(value)) yield* paths(value[key] ?? null, [...path, key]);
}

function write(value: unknown, settings: object): string {
  return stringify({ root: value }, { version: '1.1', ...settings });
}

describe('a text that the package yaml writes', () => {
  test('is read back', () => {
    fc.assert(
      fc.property(values, options, fc.boolean(), (value, settings, crlf) => {
        const text = write(value, settings);
        const document = documentOf(crlf ? text.replaceAll('\n', '\r\n') : text);
        expect(plain(document.value)).toEqual({ root: value });
        expect(document.duplicates).toEqual([]);
        expect(document.ignored).toBeUndefined();
      }),
      RUNS,
    );
  });

  test('has each key and scalar where it is found', () => {
    fc.assert(
      fc.property(values, options, (value, settings) => {
        const document = documentOf(write(value, settings));
        for (const [path, member] of paths(document.value)) expectAt(document, path, member);
      }),
      RUNS,
    );
  });
});

function expectAt(document: Document, path: Path, value: Value): void {
  const location = document.locate(path);
  if (location === undefined) throw new Error(`nothing at ${path.join('.')}`);
  const slice = document.text.slice(location.value.start, location.value.end);
  if (location.key !== undefined) {
    const key = document.text.slice(location.key.start, location.key.end);
    expect(documentOf(`{${key}: 1}`).value).toHaveProperty([String(path.at(-1))]);
  }
  if (typeof value === 'object' && value !== null) return;
  // The header of a block scalar may count from the indentation around it.
  if (!/^[|>][-+]?\d/.test(slice)) expect(plain(documentOf(slice).value)).toEqual(plain(value));
  if (typeof value === 'string') expectOffsets(document, location, value);
}

/** The characters that no escape and no folding changed are at their offsets, in order. */
function expectOffsets(
  document: Document,
  location: NonNullable<ReturnType<Document['locate']>>,
  value: string,
): void {
  let previous = -1;
  for (let index = 0; index < value.length; index++) {
    const offset = offsetInText(document, location, index);
    const found = document.text.charAt(offset);
    const low = value.charCodeAt(index) >= 0xdc00 && value.charCodeAt(index) <= 0xdfff;
    expect(offset).toBeGreaterThanOrEqual(low ? previous : previous + 1);
    expect(offset).toBeLessThan(location.value.end);
    if (found !== '\\' && found !== '\n' && found !== '\r') expect(found).toBe(value.charAt(index));
    else if (found !== '\\') expect(value.charAt(index)).toMatch(/[ \n]/);
    previous = offset;
  }
}

/** Pieces of a scalar: as they are written, as they are decoded, and where each character stands. */
interface Piece {
  readonly written: string;
  readonly decoded: string;
  /** The offset within `written` of each character of `decoded`. */
  readonly offsets: readonly number[];
}

const verbatim = (text: string): Piece => ({
  written: text,
  decoded: text,
  offsets: [...text.split('').keys()],
});
const replaced = (written: string, decoded: string, at = 0): Piece => ({
  written,
  decoded,
  offsets: decoded.split('').map(() => at),
});

const words = fc
  .string({ unit: fc.constantFrom(...'abcé😀#:/'), minLength: 1, maxLength: 5 })
  .map((word) => verbatim(`x${word}y`));
const blanks = fc.constantFrom(verbatim(' '), verbatim('   '), verbatim(' \t '));
const folds = fc
  .record({
    before: fc.constantFrom('', ' ', ' \t'),
    lines: fc.integer({ min: 1, max: 3 }),
    indent: fc.integer({ min: 1, max: 6 }),
    crlf: fc.boolean(),
  })
  .map(({ before, lines, indent, crlf }): Piece => {
    const end = crlf ? '\r\n' : '\n';
    const written = before + end.repeat(lines) + ' '.repeat(indent);
    if (lines === 1) return replaced(written, ' ', before.length);
    const offsets = Array.from(
      { length: lines - 1 },
      (_, n) => before.length + end.length * (n + 1),
    );
    return { written, decoded: '\n'.repeat(lines - 1), offsets };
  });
const escapes = fc.constantFrom(
  replaced('\\n', '\n'),
  replaced('\\"', '"'),
  replaced('\\u00e9', 'é'),
  replaced('\\U0001F600', '😀'),
  replaced('\\L', '\u2028'),
  replaced('\\\n   ', ''),
);

function expectPieces(open: string, pieces: readonly Piece[], close: string): void {
  const head = `a:\n  key: ${open}`;
  const text = `${head}${pieces.map(({ written }) => written).join('')}${close}\n  next: 1\n`;
  const document = documentOf(text);
  const decoded = pieces.map((piece) => piece.decoded).join('');
  expect(plain(document.value)).toEqual({ a: { key: decoded, next: 1 } });
  const location = document.locate(['a', 'key']);
  if (location === undefined) throw new Error('nothing is there');
  let written = head.length;
  const expected: number[] = [];
  for (const piece of pieces) {
    expected.push(...piece.offsets.map((offset) => written + offset));
    written += piece.written.length;
  }
  expect(expected.map((_, index) => offsetInText(document, location, index))).toEqual(expected);
  expect(text.slice(location.value.start, location.value.end)).toBe(
    text.slice(head.length - open.length, written + close.length),
  );
}

/** Pieces between words. Separators are never at an end. */
function between(separators: fc.Arbitrary<Piece>): fc.Arbitrary<Piece[]> {
  return fc
    .tuple(words, fc.array(fc.tuple(separators, words), { maxLength: 6 }))
    .map(([first, rest]) => [first, ...rest.flat()]);
}

describe('every character of a scalar is found in the text', () => {
  test('plain', () => {
    // Continuation lines must stand deeper than the mapping.
    const deep = folds.map((fold) => ({ ...fold, written: `${fold.written}   ` }));
    fc.assert(
      fc.property(between(fc.oneof(blanks, deep)), (pieces) => {
        const safe = pieces.map(({ decoded }) => decoded).join('');
        fc.pre(
          !/:\s|\s#|[:]$/.test(safe) && !pieces.some(({ decoded }) => decoded.startsWith('#')),
        );
        expectPieces('', pieces, '');
      }),
      RUNS,
    );
  });

  test('single-quoted', () => {
    const quote: Piece = { written: "''", decoded: "'", offsets: [0] };
    fc.assert(
      fc.property(between(fc.oneof(blanks, folds, fc.constant(quote))), (pieces) =>
        expectPieces("'", pieces, "'"),
      ),
      RUNS,
    );
  });

  test('double-quoted', () => {
    fc.assert(
      fc.property(between(fc.oneof(blanks, folds, escapes)), (pieces) =>
        expectPieces('"', pieces, '"'),
      ),
      RUNS,
    );
  });

  test('literal and folded', () => {
    const line = fc.string({ unit: fc.constantFrom(...'ab 😀\t'), maxLength: 8 });
    const scalar = fc.record({
      folded: fc.boolean(),
      lines: fc.array(line, { minLength: 1, maxLength: 6 }),
      indent: fc.integer({ min: 3, max: 8 }),
      explicit: fc.boolean(),
      chomping: fc.constantFrom('', '-', '+'),
      crlf: fc.boolean(),
    });
    fc.assert(
      fc.property(scalar, ({ folded, lines, indent, explicit, chomping, crlf }) => {
        fc.pre(explicit || /^[ab😀]/u.test(lines[0] ?? ''));
        const end = crlf ? '\r\n' : '\n';
        const header = `${folded ? '>' : '|'}${explicit ? indent - 2 : ''}${chomping}`;
        const body = lines
          .map((content) => (content === '' ? '' : ' '.repeat(indent) + content) + end)
          .join('');
        const text = `a:${end}  key: ${header}${end}${body}  next: 1${end}`;
        const document = documentOf(text);
        const value = (document.value as { a: { key: string } }).a.key;
        if (!folded && chomping === '+')
          expect(value).toBe(lines.map((content) => `${content}\n`).join(''));
        const location = document.locate(['a', 'key']);
        if (location === undefined) throw new Error('nothing is there');
        expectOffsets(document, location, value);
      }),
      RUNS,
    );
  });
});

describe('plain scalars', () => {
  test.each<[string, Value]>([
    ['0777', 511],
    ['0o17', 15],
    ['0x_F', 15],
    ['0b+1', 1],
    ['-0b11', -3],
    ['08', 8],
    ['1_000', 1000],
    ['+1', 1],
    ['-0', 0],
    ['-0.0', -0],
    ['1e3', 1000],
    ['1.', 1],
    ['.5_5', 0.55],
    ['1e400', '1e400'],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['18446744073709551615', 18446744073709551615n],
    ['18446744073709551616', 2 ** 64],
    ['+18446744073709551615', 2 ** 64],
    ['-9223372036854775809', -(2 ** 63)],
    ['1:30', '1:30'],
    ['2001-01-01', '2001-01-01'],
    ['0o8', '0o8'],
    ['0x', '0x'],
    ['yes', true],
    ['yEs', 'yEs'],
    ['Off', false],
    ['~', null],
    ['nULL', 'nULL'],
    ['inf', 'inf'],
    ['.5e', '.5e'],
  ])('%s', (text, value) => {
    expect(resolvePlain(text)).toBe(value);
  });

  test.each([
    ['1e6', '1e+06'],
    ['123456.0', '123456'],
    ['1.50', '1.5'],
    ['16777217.0', '1.6777216e+07'],
    ['0.00001', '1e-05'],
    ['1e300', '.inf'],
    ['-0.0', '-0'],
    ['0x10', '16'],
    ['y', 'true'],
    ['.nan', '.nan'],
    ['2001-01-01', '2001-01-01'],
  ])('%s as a key is %s', (text, key) => {
    expect(Object.keys(documentOf(`${text}: 1\n`).value ?? {})).toEqual([key]);
  });
});
