import type { Expr, Issue, Select } from '../../../cel/ast.ts';
import { childrenAsParsed } from '../../../cel/expression-tree.ts';
import type { GroupVersionKind } from '../../../expressions/types/api-types.ts';
import type { ObjectPlace } from '../../../expressions/types/object-types.ts';
import type { CelCompilation } from '../compilations.ts';
import type { TypedReading, TypedReadings } from './policy-types.ts';

/** A field that an expression selects and some of the matched kinds do not have. */
export interface UnknownField {
  readonly compilation: CelCompilation;
  readonly issue: Issue;
  readonly field: string;
  /** An offset in code points into the expression that is not behind the name of the field, but near it. */
  readonly before: number;
  /** The object that lacks it, of the first kind. */
  readonly place: ObjectPlace;
  /** The kinds that lack it, and those that have it. Of params that is their kind. */
  readonly missing: readonly GroupVersionKind[];
  readonly having: readonly GroupVersionKind[];
  /** Whether no object of a kind with such a field can be matched. */
  readonly isSure: boolean;
  /** Whether the server's type checker looks there. */
  readonly isTypeChecked: boolean;
  /** Whether the expression, or the policy as a whole, tests what kind or fields the object has. */
  readonly isGuarded: boolean;
}

/** Types that do not fit together when the expression runs. */
export interface TypeMismatch {
  readonly compilation: CelCompilation;
  readonly issue: Issue;
  /** The kinds with these types. */
  readonly kinds: readonly GroupVersionKind[];
  /** Whether it is so of all kinds. */
  readonly isSure: boolean;
  /** As of an unknown field. */
  readonly isGuarded: boolean;
}

/** What only the server's type checker complains of. */
export interface FalseAlarm {
  readonly compilation: CelCompilation;
  readonly issue: Issue;
  readonly reason:
    | /** It does not know `authorizer.requestResource`. */ 'requestResource'
    /** It does not see a field of this name, which the kind has. */
    | 'hiddenField'
    /** It takes values for something else than the plain JSON that expressions find. */
    | 'otherType';
  readonly kinds: readonly GroupVersionKind[];
}

/** All that the types show, in the order of the expressions. */
export interface TypeIssues {
  readonly unknownFields: readonly UnknownField[];
  readonly mismatches: readonly TypeMismatch[];
  readonly falseAlarms: readonly FalseAlarm[];
}

/** Puts together what was found for each kind: one issue for each place, naming the kinds. */
export function typeIssues(readings: TypedReadings): TypeIssues {
  const atRunTime = groupByCompilation(readings.atRunTime);
  const byTypeChecker = groupByCompilation(readings.byTypeChecker);
  const { isComplete } = readings.matched;
  const guarded = guardedCompilations(readings.atRunTime);
  const all = [...atRunTime].map(([compilation, ofKinds]) => {
    const checked = byTypeChecker.get(compilation) ?? [];
    const facts = {
      isComplete,
      isGuarded: guarded.has(compilation),
      isTypeChecked: checked.length > 0,
    };
    return {
      unknownFields: unknownFields(ofKinds, facts),
      mismatches: mismatches(ofKinds, facts),
      falseAlarms: falseAlarms(ofKinds, checked),
    };
  });
  return {
    unknownFields: all.flatMap((one) => one.unknownFields),
    mismatches: all.flatMap((one) => one.mismatches),
    falseAlarms: all.flatMap((one) => one.falseAlarms),
  };
}

/**
 * The expressions before which something is tested: the kind of the object in any of them, or fields in the
 * expression itself.
 *
 * @param readings those of all expressions under the same rules
 */
export function guardedCompilations(
  readings: readonly TypedReading[],
): ReadonlySet<CelCompilation> {
  const testsKinds = readings.some((reading) => testsKind(reading));
  return new Set(
    readings
      .filter((reading) => testsKinds || testsFields(reading))
      .map(({ compilation }) => compilation),
  );
}

/** The readings of each expression, one for each kind. */
export function groupByCompilation(
  readings: readonly TypedReading[],
): ReadonlyMap<CelCompilation, readonly TypedReading[]> {
  const groups = new Map<CelCompilation, TypedReading[]>();
  for (const reading of readings) {
    const known = groups.get(reading.compilation);
    if (known === undefined) groups.set(reading.compilation, [reading]);
    else known.push(reading);
  }
  return groups;
}

interface FoundIssue {
  readonly issue: Issue;
  readonly readings: TypedReading[];
}

