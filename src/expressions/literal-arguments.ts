import type { Call, Constant, Expr } from '../cel/ast.ts';
import type { CheckedAst } from '../cel/check/checked-ast.ts';
import { callsIn, functionOf } from '../cel/expression-tree.ts';
import { ErrorValue, noSuchOverload, type Result } from '../cel/values/value.ts';
import type { Minor } from '../kubernetes/minors.ts';
import { serverHas } from '../kubernetes/server-changes.ts';
import { readCidr } from './functions/cidr.ts';
import { readIp } from './functions/ip.ts';
import { readQuantity } from './functions/quantity.ts';
import { readSemver } from './functions/semver.ts';
import { readUrl } from './functions/url.ts';

/** A call that fails whenever it is evaluated, for its function cannot read a literal that it is given. */
export interface RefusedLiteral {
  readonly call: Call;
  /** The full name of the function: `ip`, `containsCIDR`. */
  readonly function: string;
  /** The literal, and the text in it. */
  readonly argument: Constant;
  readonly text: string;
  /** What the server says when it comes to the call. */
  readonly error: string;
  /** What is wrong with the literal; the same as `error`, but for `containsIP`, of which the server only says that there is no such overload. */
  readonly reason: string;
}

/**
 * The calls of `ip`, `cidr`, `quantity`, `semver`, `url` and their like whose literal argument the function
 * refuses when it is called, in the order of {@link callsIn}. The server compiles them all the same.
 */
export function refusedLiterals(checked: CheckedAst, minor: Minor): readonly RefusedLiteral[] {
  const refused: RefusedLiteral[] = [];
  for (const call of callsIn(checked)) {
    const reference = checked.references.get(call.id);
    if (reference?.kind !== 'function') continue;
    const [overload = '', ...others] = reference.overloads;
    const [argument, option] = call.args;
    if (others.length > 0 || argument?.kind !== 'const' || argument.value.type !== 'string') {
      continue;
    }
    const text = argument.value.value;
    const result = read(overload, text, option, minor);
    if (!(result instanceof ErrorValue)) continue;
    const reason = result.message;
    const error = overload === 'cidr_contains_ip_string' ? noSuchOverload().message : reason;
    const name = functionOf(call, checked);
    refused.push({ call, function: name, argument, text, error, reason });
  }
  return refused;
}

/** What a function makes of a text; undefined of functions that take all texts. */
function read(
  overload: string,
  text: string,
  option: Expr | undefined,
  minor: Minor,
): Result | undefined {
  switch (overload) {
    case 'string_to_ip':
    case 'ip_is_canonical':
    case 'cidr_contains_ip_string':
      return readIp(text);
    case 'string_to_cidr':
    case 'cidr_contains_cidr_string':
      return readCidr(text);
    case 'string_to_quantity':
      return readQuantity(text);
    case 'string_to_semver':
      return readSemver(text, false);
    case 'string_bool_to_semver':
      return readVersion(text, option);
    case 'string_to_url':
      return readUrl(text, { strictColons: serverHas('strict-colons-in-hosts', minor) });
    default:
      return undefined;
  }
}

/** Where it is not known whether the version is normalized, it must be wrong both ways. */
function readVersion(text: string, normalize: Expr | undefined): Result {
  const exact = readSemver(text, false);
  const isLiteral = normalize?.kind === 'const' && normalize.value.type === 'bool';
  if (isLiteral && normalize.value.value === false) return exact;
  const tolerant = readSemver(text, true);
  return isLiteral || exact instanceof ErrorValue ? tolerant : exact;
}
