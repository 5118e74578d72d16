import type { Ast } from '../../../cel/ast.ts';
import type { CheckedAst } from '../../../cel/check/checked-ast.ts';
import { check } from '../../../cel/check/checker.ts';
import { parse } from '../../../cel/parse/parser.ts';
import { type Issues, renderIssues } from '../../../cel/source.ts';
import { DYN } from '../../../cel/types.ts';
import { variableType } from '../../../expressions/compile.ts';
import { parseOptions } from '../../../expressions/environments.ts';
import { type GroupVersionKind, kindWords } from '../../../expressions/types/api-types.ts';
import type { ObjectTypes } from '../../../expressions/types/object-types.ts';
import {
  type NamedType,
  type TypedContext,
  type TypedEnvironments,
  typedEnvironments,
} from '../../../expressions/types/typed-environments.ts';
import { isBlank } from '../../../go/white-space.ts';
import { serverHas } from '../../../kubernetes/server-changes.ts';
import { isOfKind, type Resource } from '../../../rule/resource.ts';
import type { Workspace } from '../../../rule/workspace.ts';
import { type RequestFilter, requestFilters } from '../../requests/request-filters.ts';
import { type CelCompilation, celCompilations } from '../compilations.ts';
import type { KINDS_WITH_CEL_EXPRESSIONS } from '../expressions.ts';
import {
  type MatchedKind,
  type MatchedKinds,
  matchedKinds,
  type TypedKind,
  typeOfKind,
} from './matched-kinds.ts';

type ResourceWithExpressions = Resource<(typeof KINDS_WITH_CEL_EXPRESSIONS)[number]>;

/** What became of an expression that was checked with the types of one kind. */
export interface TypedReading {
  readonly compilation: CelCompilation;
  readonly kind: MatchedKind;
  /** The kind of `params`, where it is known. */
  readonly params: TypedKind | undefined;
  /** None where it fits the types. */
  readonly issues: Issues;
  /** With the types as far as they could be told. */
  readonly checked: CheckedAst;
  readonly objects: ObjectTypes;
}

/** What the types of the matched kinds show of the expressions that stand under the same rules. */
export interface TypedReadings {
  readonly matched: MatchedKinds;
  /** As expressions find the objects when they run. */
  readonly atRunTime: readonly TypedReading[];
  /** As the server's type checker finds them, which looks at validations and their messages only. */
  readonly byTypeChecker: readonly TypedReading[];
}

const readings = new WeakMap<object, WeakMap<Workspace, readonly TypedReadings[]>>();

/**
 * Checks the expressions of an object with the types of the kinds that its rules match: of a policy all
 * of them, of webhooks those of each webhook. Nothing where an expression does not compile, or where no
 * kind is known.
 */
export function typedReadings(
  resource: ResourceWithExpressions,
  workspace: Workspace,
): readonly TypedReadings[] {
  const inWorkspace = readings.get(resource) ?? new WeakMap();
  readings.set(resource, inWorkspace);
  const known = inWorkspace.get(workspace);
  if (known !== undefined) return known;
  const made = readAll(resource, workspace);
  inWorkspace.set(workspace, made);
  return made;
}

function readAll(
  resource: ResourceWithExpressions,
  workspace: Workspace,
): readonly TypedReadings[] {
  const compilations = celCompilations(resource);
  if (compilations.length === 0 || compilations.some(({ compiled }) => !compiled.ok)) return [];
  return requestFilters(resource).flatMap((filter) => {
    const matched = matchedKinds(filter.rules, workspace, resource.minor);
    if (matched.kinds.length === 0) return [];
    const within = compilationsOf(resource, filter, compilations);
    return [readFilter(resource, matched, within, workspace)];
  });
}

/** The expressions that are about the objects that a filter lets through. */
function compilationsOf(
  resource: ResourceWithExpressions,
  { field }: RequestFilter,
  compilations: readonly CelCompilation[],
): readonly CelCompilation[] {
  if (isOfKind(resource, 'ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy')) {
    return compilations;
  }
  const prefix = `${field.path}.`;
  return compilations.filter(({ expression }) => expression.field.path.startsWith(prefix));
}

