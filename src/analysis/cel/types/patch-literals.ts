import type { Expr, StructField, StructLiteral } from '../../../cel/ast.ts';
import { childrenAsParsed } from '../../../cel/expression-tree.ts';
import type { ApiType, GroupVersionKind } from '../../../expressions/types/api-types.ts';
import type { Resource } from '../../../rule/resource.ts';
import type { Workspace } from '../../../rule/workspace.ts';
import { requestFilters } from '../../requests/request-filters.ts';
import { type CelCompilation, celCompilations } from '../compilations.ts';
import { type MatchedKind, type MatchedKinds, matchedKinds } from './matched-kinds.ts';
import { typedReadings } from './policy-types.ts';
import { guardedCompilations } from './type-issues.ts';

/** A field that an apply configuration sets, or an object in it that has another name than its place. */
export interface PatchProblem {
  readonly compilation: CelCompilation;
  readonly literal: StructLiteral;
  readonly kinds: readonly GroupVersionKind[];
  readonly what:
    | {
        /** Kinds do not have the field. */
        readonly is: 'unknown-field';
        readonly field: StructField;
        readonly path: string;
        /** What the object is in the first of them. */
        readonly parent: ApiType;
      }
    | {
        /** It is replaced as a whole, which an apply configuration must not do. */
        readonly is: 'atomic';
        readonly field: StructField;
        readonly path: string;
        readonly type: ApiType;
      }
    | {
        /** It stands in a field, but is called after another. */
        readonly is: 'type-name';
        readonly expected: string;
      };
}

/**
 * What the server refuses when it applies the configurations of a policy to objects of the matched kinds.
 *
 * Source: `pkg/admission/plugin/policy/mutating/patch/smd.go` and `pkg/cel/mutation/dynamic/objects.go` of
 * the API server.
 */
export function patchProblems(
  resource: Resource<'MutatingAdmissionPolicy'>,
  workspace: Workspace,
): readonly PatchProblem[] {
  const compilations = celCompilations(resource);
  if (compilations.some(({ compiled }) => !compiled.ok)) return [];
  const configurations = compilations.filter(
    ({ expression }) => expression.environment.name === 'map',
  );
  if (configurations.length === 0) return [];
  const [filter] = requestFilters(resource);
  const found = matchedKinds(filter?.rules ?? [], workspace, resource.minor);
  const matched = { ...found, kinds: found.kinds.filter(({ isMatched }) => isMatched) };
  const readings = typedReadings(resource, workspace).flatMap(({ atRunTime }) => atRunTime);
  const guarded = guardedCompilations(readings);
  return configurations.flatMap((compilation) =>
    new PatchWalk(compilation, matched, guarded.has(compilation)).run(),
  );
}

/** The first name of the types of apply configurations. */
const ROOT = 'Object';

class PatchWalk {
  readonly #compilation: CelCompilation;
  readonly #matched: MatchedKinds;
  readonly #isGuarded: boolean;
  readonly #found: PatchProblem[] = [];

  /** @param guarded whether the kind of the object is tested before */
  constructor(compilation: CelCompilation, matched: MatchedKinds, guarded: boolean) {
    this.#compilation = compilation;
    this.#matched = matched;
    this.#isGuarded = guarded;
  }

  run(): readonly PatchProblem[] {
    const { compiled } = this.#compilation;
    if (compiled.ok) this.#visit(compiled.checked.ast.expr, undefined);
    return this.#found.sort((a, b) => a.literal.offset - b.literal.offset);
  }

