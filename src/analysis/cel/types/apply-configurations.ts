import type { Expr, StructField, StructLiteral } from '../../../cel/ast.ts';
import { childrenAsParsed, isEmptyList } from '../../../cel/expression-tree.ts';
import type { CustomKindLookup } from '../../../rule/custom-kinds.ts';
import type { Resource } from '../../../rule/resource.ts';
import type { ApiType } from '../../../server/expressions/types/api-types.ts';
import type { GroupVersionKind } from '../../../server/kubernetes/api-version.ts';
import { requestFilters } from '../../requests/request-filters.ts';
import { type CelCompilation, celCompilations } from '../compilations.ts';
import { guardedExpressions } from './guarded-expressions.ts';
import { type MatchedKind, type MatchedKinds, matchedKinds } from './matched-kinds.ts';
import { typeChecks } from './type-checks.ts';
import {
  hasAtomicItems,
  isAtomic,
  lacksField,
  type TypePosition,
  typeAtPath,
  typeOfField,
} from './type-positions.ts';

/** An error in an object literal of an apply configuration. */
interface ApplyConfigurationError {
  readonly compilation: CelCompilation;
  readonly literal: StructLiteral;
  /** The matched kinds for which it is an error. */
  readonly kinds: readonly GroupVersionKind[];
  readonly reason:
    | {
        readonly kind: 'unknown-field';
        readonly field: StructField;
        readonly path: string;
        /** The type that does not have the field, in the first of the kinds. */
        readonly parent: ApiType;
      }
    | {
        /** An apply configuration must not set a value that is replaced as a whole. */
        readonly kind: 'atomic';
        readonly field: StructField;
        readonly path: string;
        readonly type: ApiType;
      }
    | {
        /** The type name of the literal is not that of the field for which it is used. */
        readonly kind: 'type-name';
        readonly expected: string;
      };
}

/**
 * The errors of the server when it applies the configurations of a policy to objects of the matched kinds.
 *
 * Source: `pkg/admission/plugin/policy/mutating/patch/smd.go` and `pkg/cel/mutation/dynamic/objects.go` of the API
 * server.
 */
export function applyConfigurationErrors(
  resource: Resource<'MutatingAdmissionPolicy'>,
  customKinds: CustomKindLookup,
): readonly ApplyConfigurationError[] {
  const compilations = celCompilations(resource);
  if (compilations.some(({ compiled }) => !compiled.ok)) return [];
  const configurations = compilations.filter(
    ({ expression }) => expression.environment.name === 'map',
  );
  if (configurations.length === 0) return [];
  const [filter] = requestFilters(resource);
  const found = matchedKinds(filter?.rules ?? [], customKinds, resource.minor);
  const matched = { ...found, kinds: found.kinds.filter(({ isMatched }) => isMatched) };
  const guarded = guardedExpressions(
    typeChecks(resource, customKinds).flatMap(({ atRunTime }) => atRunTime),
  );
  return configurations.flatMap((compilation) =>
    new ApplyConfigurationValidator(compilation, matched, guarded.has(compilation)).validate(),
  );
}

/** The name of the type of the whole object. The names of the types of its fields begin with it: `Object.spec`. */
const ROOT_TYPE = 'Object';

class ApplyConfigurationValidator {
  readonly #compilation: CelCompilation;
  readonly #matched: MatchedKinds;
  readonly #isGuarded: boolean;
  readonly #errors: ApplyConfigurationError[] = [];

  /** @param isGuarded true if the expression need not apply to objects of all matched kinds */
  constructor(compilation: CelCompilation, matched: MatchedKinds, isGuarded: boolean) {
    this.#compilation = compilation;
    this.#matched = matched;
    this.#isGuarded = isGuarded;
  }

  validate(): readonly ApplyConfigurationError[] {
    const { compiled } = this.#compilation;
    if (compiled.ok) this.#visit(compiled.checked.ast.expr, undefined);
    return this.#errors.sort((a, b) => a.literal.offset - b.literal.offset);
  }

  /** @param expectedName the type name that an object literal must have here; undefined if not known */
  #visit(expr: Expr, expectedName: string | undefined): void {
    if (expr.kind === 'struct' && isConfigurationType(expr.name)) {
      this.#visitLiteral(expr, expectedName);
      return;
    }
    const results = new Set(expectedName === undefined ? [] : resultsOf(expr));
    for (const child of childrenAsParsed(expr)) {
      this.#visit(child, results.has(child) ? expectedName : undefined);
    }
  }

  #visitLiteral(literal: StructLiteral, expectedName: string | undefined): void {
    if (expectedName !== undefined && literal.name !== expectedName) {
      const kinds = this.#matched.kinds;
      this.#add({ literal, kinds, reason: { kind: 'type-name', expected: expectedName } });
      return;
    }
    const path = literal.name.split('.').slice(1);
    const positions = this.#matched.kinds.flatMap((kind) => {
      const position = typeAtPath(kind.type, path);
      return position === undefined ? [] : [{ kind, position }];
    });
    for (const field of literal.fields) {
      this.#checkField(literal, field, [...path, field.name].join('.'), positions);
      this.#visit(field.value, `${literal.name}.${field.name}`);
    }
  }

  #checkField(
    literal: StructLiteral,
    field: StructField,
    path: string,
    positions: readonly KindPosition[],
  ): void {
    const missing = positions.filter(({ position }) => lacksField(position, field.name));
    const [first] = missing;
    if (first !== undefined && this.#isCertain(missing.length)) {
      const kinds = missing.map(({ kind }) => kind);
      const parent = first.position.type;
      this.#add({ literal, kinds, reason: { kind: 'unknown-field', field, path, parent } });
    }
    if (field.value.kind === 'const') return;
    const atomic = positions.flatMap(({ kind, position }) => {
      const target = typeOfField(position, field.name);
      // The server does not search for atomic values inside maps.
      if (target === undefined || target.isInMap) return [];
      const { type } = target;
      const isReplaced = isAtomic(type) || (hasAtomicItems(type) && !isEmptyList(field.value));
      return isReplaced ? [{ kind, type }] : [];
    });
    const [firstAtomic] = atomic;
    if (firstAtomic !== undefined && this.#isCertain(atomic.length)) {
      const kinds = atomic.map(({ kind }) => kind);
      const { type } = firstAtomic;
      this.#add({ literal, kinds, reason: { kind: 'atomic', field, path, type } });
    }
  }

  /** Reports whether an error for this number of kinds occurs despite guards. */
  #isCertain(count: number): boolean {
    const { isComplete, kinds } = this.#matched;
    return !this.#isGuarded || (isComplete && count === kinds.length);
  }

  #add(error: Omit<ApplyConfigurationError, 'compilation'>): void {
    this.#errors.push({ compilation: this.#compilation, ...error });
  }
}

/** The position of a literal's type in one kind. */
interface KindPosition {
  readonly kind: MatchedKind;
  readonly position: TypePosition;
}

function isConfigurationType(name: string): boolean {
  return name === ROOT_TYPE || name.startsWith(`${ROOT_TYPE}.`);
}

/** The direct subexpressions whose value can be the result of an expression, or an item of the list it results in. */
function resultsOf(expr: Expr): readonly Expr[] {
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