function readFilter(
  resource: ResourceWithExpressions,
  matched: MatchedKinds,
  compilations: readonly CelCompilation[],
  workspace: Workspace,
): TypedReadings {
  const params = paramsOf(resource, workspace);
  const views = matched.kinds.map((kind) => viewOf(resource, kind, params));
  const parsed = new Map(
    compilations.flatMap((compilation) => {
      const ast = parseAgain(compilation, resource);
      return ast === undefined ? [] : [[compilation, ast] as const];
    }),
  );
  const isTypeChecked =
    isOfKind(resource, 'ValidatingAdmissionPolicy') &&
    !matched.crashesTypeChecker &&
    params?.crashesTypeChecker !== true;
  return {
    matched,
    atRunTime: views
      .filter(({ kind }) => kind.isMatched)
      .flatMap((view) => readAtRunTime(parsed, view)),
    byTypeChecker: isTypeChecked ? views.flatMap((view) => readAsTypeChecker(parsed, view)) : [],
  };
}

/** The parameters of a policy, as far as they are known. */
interface Params {
  readonly type: TypedKind | undefined;
  readonly crashesTypeChecker: boolean;
}

/** Undefined where there are none. Source: `paramsGVK` of the type checker. */
function paramsOf(resource: ResourceWithExpressions, workspace: Workspace): Params | undefined {
  if (!isOfKind(resource, 'ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy')) return undefined;
  const field = resource.root.get('spec').get('paramKind');
  if (field.absent) return undefined;
  const { apiVersion = '', kind = '' } = field.value ?? {};
  const [first = '', second, ...more] = apiVersion.split('/');
  if (more.length > 0) return { type: undefined, crashesTypeChecker: false };
  const [group, version] = second === undefined ? ['', first] : [first, second];
  const known = typeOfKind({ group, version, kind }, workspace, resource.minor);
  return {
    type: known.type === undefined ? undefined : { group, version, kind, type: known.type },
    crashesTypeChecker: known.crashes,
  };
}

/** What the expressions are about while the object is of one kind. */
interface KindView {
  readonly kind: MatchedKind;
  readonly params: TypedKind | undefined;
  readonly context: TypedContext;
}

function viewOf(
  { minor }: ResourceWithExpressions,
  kind: MatchedKind,
  params: Params | undefined,
): KindView {
  const context: TypedContext = {
    minor,
    object: { name: kind.kind, type: kind.type },
    params: params === undefined ? undefined : paramsName(params, kind),
  };
  return { kind, params: params?.type, context };
}

/** Types of one name must be one type; the server tells them apart by random digits. */
function paramsName({ type: params }: Params, object: MatchedKind): NamedType | 'unknown' {
  if (params === undefined) return 'unknown';
  const isOther =
    params.kind === object.kind &&
    (params.group !== object.group || params.version !== object.version);
  return { name: isOther ? `${params.kind}.params` : params.kind, type: params.type };
}

function parseAgain({ text, expression }: CelCompilation, { minor }: Resource): Ast | undefined {
  const parsed = parse(
    text,
    parseOptions({ place: expression.place.name, minor, expressions: 'stored' }),
  );
  return 'ast' in parsed ? parsed.ast : undefined;
}

type Parsed = ReadonlyMap<CelCompilation, Ast>;

/** Variables keep the types of what they hold. */
function readAtRunTime(parsed: Parsed, view: KindView): TypedReading[] {
  const environments = typedEnvironments(view.context, 'run-time');
  return [...parsed].flatMap(([compilation, ast]) => {
    const { place } = compilation.expression;
    const reading = readOne(compilation, ast, view, environments);
    if (reading !== undefined && place.variables === 'above') {
      const { issues, checked } = reading;
      declare(environments, compilation, issues.issues.length === 0 ? checked.type : DYN);
    }
    return reading === undefined ? [] : [reading];
  });
}

