import { parseInteger } from '../../base/go/decimal-integer.ts';
import type { Call, Expr, ListLiteral } from '../ast.ts';
import type { CheckedAst } from '../check/checked-ast.ts';
import type { Validator } from '../environment.ts';
import { callsIn } from '../expression-tree.ts';
import type { TypeKind } from '../types.ts';
import { NIL_DEREFERENCE } from '../values/go-panic.ts';

/** An error in a format string. It is located at the argument `at`, or else at the call. */
interface FormatError {
  readonly message: string;
  readonly at?: Expr;
}

/**
 * Checks the clauses of a format string that is a literal against its arguments: `'%d of %s'.format([1, 'a'])`.
 *
 * Source: `stringFormatValidator` in `ext/formatting.go` of cel-go.
 *
 * @param panicsWithoutLiteral true if the server panics if the format string is not a literal, as with cel-go 0.20
 */
export function stringFormatValidator(panicsWithoutLiteral: boolean): Validator {
  return (checked, report) => {
    for (const call of callsIn(checked)) {
      if (!isFormat(call, checked)) continue;
      const { target } = call;
      const [args] = call.args;
      if (target?.kind !== 'const') {
        if (panicsWithoutLiteral) return NIL_DEREFERENCE;
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
  // The server reads the format byte by byte.
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

/** The end of a precision such as `.2`, which may be absent. */
function readPrecision(bytes: Uint8Array, start: number): { readonly end: number } | FormatError {
  if (bytes[start] !== DOT) return { end: start };
  let end = start + 1;
  let digits = '';
  for (; isDigit(bytes[end]); end++) digits += String.fromCharCode(bytes[end] ?? 0);
  const wrong = 'could not parse formatting clause: error while parsing precision';
  if (end >= bytes.length)
    return { message: `${wrong}: could not find end of precision specifier` };
  const parsed = parseInteger(digits);
  if (parsed.ok) return { end };
  return { message: `${wrong}: error while converting precision to integer: ${parsed.error}` };
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

interface Clause {
  readonly accepts: readonly TypeKind[];
  /** The message for an argument of any other type. */
  readonly message: string;
}

const HEXADECIMAL: Clause = {
  accepts: ['int', 'uint', 'string', 'bytes'],
  message: 'only integers, byte buffers, and strings can be formatted as hex',
};

const STRING_CLAUSE: Clause = {
  accepts: [
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
  message:
    'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
};

const CLAUSES: ReadonlyMap<string, Clause> = new Map(
  Object.entries<Clause>({
    s: STRING_CLAUSE,
    d: { accepts: ['int', 'uint'], message: 'decimal clause can only be used on integers' },
    // Strings are accepted for "NaN" and "Infinity".
    f: { accepts: ['double', 'string'], message: 'fixed-point clause can only be used on doubles' },
    e: { accepts: ['double', 'string'], message: 'scientific clause can only be used on doubles' },
    b: {
      accepts: ['int', 'uint', 'bool'],
      message: 'only integers and bools can be formatted as binary',
    },
    x: HEXADECIMAL,
    X: HEXADECIMAL,
    o: { accepts: ['int', 'uint'], message: 'octal clause can only be used on integers' },
  }),
);

function checkClause(byte: number, arg: Expr, checked: CheckedAst): FormatError | undefined {
  const name = String.fromCharCode(byte);
  const clause = CLAUSES.get(name);
  if (clause === undefined) {
    const message = `could not parse formatting clause: unrecognized formatting clause "${name}"`;
    return { message };
  }
  const rejected =
    clause === STRING_CLAUSE
      ? firstRejectedByString(arg, checked)
      : accepts(clause, arg, checked)
        ? undefined
        : arg;
  if (rejected === undefined) return undefined;
  const type = checked.types.get(rejected.id)?.name ?? '';
  const message = `error during formatting: ${clause.message}, was given ${type}`;
  return { message, at: rejected };
}

function accepts(clause: Clause, arg: Expr, { types }: CheckedAst): boolean {
  const kind = types.get(arg.id)?.kind ?? 'error';
  return kind === 'dyn' || clause.accepts.includes(kind);
}

/** The first expression that `%s` does not accept: the argument, or an element, key or value of a literal. */
function firstRejectedByString(arg: Expr, checked: CheckedAst): Expr | undefined {
  if (!accepts(STRING_CLAUSE, arg, checked)) return arg;
  if (arg.kind !== 'list' && arg.kind !== 'map') return undefined;
  const parts =
    arg.kind === 'list' ? arg.elements : arg.entries.flatMap(({ key, value }) => [key, value]);
  for (const part of parts) {
    const found = firstRejectedByString(part, checked);
    if (found !== undefined) return found;
  }
  return undefined;
}
