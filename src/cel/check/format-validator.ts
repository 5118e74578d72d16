import type { Call, Expr, ListLiteral } from '../ast.ts';
import type { Validator } from '../environment.ts';
import { callsIn } from '../expression-tree.ts';
import type { TypeKind } from '../types.ts';
import type { CheckedAst } from './checked-ast.ts';

/** A mistake in a format, and the expression that it is about where it is not the call. */
interface FormatError {
  readonly message: string;
  readonly at?: Expr;
}

/**
 * Checks the clauses of a literal format against its arguments: `'%d of %s'.format([1, 'a'])`. In cel-go 0.20
 * a call on anything but a literal crashes.
 *
 * Source: `stringFormatValidator` in `ext/formatting.go` of cel-go.
 */
export function formatValidator(crashesOnOthers: boolean): Validator {
  return (checked, report) => {
    for (const call of callsIn(checked)) {
      if (!isFormat(call, checked)) continue;
      const { target } = call;
      const [args] = call.args;
      if (target?.kind !== 'const') {
        if (crashesOnOthers)
          return 'runtime error: invalid memory address or nil pointer dereference';
        continue;
      }
      if (target.value.type !== 'string' || args?.kind !== 'list') continue;
      const found = checkFormat(target.value.value, args, checked);
      if (found !== undefined) report((found.at ?? call).offset, found.message);
    }
    return undefined;
  };
}

function isFormat(call: Call, { references }: CheckedAst): boolean {
  const reference = references.get(call.id);
  return (
    call.function === 'format' &&
    call.target !== undefined &&
    reference?.kind === 'function' &&
    reference.overloads.includes('string_format')
  );
}

const PERCENT = 0x25;
const DOT = 0x2e;

function checkFormat(
  format: string,
  { elements }: ListLiteral,
  checked: CheckedAst,
): FormatError | undefined {
  // The server goes through the text byte by byte.
  const bytes = new TextEncoder().encode(format);
  let used = 0;
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index] !== PERCENT) continue;
    index++;
    if (bytes[index] === PERCENT) continue;
    if (index >= bytes.length) return { message: 'unexpected end of string' };
    const arg = elements[used];
    if (arg === undefined) return { message: `index ${used} out of range` };
    used++;
    const precision = readPrecision(bytes, index);
    if ('message' in precision) return precision;
    index = precision.end;
    const wrong = checkClause(bytes[index] ?? 0, arg, checked);
    if (wrong !== undefined) return wrong;
  }
  if (elements.length <= used) return undefined;
  const counts = `expected ${used}, got ${elements.length}`;
  return { message: `too many arguments supplied to string.format (${counts})` };
}

/** Where a precision such as `.2` ends, which may be absent. */
function readPrecision(bytes: Uint8Array, start: number): { readonly end: number } | FormatError {
  if (bytes[start] !== DOT) return { end: start };
  let end = start + 1;
  let digits = '';
  for (; isDigit(bytes[end]); end++) digits += String.fromCharCode(bytes[end] ?? 0);
  const wrong = 'could not parse formatting clause: error while parsing precision';
  if (end >= bytes.length)
    return { message: `${wrong}: could not find end of precision specifier` };
  const reason =
    digits === '' ? 'invalid syntax' : BigInt(digits) > MOST ? 'value out of range' : undefined;
  if (reason === undefined) return { end };
  const parsing = `strconv.Atoi: parsing "${digits}": ${reason}`;
  return { message: `${wrong}: error while converting precision to integer: ${parsing}` };
}

const MOST = 2n ** 63n - 1n;

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** What a clause takes, and the words on what it does not. */
interface Clause {
  readonly takes: readonly TypeKind[];
  readonly words: string;
}

const HEXADECIMAL: Clause = {
  takes: ['int', 'uint', 'string', 'bytes'],
  words: 'only integers, byte buffers, and strings can be formatted as hex',
};

const STRING_CLAUSE: Clause = {
  takes: [
    'list',
    'map',
    'int',
    'uint',
    'double',
    'bool',
    'string',
    'timestamp',
    'bytes',
    'duration',
    'type',
    'null',
  ],
  words:
    'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
};

const CLAUSES: ReadonlyMap<string, Clause> = new Map([
  ['s', STRING_CLAUSE],
  ['d', { takes: ['int', 'uint'], words: 'decimal clause can only be used on integers' }],
  // Texts too: "NaN" and "Infinity" are meant.
  ['f', { takes: ['double', 'string'], words: 'fixed-point clause can only be used on doubles' }],
  ['e', { takes: ['double', 'string'], words: 'scientific clause can only be used on doubles' }],
  [
    'b',
    { takes: ['int', 'uint', 'bool'], words: 'only integers and bools can be formatted as binary' },
  ],
  ['x', HEXADECIMAL],
  ['X', HEXADECIMAL],
  ['o', { takes: ['int', 'uint'], words: 'octal clause can only be used on integers' }],
]);

function checkClause(byte: number, arg: Expr, checked: CheckedAst): FormatError | undefined {
  const name = String.fromCharCode(byte);
  const clause = CLAUSES.get(name);
  if (clause === undefined) {
    const message = `could not parse formatting clause: unrecognized formatting clause "${name}"`;
    return { message };
  }
  const wrong =
    clause === STRING_CLAUSE ? firstUnprintable(arg, checked) : wrongFor(clause, arg, checked);
  if (wrong === undefined) return undefined;
  const type = checked.types.get(wrong.id)?.name ?? '';
  return { message: `error during formatting: ${clause.words}, was given ${type}`, at: wrong };
}

function wrongFor({ takes }: Clause, arg: Expr, { types }: CheckedAst): Expr | undefined {
  const kind = types.get(arg.id)?.kind ?? 'error';
  return kind === 'dyn' || takes.includes(kind) ? undefined : arg;
}

/** The first part that `%s` does not take; of a list or map that is written out, any part counts. */
function firstUnprintable(arg: Expr, checked: CheckedAst): Expr | undefined {
  const wrong = wrongFor(STRING_CLAUSE, arg, checked);
  if (wrong !== undefined || (arg.kind !== 'list' && arg.kind !== 'map')) return wrong;
  const parts =
    arg.kind === 'list' ? arg.elements : arg.entries.flatMap(({ key, value }) => [key, value]);
  for (const part of parts) {
    const found = firstUnprintable(part, checked);
    if (found !== undefined) return found;
  }
  return undefined;
}