  /** @param expected the name that objects must have there; undefined where nothing is known of the place */
  #visit(expr: Expr, expected: string | undefined): void {
    if (expr.kind === 'struct' && isPatchType(expr.name)) {
      this.#visitLiteral(expr, expected);
      return;
    }
    const values = new Set(expected === undefined ? [] : valuesOf(expr));
    for (const child of childrenAsParsed(expr)) {
      this.#visit(child, values.has(child) ? expected : undefined);
    }
  }

  #visitLiteral(literal: StructLiteral, expected: string | undefined): void {
    if (expected !== undefined && literal.name !== expected) {
      const kinds = this.#matched.kinds;
      this.#add({ literal, kinds, what: { is: 'type-name', expected } });
      return;
    }
    const path = literal.name.split('.').slice(1);
    const objects = this.#matched.kinds.map((kind) => ({ kind, at: typeAt(kind.type, path) }));
    for (const field of literal.fields) {
      this.#checkField(literal, field, [...path, field.name], objects);
      this.#visit(field.value, `${literal.name}.${field.name}`);
    }
  }

  #checkField(
    literal: StructLiteral,
    field: StructField,
    segments: readonly string[],
    objects: readonly PlaceOfKind[],
  ): void {
    const path = segments.join('.');
    const missing = objects.filter(({ at }) => at !== undefined && lacks(at, field.name));
    const [first] = missing;
    if (first?.at !== undefined && this.#isCertain(missing.length)) {
      const kinds = missing.map(({ kind }) => kind);
      const what = { is: 'unknown-field', field, path, parent: first.at.type } as const;
      this.#add({ literal, kinds, what });
    }
    if (field.value.kind === 'const') return;
    const atomic = objects.flatMap(({ kind, at }) => {
      const place = at === undefined ? undefined : stepInto(at, field.name);
      if (place === undefined || place.isInMap) return [];
      const { type } = place;
      const isReplaced = isAtomic(type) || (hasAtomicItems(type) && !isEmptyList(field.value));
      return isReplaced ? [{ kind, type }] : [];
    });
    const [one] = atomic;
    if (one !== undefined && this.#isCertain(atomic.length)) {
      const kinds = atomic.map(({ kind }) => kind);
      this.#add({ literal, kinds, what: { is: 'atomic', field, path, type: one.type } });
    }
  }

  /** Whether what holds for so many kinds fails, whatever is tested before. */
  #isCertain(count: number): boolean {
    const { isComplete, kinds } = this.#matched;
    return !this.#isGuarded || (isComplete && count === kinds.length);
  }

  #add(problem: Omit<PatchProblem, 'compilation'>): void {
    this.#found.push({ compilation: this.#compilation, ...problem });
  }
}

/** What is at a path of one kind. */
interface PlaceOfKind {
  readonly kind: MatchedKind;
  /** Undefined where there is nothing, or nothing is known. */
  readonly at: Place | undefined;
}

interface Place {
  readonly type: ApiType;
  /** Whether an object on the way takes any field; so do all below it. */
  readonly isOpen: boolean;
  /** Whether it is in a map, where the server does not look for what is atomic. */
  readonly isInMap: boolean;
}

function isPatchType(name: string): boolean {
  return name === ROOT || name.startsWith(`${ROOT}.`);
}

/** Below lists there is no step of their own. */
function typeAt(root: ApiType, path: readonly string[]): Place | undefined {
  let place: Place | undefined = { type: root, isOpen: false, isInMap: false };
  for (const name of path) {
    if (place === undefined) return undefined;
    place = stepInto(place, name);
  }
  return place === undefined ? undefined : elementOf(place);
}

function elementOf(place: Place): Place {
  let { type } = place;
  while (type.kind === 'list') type = type.element;
  return { ...place, type };
}

function stepInto(place: Place, name: string): Place | undefined {
  const { type, isOpen, isInMap } = elementOf(place);
  if (type.kind === 'map') return { type: type.element, isOpen, isInMap: true };
  if (type.kind !== 'object') return undefined;
  const field = type.field(name);
  if (field === undefined) return undefined;
  // The metadata of an embedded object is that of all objects, whatever lies around it.
  const isBuiltIn = field.kind === 'object' && field.name !== undefined;
  return { type: field, isOpen: !isBuiltIn && (isOpen || type.isOpen), isInMap };
}

function lacks(place: Place, name: string): boolean {
  const { type, isOpen } = elementOf(place);
  return type.kind === 'object' && !isOpen && !type.isOpen && type.field(name) === undefined;
}

function isAtomic(type: ApiType): boolean {
  switch (type.kind) {
    case 'list':
      return type.merge === 'atomic';
    case 'map':
    case 'object':
      return type.isAtomic;
    case 'scalar':
      return false;
  }
}

/** Whether a list takes items only as a whole. */
export function hasAtomicItems(type: ApiType): boolean {
  return type.kind === 'list' && type.merge !== 'atomic' && isAtomic(type.element);
}

function isEmptyList(expr: Expr): boolean {
  return expr.kind === 'list' && expr.elements.length === 0;
}

/** The parts of an expression that it may give, or that are items of a list that it gives. */
function valuesOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'list':
      return expr.elements;
    case 'comprehension':
      return [expr.accuInit, expr.loopStep, expr.result];
    case 'call': {
      const [first, ...others] = expr.args;
      switch (expr.function) {
        case '_?_:_':
          return others;
        case '_+_':
          return expr.args;
        case 'dyn':
        case 'of':
        case 'ofNonZeroValue':
        case 'optional.of':
        case 'optional.ofNonZeroValue':
          return first === undefined ? [] : [first];
        default:
          return [];
      }
    }
    default:
      return [];
  }
}
