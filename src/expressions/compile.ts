import type { Issue } from '../cel/ast.ts';
import type { CheckedAst } from '../cel/check/checked-ast.ts';
import { check } from '../cel/check/checker.ts';
import { planningError } from '../cel/check/constant-folding.ts';
import { parse } from '../cel/parse/parser.ts';
import { type Issues, renderIssues } from '../cel/source.ts';
import {
  ANY,
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  isExactly,
  listOf,
  mapOf,
  NULL,
  STRING,
  TIMESTAMP,
  type Type,
  typeText,
  UINT,
} from '../cel/types.ts';
import type { Minor } from '../kubernetes/minors.ts';
import { serverHas } from '../kubernetes/server-changes.ts';
import {
  type Context,
  environmentOf,
  parseOptions,
  planningEnvironmentOf,
} from './environments.ts';
import { PLACES, type Place } from './places.ts';

export type Compiled =
  | { readonly ok: true; readonly checked: CheckedAst; readonly type: Type }
  | Failure;

export interface Failure {
  readonly ok: false;
  readonly reason: /** It is no expression of CEL. */
    | 'syntax'
    /** Names, fields or types are wrong. */
    | 'check'
    /** The type that comes out is none that the place takes. */
    | 'result'
    /** A constant cannot be converted, or a constant pattern is none. */
    | 'program'
    /** The server crashes over it. */
    | 'crash';
  /** The mistakes in the order of the server; of a wrong result none. */
  readonly issues: readonly Issue[];
  /** What the server says, in one piece: `compilation failed: ...`. */
  readonly detail: string;
}

/**
 * Compiles an expression as the API server does: parses it, checks it in the environment of its place,
 * looks whether the right type comes out, and whether it can be made a program.
 */
export function compile(expression: string, context: Context): Compiled {
  const { place } = context;
  const parsed = parse(expression, parseOptions(context));
  if ('errors' in parsed) return failure('syntax', place, expression, parsed.errors);
  const result = check(parsed.ast, environmentOf(context));
  if ('errors' in result) return failure('check', place, expression, result.errors);
  if ('crash' in result) return { ok: false, reason: 'crash', issues: [], detail: result.crash };
  const { type } = result.checked;
  const detail = resultWords(type, context);
  if (detail !== undefined) return { ok: false, reason: 'result', issues: [], detail };
  const error = planningError(result.checked, planningEnvironmentOf(context));
  if (error !== undefined) {
    const prefix =
      place === 'crd-message' ? 'messageExpression instantiation' : 'program instantiation';
    return { ok: false, reason: 'program', issues: [], detail: `${prefix} failed: ${error}` };
  }
  return { ok: true, checked: result.checked, type };
}

function failure(
  reason: Failure['reason'],
  place: Place,
  expression: string,
  errors: Issues,
): Failure {
  const prefix =
    place === 'crd-message' ? 'messageExpression compilation failed' : 'compilation failed';
  const detail = `${prefix}: ${renderIssues(expression, errors)}`;
  return { ok: false, reason, issues: errors.issues, detail };
}

/** What the server says of a type that the place does not take. */
function resultWords(type: Type, { place, minor }: Context): string | undefined {
  const { results } = PLACES[place];
  if (results === undefined || results.some((result) => isResult(type, result, place, minor))) {
    return undefined;
  }
  if (place === 'crd') return 'cel expression must evaluate to a bool';
  if (place === 'crd-message') return 'messageExpression must evaluate to a string';
  const names = results.map(typeText);
  const wanted = names.length === 1 ? names.join() : `one of [${names.join(' ')}]`;
  const found = serverHas('result-type-in-message', minor) ? ` but got ${typeText(type)}` : '';
  return `must evaluate to ${wanted}${found}`;
}

/** Where the server compares types by their identity, a wrapper is another type than its primitive. */
function isResult(type: Type, result: Type, place: Place, minor: Minor): boolean {
  const byIdentity =
    place === 'crd' || place === 'crd-message' || !serverHas('wrapper-types-as-results', minor);
  return isExactly(type, result) && !(byIdentity && type.wrapper);
}

/**
 * The type that a variable of a policy has in `variables`: of what its expression gives, only types of CEL
 * itself count, all others become dyn, inside of lists and maps too. Pass undefined for an expression
 * that does not compile.
 *
 * Source: `convertCelTypeToDeclType` in `pkg/admission/plugin/cel/composition.go` of the API server.
 */
export function variableType(type: Type | undefined): Type {
  if (type === undefined || type.wrapper) return DYN;
  const [first, second] = type.parameters;
  if (type.kind === 'list') return listOf(variableType(first));
  if (type.kind === 'map') return mapOf(variableType(first), variableType(second));
  return KEPT.has(type) ? type : DYN;
}

const KEPT: ReadonlySet<Type> = new Set([
  ANY,
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  INT,
  NULL,
  STRING,
  TIMESTAMP,
  UINT,
]);