/** The issues of an expression, each with the readings that have it. */
function groupIssues(
  readings: readonly TypedReading[],
  isMeant: (issue: Issue, reading: TypedReading) => boolean,
): readonly FoundIssue[] {
  const groups = new Map<string, FoundIssue>();
  for (const reading of readings) {
    for (const issue of reading.issues.issues) {
      if (!isMeant(issue, reading)) continue;
      const key = `${issue.offset} ${issue.message}`;
      const known = groups.get(key);
      if (known === undefined) groups.set(key, { issue, readings: [reading] });
      else known.readings.push(reading);
    }
  }
  return [...groups.values()].sort((a, b) => a.issue.offset - b.issue.offset);
}

/** What holds for all issues of an expression. */
interface Facts {
  readonly isComplete: boolean;
  readonly isGuarded: boolean;
  readonly isTypeChecked: boolean;
}

function unknownFields(
  readings: readonly TypedReading[],
  { isComplete, isGuarded, isTypeChecked }: Facts,
): readonly UnknownField[] {
  const found = groupIssues(readings, (issue) => fieldOf(issue) !== undefined);
  return found.flatMap(({ issue, readings: lacking }) => {
    const field = fieldOf(issue) ?? '';
    const [first] = lacking;
    const selection = first === undefined ? undefined : findSelection(first, issue, field);
    const place = first === undefined ? undefined : placeIn(first, selection);
    if (first === undefined || selection === undefined || place === undefined) return [];
    const kindIn = (reading: TypedReading): GroupVersionKind =>
      isOfParams(first, place) ? (reading.params ?? reading.kind) : reading.kind;
    const others = readings.filter((reading) => !lacking.includes(reading));
    const having = others.filter((reading) => hasType(reading, selection.expr));
    const isOfObject = !isOfParams(first, place);
    return [
      {
        compilation: first.compilation,
        issue,
        field,
        before: beforeField(selection.expr, selection.operand),
        place,
        missing: unique(lacking.map(kindIn)),
        having: unique(having.map(kindIn)),
        isSure: having.length === 0 && (isComplete || !isOfObject),
        isTypeChecked,
        isGuarded,
      },
    ];
  });
}

function mismatches(
  readings: readonly TypedReading[],
  { isComplete, isGuarded }: Facts,
): readonly TypeMismatch[] {
  const found = groupIssues(
    readings,
    (issue, reading) => fieldOf(issue) === undefined && mattersAtRunTime(issue, reading),
  );
  return found.flatMap(({ issue, readings: having }) =>
    having.slice(0, 1).map(({ compilation }) => ({
      compilation,
      issue,
      kinds: unique(having.map(({ kind }) => kind)),
      isSure: isComplete && having.length === readings.length,
      isGuarded,
    })),
  );
}

const REQUEST_RESOURCE = /^unexpected failed resolution of 'kubernetes.authorization.Authorizer'$/;

function falseAlarms(
  atRunTime: readonly TypedReading[],
  byTypeChecker: readonly TypedReading[],
): readonly FalseAlarm[] {
  const matched = new Set(atRunTime.map(({ kind }) => kind));
  const real = new Set(
    atRunTime.flatMap((reading) =>
      reading.issues.issues
        .filter((issue) => fieldOf(issue) !== undefined || mattersAtRunTime(issue, reading))
        .map(({ offset }) => `${offset} ${JSON.stringify(kindKey(reading.kind))}`),
    ),
  );
  const found = groupIssues(
    byTypeChecker,
    ({ offset, message }, { kind }) =>
      matched.has(kind) &&
      !real.has(`${offset} ${JSON.stringify(kindKey(kind))}`) &&
      !message.startsWith("undeclared reference to 'params'"),
  );
  return found.flatMap(({ issue, readings }) =>
    readings.slice(0, 1).map(({ compilation }) => ({
      compilation,
      issue,
      reason: reasonOf(issue),
      kinds: unique(readings.map(({ kind }) => kind)),
    })),
  );
}

function reasonOf(issue: Issue): FalseAlarm['reason'] {
  if (REQUEST_RESOURCE.test(issue.message)) return 'requestResource';
  return fieldOf(issue) === undefined ? 'otherType' : 'hiddenField';
}

/** The field that an issue says is undefined. */
function fieldOf({ message }: Issue): string | undefined {
  return /^undefined field '(.*)'$/s.exec(message)?.[1];
}

/**
 * Calls that take values of any types when the expression runs, and a test for null, which only says no. Lists and
 * maps may hold values of any types, too: where types are mixed only as long as those of the object are known, the
 * expression was taken.
 */
const TOLERANT = [
  /^expected type '.*' but found '.*'$/s,
  /^found no matching overload for '(?:_\?_:_|or|orValue)' applied to /,
  /^found no matching overload for '_[!=]=_' applied to '\((?:.*, null|null, .*|int, double|double, int)\)'$/,
];