/** Of variables only the types of CEL itself are kept, as in the server. */
function readAsTypeChecker(parsed: Parsed, view: KindView): TypedReading[] {
  const { context } = view;
  const { minor, params } = context;
  // Until 1.35 params without a type are not declared.
  const isDeclared = params !== 'unknown' || serverHas('untyped-params-declared', minor);
  const environments = typedEnvironments(
    { ...context, params: isDeclared ? params : undefined },
    'type-checker',
  );
  const found: TypedReading[] = [];
  for (const [compilation, ast] of parsed) {
    const { place } = compilation.expression;
    const isVariable = place.variables === 'above';
    if (!isVariable && place.name !== 'vap' && place.name !== 'vap-message') continue;
    const reading = readOne(compilation, ast, view, environments);
    if (isVariable) {
      const type = reading?.issues.issues.length === 0 ? reading.checked.type : undefined;
      declare(environments, compilation, variableType(type));
    } else if (reading !== undefined) {
      found.push(reading);
    }
  }
  return found;
}

function declare(
  environments: TypedEnvironments,
  { expression: { scope } }: CelCompilation,
  type: Parameters<TypedEnvironments['declareVariable']>[1],
): void {
  // The expression of a variable stands right behind those that it may use.
  const name = scope?.variables[scope.visible]?.get('name').value;
  if (name !== undefined && !isBlank(name)) environments.declareVariable(name, type);
}

const NO_ISSUES: Issues = { issues: [], truncated: 0 };

/** Undefined where the checker's code fails on it. */
function readOne(
  compilation: CelCompilation,
  ast: Ast,
  { kind, params }: KindView,
  environments: TypedEnvironments,
): TypedReading | undefined {
  const { objects } = environments;
  const result = check(ast, environments.at(compilation.expression.place.name));
  if ('crash' in result) return undefined;
  const [issues, checked] =
    'errors' in result ? [result.errors, result.partial] : [NO_ISSUES, result.checked];
  return { compilation, kind, params, issues, checked, objects };
}

/** A warning that the server's type checker writes into the status of a policy. */
export interface ExpressionWarning {
  /** The path of the expression. */
  readonly field: string;
  /** What it says, for each kind. */
  readonly message: string;
}

/**
 * The warnings of the type checker. The server adds random digits to the names of kinds in types, which
 * are left out here (`Deployment.spec`).
 *
 * Source: `Check` in `pkg/admission/plugin/policy/validating/typechecking.go` of the API server.
 */
export function expressionWarnings(
  resource: Resource<'ValidatingAdmissionPolicy'>,
  workspace: Workspace,
): readonly ExpressionWarning[] {
  const texts = new Map<CelCompilation, string[]>();
  for (const compilation of celCompilations(resource)) texts.set(compilation, []);
  for (const { byTypeChecker } of typedReadings(resource, workspace)) {
    for (const { compilation, kind, issues } of byTypeChecker) {
      if (issues.issues.length === 0) continue;
      const text = `${serverKindWords(kind)}: ${renderIssues(compilation.text, issues)}\n`;
      texts.get(compilation)?.push(text);
    }
  }
  return [...texts]
    .filter(([, ofKinds]) => ofKinds.length > 0)
    .map(([{ expression }, ofKinds]) => ({
      field: expression.field.path,
      message: ofKinds.join('\n'),
    }));
}

/** A kind as Go prints it: `apps/v1, Kind=Deployment`. */
function serverKindWords({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}, Kind=${kind}`;
}

/** Kinds in a sentence: `v1 Pod`, `apps/v1 Deployment and batch/v1 Job`; of many only the first ones. */
export function kindsInWords(kinds: readonly GroupVersionKind[]): string {
  const words = kinds.map(kindWords);
  if (words.length < 2) return words.join('');
  if (words.length <= MOST_NAMED) return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
  const named = words.slice(0, MOST_NAMED - 1);
  return `${named.join(', ')} and ${words.length - named.length} more kinds`;
}

const MOST_NAMED = 3;
