import { isBlank } from '../../../base/go/white-space.ts';
import { onceForEach } from '../../../base/once-for-each.ts';
import type { Ast } from '../../../cel/ast.ts';
import { DYN, type Type } from '../../../cel/types.ts';
import type { CustomKindLookup } from '../../../rule/custom-kinds.ts';
import { isOfKind } from '../../../rule/resource.ts';
import { variableType } from '../../../server/expressions/compile.ts';
import type { ObjectTypes } from '../../../server/expressions/types/object-types.ts';
import type {
  NamedType,
  TypedContext,
  TypedEnvironments,
} from '../../../server/expressions/types/typed-environments.ts';
import { serverHas } from '../../../server/kubernetes/server-changes.ts';
import type { DecidingResource } from '../../admission/deciders.ts';
import { POLICY_KINDS } from '../../admission/policy-kinds.ts';
import { type RequestFilter, requestFilters } from '../../requests/request-filters.ts';
import { type CelCompilation, celCompilations } from '../compilations.ts';
import {
  type MatchedKind,
  type MatchedKinds,
  matchedKinds,
  type TypedKind,
  typeOfKind,
} from './matched-kinds.ts';
import { type CheckedExpression, SharedChecks } from './shared-checks.ts';

/** The result of type-checking an expression for objects of one kind. */
export interface TypeCheck extends CheckedExpression {
  readonly compilation: CelCompilation;
  readonly kind: MatchedKind;
  /** The kind of `params`, if it is known. */
  readonly params: TypedKind | undefined;
  /** The object types that `checked` refers to. */
  readonly objects: ObjectTypes;
}

/** The type checks of the expressions that one set of match rules applies to, for each kind that the rules match. */
export interface TypeChecks {
  readonly matched: MatchedKinds;
  /** The checks with the types that the objects have when the expressions are evaluated. */
  readonly atRunTime: readonly TypeCheck[];
  /** The checks that the server's type checker makes. It only checks validations and their messages. */
  readonly byTypeChecker: readonly TypeCheck[];
}

const runTime = new SharedChecks('run-time');
const typeChecker = new SharedChecks('type-checker');

const checksOf = onceForEach((resource: DecidingResource) =>
  onceForEach((customKinds: CustomKindLookup) => checkAll(resource, customKinds)),
);

/**
 * Checks the expressions of an object with the types of the kinds that its match rules name. Computed once for each
 * resource and customKinds, and shared by all lint rules.
 *
 * @returns one element for a policy, one for each webhook of a webhook configuration; none for match rules without a
 *   known kind, and none at all if a variable does not compile
 */
export function typeChecks(
  resource: DecidingResource,
  customKinds: CustomKindLookup,
): readonly TypeChecks[] {
  return checksOf(resource)(customKinds);
}

function checkAll(
  resource: DecidingResource,
  customKinds: CustomKindLookup,
): readonly TypeChecks[] {
  const compilations = celCompilations(resource);
  const broken = compilations.filter(({ compiled }) => !compiled.ok);
  // Without the types of its variables, little is known of an expression.
  const lacksVariable = broken.some(isVariable);
  if (compilations.length === 0 || lacksVariable) return [];
  return requestFilters(resource).flatMap((filter) => {
    const matched = matchedKinds(filter.rules, customKinds, resource.minor);
    if (matched.kinds.length === 0) return [];
    const filtered = compilationsOf(resource, filter, compilations);
    const checks = checkFilter(resource, matched, filtered, customKinds);
    // The server checks no types of what it refuses.
    return [broken.length === 0 ? checks : { ...checks, byTypeChecker: [] }];
  });
}

/** The expressions that are evaluated for the requests that a filter matches. */
function compilationsOf(
  resource: DecidingResource,
  { field }: RequestFilter,
  compilations: readonly CelCompilation[],
): readonly CelCompilation[] {
  if (isOfKind(resource, ...POLICY_KINDS)) {
    return compilations;
  }
  const prefix = `${field.path}.`;
  return compilations.filter(({ expression }) => expression.field.path.startsWith(prefix));
}

function checkFilter(
  resource: DecidingResource,
  matched: MatchedKinds,
  compilations: readonly CelCompilation[],
  customKinds: CustomKindLookup,
): TypeChecks {
  const params = paramsOf(resource, customKinds);
  const contexts = matched.kinds.map((kind) => contextOf(resource, kind, params));
  const parsed = new Map(
    compilations.flatMap((compilation) => {
      const { compiled } = compilation;
      return compiled.ok ? [[compilation, compiled.checked.ast] as const] : [];
    }),
  );
  const isTypeChecked =
    isOfKind(resource, 'ValidatingAdmissionPolicy') &&
    !matched.crashesTypeChecker &&
    params?.crashesTypeChecker !== true;
  const checks = contexts.map((context) => {
    const atRunTime = context.kind.isMatched ? checkAtRunTime(parsed, context, runTime) : [];
    if (!isTypeChecked) return { atRunTime, byTypeChecker: [] };
    const byTypeChecker = isSameForTypeChecker(atRunTime, parsed, context)
      ? atRunTime.filter(({ compilation }) => isTypeCheckedByServer(compilation))
      : checkAsTypeChecker(parsed, context, typeChecker);
    return { atRunTime, byTypeChecker };
  });
  return {
    matched,
    atRunTime: checks.flatMap(({ atRunTime }) => atRunTime),
    byTypeChecker: checks.flatMap(({ byTypeChecker }) => byTypeChecker),
  };
}