function mattersAtRunTime(issue: Issue, reading: TypedReading): boolean {
  return !namesObject(issue, reading) && !TOLERANT.some((call) => call.test(issue.message));
}

/**
 * Whether an issue is about an object as a whole, which is a map when the expression runs, so that nothing is
 * sure.
 */
function namesObject({ message }: Issue, { kind, params }: TypedReading): boolean {
  const names = [kind.kind, ...(params === undefined ? [] : [params.kind])];
  return names.some((name) => new RegExp(`[(, .']${name}[.), ']`).test(message));
}

const KIND_FIELDS: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'requestKind',
  'requestResource',
  'requestSubResource',
  'resource',
  'subResource',
]);

/** Whether an expression asks for the kind of the object: `object.kind`, `request.resource`. */
function testsKind({ checked }: TypedReading): boolean {
  return someExpr(
    checked.ast.expr,
    (expr) =>
      expr.kind === 'select' &&
      KIND_FIELDS.has(expr.field) &&
      expr.operand.kind === 'ident' &&
      ['object', 'oldObject', 'request'].includes(expr.operand.name),
  );
}

/** Whether an expression asks for fields before it uses them: `has()`, `.?field`. */
function testsFields({ checked }: TypedReading): boolean {
  return someExpr(
    checked.ast.expr,
    (expr) =>
      (expr.kind === 'select' && expr.testOnly) ||
      (expr.kind === 'call' && expr.function === '_?._'),
  );
}

function someExpr(root: Expr, isMeant: (expr: Expr) => boolean): boolean {
  const left = [root];
  for (let expr = left.pop(); expr !== undefined; expr = left.pop()) {
    if (isMeant(expr)) return true;
    left.push(...childrenAsParsed(expr));
  }
  return false;
}

/** Where an expression selects a field, and what it selects it from. */
interface Selection {
  readonly expr: Expr;
  readonly operand: Expr;
}

function findSelection(
  { checked }: TypedReading,
  { offset }: Issue,
  field: string,
): Selection | undefined {
  const left: Expr[] = [checked.ast.expr];
  for (let expr = left.pop(); expr !== undefined; expr = left.pop()) {
    if (expr.offset === offset) {
      const operand = operandOf(expr, field);
      if (operand !== undefined) return { expr, operand };
    }
    left.push(...childrenAsParsed(expr));
  }
  return undefined;
}

/**
 * An offset in code points that is near the name of a selected field and not behind it: a selection in `has()` has the
 * offset of the macro.
 */
export function beforeField(expr: Expr, operand: Expr): number {
  return expr.kind === 'select' && expr.testOnly ? operand.offset : expr.offset;
}

/** All selections by `.field` in an expression. */
export function selectionsIn({ compiled }: CelCompilation): readonly Select[] {
  if (!compiled.ok) return [];
  const found: Select[] = [];
  someExpr(compiled.checked.ast.expr, (expr) => {
    if (expr.kind === 'select') found.push(expr);
    return false;
  });
  return found.sort((a, b) => a.offset - b.offset);
}

/** What a field is selected from: by `.field`, or by `.?field`. */
function operandOf(expr: Expr, field: string): Expr | undefined {
  if (expr.kind === 'select') return expr.field === field ? expr.operand : undefined;
  if (expr.kind !== 'call' || expr.function !== '_?._') return undefined;
  const [operand, name] = expr.args;
  const isField =
    name?.kind === 'const' && name.value.type === 'string' && name.value.value === field;
  return isField ? operand : undefined;
}

function placeIn(
  { checked, objects }: TypedReading,
  selection: Selection | undefined,
): ObjectPlace | undefined {
  if (selection === undefined) return undefined;
  const type = checked.types.get(selection.operand.id);
  if (type === undefined) return undefined;
  const [held] = type.parameters;
  return objects.placeOf(type.kind === 'opaque' && held !== undefined ? held : type);
}

/** Whether the checker got as far as to give an expression a type. */
function hasType({ checked }: TypedReading, { id }: Expr): boolean {
  const type = checked.types.get(id);
  return type !== undefined && type.kind !== 'error';
}

function isOfParams({ kind }: TypedReading, { root }: ObjectPlace): boolean {
  return root !== kind.kind;
}

function kindKey({ group, version, kind }: GroupVersionKind): readonly string[] {
  return [group, version, kind];
}

function unique(kinds: readonly GroupVersionKind[]): readonly GroupVersionKind[] {
  const known = new Map(kinds.map((kind) => [JSON.stringify(kindKey(kind)), kind]));
  return [...known.values()];
}

/** The path of a field below `object` or `params`. */
export function pathOf({ path }: ObjectPlace, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}
