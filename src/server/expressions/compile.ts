import type { Issue } from '../../cel/ast.ts';
import type { CheckedAst } from '../../cel/check/checked-ast.ts';
import { check } from '../../cel/check/checker.ts';
import { foldingProblem } from '../../cel/check/constant-folding.ts';
import { SignatureReader } from '../../cel/declarations.ts';
import { parse } from '../../cel/parse/parser.ts';
import { type Issues, renderIssues } from '../../cel/source.ts';
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
} from '../../cel/types.ts';
import type { Minor } from '../kubernetes/minors.ts';
import { serverHas } from '../kubernetes/server-changes.ts';
import { ENVIRONMENTS, type EnvironmentName } from './environment-table.ts';
import { type Context, environmentOf, foldingEnvironmentOf, parseOptions } from './environments.ts';

/** The result of compiling an expression. */
export type Compiled = CompiledAst | CompileFailure;

export interface CompiledAst {
  readonly ok: true;
  readonly checked: CheckedAst;
  readonly type: Type;
  readonly minor: Minor;
}

export interface CompileFailure {
  readonly ok: false;
  readonly reason: /** The expression does not match the grammar of CEL. */
    | 'syntax'
    /** A name, field or type is wrong. */
    | 'check'
    /** The environment does not accept a result of this type. */
    | 'result'
    /** The type of the result is only known when it is evaluated, where it must be a boolean. */
    | 'dyn-result'
    /** A constant cannot be converted, or a constant regular expression does not compile. */
    | 'program'
    /** The server panics. */
    | 'crash';
  /** The errors in the order of the server; none for a wrong result. */
  readonly issues: readonly Issue[];
  /** The error of the server as a whole: `compilation failed: ...`. */
  readonly detail: string;
}

/**
 * Compiles an expression as the API server does: parses it, checks its types, checks the type of its result, and folds
 * its constants.
 *
 * @param options.anyResult true if the result may have any type
 */
export function compile(
  expression: string,
  context: Context,
  { anyResult = false }: { readonly anyResult?: boolean } = {},
): Compiled {
  const { environment } = context;
  const parsed = parse(expression, parseOptions(context));
  if ('errors' in parsed) return failure('syntax', environment, expression, parsed.errors);
  const result = check(parsed.ast, environmentOf(context));
  if ('errors' in result) return failure('check', environment, expression, result.errors);
  if ('crash' in result) return crash(result);
  const { type } = result.checked;
  const wrongResult = anyResult ? undefined : resultError(type, context);
  if (wrongResult !== undefined) return { ok: false, issues: [], ...wrongResult };
  const problem = foldingProblem(result.checked, foldingEnvironmentOf(context));
  if (problem !== undefined) {
    if ('crash' in problem) return crash(problem);
    const prefix =
      environment === 'crd-message' ? 'messageExpression instantiation' : 'program instantiation';
    const detail = `${prefix} failed: ${problem.error}`;
    return { ok: false, reason: 'program', issues: [], detail };
  }
  return { ok: true, checked: result.checked, type, minor: context.minor };
}

function crash({ crash: detail }: { readonly crash: string }): CompileFailure {
  return { ok: false, reason: 'crash', issues: [], detail };
}

function failure(
  reason: CompileFailure['reason'],
  environment: EnvironmentName,
  expression: string,
  errors: Issues,
): CompileFailure {
  const prefix =
    environment === 'crd-message' ? 'messageExpression compilation failed' : 'compilation failed';
  const detail = `${prefix}: ${renderIssues(expression, errors)}`;
  return { ok: false, reason, issues: errors.issues, detail };
}

/** The notation of result types has no optional types, whose name differs between releases. */
const resultTypes = new SignatureReader('optional_type');

/** The error for a result of a type that the environment does not accept. */
function resultError(
  type: Type,
  context: Context,
): Pick<CompileFailure, 'reason' | 'detail'> | undefined {
  const { environment, minor } = context;
  const results = ENVIRONMENTS[environment].results?.map((written) => resultTypes.type(written));
  if (results === undefined || results.some((result) => isResult(type, result, context))) {
    return undefined;
  }
  const reason = 'result';
  if (environment === 'crd') return { reason, detail: 'cel expression must evaluate to a bool' };
  if (environment === 'crd-message') {
    return { reason, detail: 'messageExpression must evaluate to a string' };
  }
  if (environment === 'device') {
    return { reason, detail: `must evaluate to bool or the unknown type, not ${typeText(type)}` };
  }
  const names = results.map(typeText);
  const wanted = names.length === 1 ? names.join() : `one of [${names.join(' ')}]`;
  const detail = `must evaluate to ${wanted}`;
  if (!serverHas('result-type-in-message', minor)) return { reason, detail };
  const found = typeText(type);
  return {
    reason: wanted === 'bool' && found === 'dyn' ? 'dyn-result' : reason,
    detail: `${detail} but got ${found}`,
  };
}

/**
 * The server compares types by identity in some environments and minors. A wrapper type then differs from its primitive
 * type.
 */
function isResult(type: Type, result: Type, { environment, minor }: Context): boolean {
  const byIdentity =
    environment === 'crd' ||
    environment === 'crd-message' ||
    environment === 'device' ||
    !serverHas('wrapper-types-as-results', minor);
  return isExactly(type, result) && !(byIdentity && type.wrapper);
}

/**
 * The type of a field of `variables`: the type of the variable's expression, in which any type that does not belong to
 * CEL itself becomes dyn, also within lists and maps.
 *
 * Source: `convertCelTypeToDeclType` in `pkg/admission/plugin/cel/composition.go` of the API server.
 *
 * @param type undefined for an expression that does not compile
 */
export function variableType(type: Type | undefined): Type {
  if (type === undefined || type.wrapper) return DYN;
  const [first, second] = type.parameters;
  if (type.kind === 'list') return listOf(variableType(first));
  if (type.kind === 'map') return mapOf(variableType(first), variableType(second));
  return KEPT_TYPES.has(type) ? type : DYN;
}

const KEPT_TYPES: ReadonlySet<Type> = new Set([
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