/** The parameters of a policy, as far as they are known. */
interface Params {
  readonly type: TypedKind | undefined;
  readonly crashesTypeChecker: boolean;
}

/** Undefined if the object declares no parameters. Source: `paramsGVK` of the type checker. */
function paramsOf(resource: DecidingResource, customKinds: CustomKindLookup): Params | undefined {
  if (!isOfKind(resource, ...POLICY_KINDS)) return undefined;
  const field = resource.root.get('spec').get('paramKind');
  if (field.absent) return undefined;
  const { apiVersion = '', kind = '' } = field.value ?? {};
  const [first = '', second, ...more] = apiVersion.split('/');
  if (more.length > 0) return { type: undefined, crashesTypeChecker: false };
  const [group, version] = second === undefined ? ['', first] : [first, second];
  const { type, crashesTypeChecker } = typeOfKind(
    { group, version, kind },
    customKinds,
    resource.minor,
  );
  return {
    type: type === undefined ? undefined : { group, version, kind, type },
    crashesTypeChecker,
  };
}

/** The kinds that the variables of an expression have in one type check. */
interface KindContext {
  readonly kind: MatchedKind;
  readonly params: TypedKind | undefined;
  readonly typed: TypedContext;
}

function contextOf(
  { minor }: DecidingResource,
  kind: MatchedKind,
  params: Params | undefined,
): KindContext {
  const typed: TypedContext = {
    minor,
    object: { name: kind.kind, type: kind.type },
    params: params === undefined ? undefined : paramsName(params, kind),
  };
  return { kind, params: params?.type, typed };
}

/** Two types must not have the same name. The server adds random digits to the names instead. */
function paramsName({ type: params }: Params, object: MatchedKind): NamedType | 'unknown' {
  if (params === undefined) return 'unknown';
  const hasSameName =
    params.kind === object.kind &&
    (params.group !== object.group || params.version !== object.version);
  return { name: hasSameName ? `${params.kind}.params` : params.kind, type: params.type };
}

type ParsedExpressions = ReadonlyMap<CelCompilation, Ast>;

/** A variable of the policy keeps the complete type of its expression. */
function checkAtRunTime(
  parsed: ParsedExpressions,
  context: KindContext,
  shared: SharedChecks,
): TypeCheck[] {
  const environments = shared.environments(context.typed);
  return [...parsed].flatMap(([compilation, ast]) => {
    const { environment } = compilation.expression;
    const checked = shared.check(compilation, ast, environments);
    const result = checked && typeCheck(compilation, context, checked, environments);
    if (result === undefined) return [];
    if (environment.variables === 'above') {
      declare(environments, compilation, hasIssues(result) ? DYN : result.checked.type);
    }
    return [result];
  });
}

/**
 * Reports whether the type checker finds the same issues as an evaluation, because all types are the same for it. The
 * type checker sees a variable of the policy as dyn if it does not know its type. Every use of dyn is valid.
 */
function isSameForTypeChecker(
  atRunTime: readonly TypeCheck[],
  parsed: ParsedExpressions,
  { typed }: KindContext,
): boolean {
  return (
    atRunTime.length === parsed.size &&
    declaresParams(typed) &&
    atRunTime.every((one) => {
      const { text } = one.compilation;
      return (
        !one.objects.dependsOnView &&
        // The type checker knows only a part of it.
        !text.includes('authorizer') &&
        !(hasIssues(one) && text.includes('variables'))
      );
    })
  );
}

/**
 * Reports whether the type checker declares the params of a policy with params. In Kubernetes 1.35 and earlier, it does
 * not declare params of unknown type.
 */
function declaresParams({ params, minor }: TypedContext): boolean {
  return params !== 'unknown' || serverHas('untyped-params-declared', minor);
}

function isTypeCheckedByServer({ expression: { environment } }: CelCompilation): boolean {
  return environment.name === 'vap' || environment.name === 'vap-message';
}

function isVariable({ expression: { environment } }: CelCompilation): boolean {
  return environment.variables === 'above';
}

/** A variable of the policy keeps its type only if it is one that CEL itself declares, as in the server. */
function checkAsTypeChecker(
  parsed: ParsedExpressions,
  context: KindContext,
  shared: SharedChecks,
): TypeCheck[] {
  const { typed } = context;
  const params = declaresParams(typed) ? typed.params : undefined;
  const environments = shared.environments({ ...typed, params });
  const results: TypeCheck[] = [];
  for (const [compilation, ast] of parsed) {
    const declares = isVariable(compilation);
    if (!declares && !isTypeCheckedByServer(compilation)) continue;
    const checked = shared.check(compilation, ast, environments);
    const result = checked && typeCheck(compilation, context, checked, environments);
    if (declares) {
      const type = result === undefined || hasIssues(result) ? undefined : result.checked.type;
      declare(environments, compilation, variableType(type));
    } else if (result !== undefined) {
      results.push(result);
    }
  }
  return results;
}

function hasIssues({ issues }: TypeCheck): boolean {
  return issues.issues.length > 0;
}

function declare(
  environments: TypedEnvironments,
  { expression: { scope } }: CelCompilation,
  type: Type,
): void {
  // The expression of a variable can use the variables before it, so that `visible` is its own index.
  const name = scope?.variables[scope.visible]?.get('name').value;
  if (name !== undefined && !isBlank(name)) environments.declareVariable(name, type);
}

function typeCheck(
  compilation: CelCompilation,
  { kind, params }: KindContext,
  { issues, checked }: CheckedExpression,
  { objects }: TypedEnvironments,
): TypeCheck {
  return { compilation, kind, params, issues, checked, objects };
}
