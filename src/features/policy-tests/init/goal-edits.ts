import { findString } from '../../../base/go/pattern-strings.ts';
import type { Call, Comprehension, ConstantValue, Expr } from '../../../cel/ast.ts';
import type { CheckedAst } from '../../../cel/check/checked-ast.ts';
import { childrenOf } from '../../../cel/expression-tree.ts';
import type {
  PolicyExpression,
  PolicyVariables,
} from '../../../server/admission/compiled-policy.ts';
import { loopMacroOf, variableOf } from '../../../server/admission/partial-evaluation.ts';
import { isMapping, type Value } from '../../../yaml/tree.ts';
import {
  type RequestDraft,
  type RequestEdit,
  type RequestPath,
  requestValueAt,
} from './request-edits.ts';

/** Changes that are made together. */
type Edits = readonly RequestEdit[];

/** The number of alternatives of one operand that are combined with alternatives of others. */
const MAX_COMBINED = 8;
/** The number of combinations of such alternatives. */
const MAX_COMBINATIONS = MAX_COMBINED * MAX_COMBINED;
/** The number of operands of a chain that are tried as the one that decides, after all operands before it. */
const MAX_DECIDING = 16;
/** The longest list or string that is made. */
const MAX_SIZE = 300;

/** Values of all types, for fields of which only the presence matters. */
const SAMPLES: readonly Value[] = [
  ...['example', 1, true],
  ...[{}, [], ['example'], { example: 'example' }],
  // Amounts of resources.
  { cpu: '1' },
];

/** Two values of each type, so that one of them is not a default. */
const SCALARS: readonly Value[] = ['example', 'other', 1, 2, true, false];

/**
 * Changes of a request after which an expression may have a result, the most promising first. They are derived
 * backwards from the result: the value that each operand must have, down to the fields that are compared with
 * constants. If a change cannot be derived, it is guessed from the constants of the expression. The caller has to try
 * all changes.
 *
 * `src/cel/symbolic/` cannot be used here: it searches for inputs of one shape for which an expression fails with an
 * error, and decides only on presence, sizes and equality with constants. Here the results true and false matter, the
 * input is a request with its Namespace and params, and values have to satisfy orders, patterns and the API server.
 */
export function editsFor(
  expression: PolicyExpression,
  result: boolean,
  draft: RequestDraft,
  variables: PolicyVariables,
): Iterable<Edits> {
  const { compiled } = expression;
  if (!compiled.ok) return [];
  return new GoalSearch(variables, draft).find(compiled.checked.ast.expr, result, {
    checked: compiled.checked,
    paths: ROOTS,
  });
}

/** A place in the request with a number, and how the number is written there. */
interface NumberPlace {
  readonly path: RequestPath;
  readonly valueOf: (number: number) => Value;
}

/** The functions that read numbers from strings. */
const FROM_STRING: ReadonlySet<string> = new Set(['int', 'uint', 'double', 'quantity']);

/** The number that is compared with others where the expression has none. */
const SAMPLE_NUMBER = 5;

interface GoalScope {
  readonly checked: CheckedAst;
  readonly paths: ReadonlyMap<string, RequestPath>;
}

const ROOTS: ReadonlyMap<string, RequestPath> = new Map(
  (['object', 'oldObject', 'request', 'namespaceObject', 'params'] as const).map((root) => [
    root,
    { root, path: [] },
  ]),
);

class GoalSearch {
  readonly #variables: PolicyVariables;
  readonly #draft: RequestDraft;

  constructor(variables: PolicyVariables, draft: RequestDraft) {
    this.#variables = variables;
    this.#draft = draft;
  }

  *find(expr: Expr, result: boolean, scope: GoalScope): Iterable<Edits> {
    const variable = this.#variableScope(expr);
    if (variable !== undefined) {
      yield* this.find(variable.expr, result, variable.scope);
      return;
    }
    const path = this.#pathOf(expr, scope);
    if (expr.kind === 'const') {
      if (expr.value.type === 'bool' && expr.value.value === result) yield [];
    } else if (expr.kind === 'select' && expr.testOnly) {
      if (path !== undefined) yield* this.#presence(path, result);
    } else if (path !== undefined) yield [{ ...path, value: result }];
    else if (expr.kind === 'comprehension') yield* this.#loop(expr, result, scope);
    else if (expr.kind === 'call') yield* this.#call(expr, result, scope);
    yield* this.#guesses(expr, scope);
  }

  *#presence(path: RequestPath, isPresent: boolean): Iterable<Edits> {
    if (!isPresent) yield [{ ...path, value: undefined }];
    else if (requestValueAt(this.#draft, path) !== undefined) yield [];
    else for (const value of SAMPLES) yield [{ ...path, value }];
  }

  *#call(expr: Call, result: boolean, scope: GoalScope): Iterable<Edits> {
    const [first, second, third] = expr.args;
    switch (expr.function) {
      case '!_':
        if (first !== undefined) yield* this.find(first, !result, scope);
        return;
      case '_&&_':
      case '_||_':
        yield* this.#logic(expr, result, scope);
        return;
      case '_?_:_':
        if (first === undefined || second === undefined || third === undefined) return;
        yield* this.#together(
          [
            [first, true],
            [second, result],
          ],
          scope,
        );
        yield* this.#together(
          [
            [first, false],
            [third, result],
          ],
          scope,
        );
        return;
      case '@in':
        if (first !== undefined && second !== undefined)
          yield* this.#membership(first, second, result, scope);
        return;
      case 'startsWith':
      case 'endsWith':
      case 'contains':
      case 'matches':
        yield* this.#stringTest(expr, result, scope);
        return;
      default:
        yield* this.#comparison(expr, scope);
    }
  }

  /**
   * One operand decides the result. The edits of the other operands ensure that the evaluation reaches it: guards come
   * first.
   */
  *#logic(expr: Call, result: boolean, scope: GoalScope): Iterable<Edits> {
    const operands = operandsOf(expr, expr.function);
    const deciding = expr.function === '_||_';
    if (result !== deciding) {
      yield* this.#together(
        operands.map((one) => [one, result]),
        scope,
      );
      return;
    }
    for (const [index, operand] of [...operands.entries()].slice(-MAX_DECIDING).reverse()) {
      const guards = operands.slice(0, index).map((one) => [one, !deciding] as const);
      yield* this.#together([...guards, [operand, deciding]], scope);
    }
    for (const operand of operands) yield* this.find(operand, deciding, scope);
  }

  /** Changes after which several parts have their results. */
  *#together(goals: readonly (readonly [Expr, boolean])[], scope: GoalScope): Iterable<Edits> {
    yield* combinationsOf(goals.map(([expr, result]) => this.find(expr, result, scope)));
  }

  *#loop(expr: Comprehension, result: boolean, scope: GoalScope): Iterable<Edits> {
    const macro = loopMacroOf(expr, scope);
    const range = macro && this.#rangePath(macro.range, scope);
    if (macro === undefined || range === undefined) return;
    const { name, predicate } = macro;
    const present = requestValueAt(this.#draft, range);
    const size = Array.isArray(present) ? present.length : 0;
    const inElement = (index: number, wanted: boolean) =>
      this.find(predicate, wanted, {
        ...scope,
        paths: new Map([
          ...scope.paths,
          [expr.iterVar, { ...range, path: [...range.path, index] }],
        ]),
      });
    const isOfAll = (name === 'all') === result;
    if (isOfAll && size > 0) {
      yield* combinationsOf(Array.from({ length: size }, (_, index) => inElement(index, result)));
    } else {
      yield* inElement(0, result);
      // Most elements of lists have to have a name.
      const first: RequestEdit = { ...range, value: [{ name: 'example' }] };
      if (size === 0) for (const edits of inElement(0, result)) yield [first, ...edits];
    }
    if (!isOfAll) return;
    yield [{ ...range, value: undefined }];
  }

  /** The list that elements are added to: of a sum, or of branches, the first one. */
  #rangePath(expr: Expr, scope: GoalScope): RequestPath | undefined {
    const path = this.#pathOf(expr, scope);
    if (path !== undefined) return path;
    const variable = this.#variableScope(expr);
    if (variable !== undefined) return this.#rangePath(variable.expr, variable.scope);
    for (const child of childrenOf(expr, scope.checked)) {
      const found = this.#rangePath(child, scope);
      if (found !== undefined && found.path.length > 0) return found;
    }
    return undefined;
  }

  *#membership(one: Expr, many: Expr, result: boolean, scope: GoalScope): Iterable<Edits> {
    const path = this.#pathOf(one, scope);
    if (path !== undefined && many.kind === 'list') {
      const known = many.elements.flatMap((element) => constantOf(element) ?? []);
      const values = result ? known : othersThan(known);
      for (const value of values) yield [{ ...path, value }];
    }
    const container = this.#pathOf(many, scope);
    const key = constantOf(one);
    if (container === undefined || typeof key !== 'string') return;
    const member = { ...container, path: [...container.path, key] };
    yield [{ ...container, value: result ? [key] : ['example'] }];
    for (const value of result ? ['example', 'true'] : [undefined]) yield [{ ...member, value }];
  }

  *#stringTest(expr: Call, result: boolean, scope: GoalScope): Iterable<Edits> {
    const [argument] = expr.args;
    const path = expr.target === undefined ? undefined : this.#pathOf(expr.target, scope);
    const source = argument && this.#pathOf(argument, scope);
    const text =
      argument && (constantOf(argument) ?? (source && requestValueAt(this.#draft, source)));
    if (path === undefined || typeof text !== 'string') return;
    if (expr.function === 'matches') {
      for (const value of matching(text, result)) yield [{ ...path, value }];
      return;
    }
    const before = expr.function === 'startsWith' ? '' : 'example';
    const after = expr.function === 'endsWith' ? '' : 'example';
    const values = result ? [`${before}${text}${after}`, text] : ['example', 'other'];
    for (const value of values) yield [{ ...path, value }];
  }

  /** Sets a value to values near the value that it is compared with, for all operators. */
  *#comparison(expr: Call, scope: GoalScope): Iterable<Edits> {
    const [left, right] = expr.args;
    if (left === undefined || right === undefined) return;
    for (const [one, other] of [
      [left, right],
      [right, left],
    ] as const) {
      const size = this.#sizedPath(one, scope);
      const path = this.#pathOf(one, scope);
      const constant = constantOf(other);
      if (size !== undefined && typeof constant === 'number') {
        for (const number of around(constant)) yield* this.#sized(size, number);
      } else if (path !== undefined && constant !== undefined) {
        for (const value of near(constant)) yield [{ ...path, value }];
        yield [{ ...path, value: undefined }];
      } else if (path !== undefined) {
        const source = this.#pathOf(other, scope);
        const value = source && requestValueAt(this.#draft, source);
        const values = value === undefined ? SCALARS : [value, ...near(value)];
        for (const changed of values) yield [{ ...path, value: changed }];
      }
      yield* this.#numbers(one, other, scope);
    }
  }

  /**
   * Numbers next to each other for two values of the request, or next to a constant for one that is read from a string.
   */
  *#numbers(one: Expr, other: Expr, scope: GoalScope): Iterable<Edits> {
    const place = this.#numberPlace(one, scope);
    if (place === undefined) return;
    const constant = constantOf(other);
    const otherPlace = this.#numberPlace(other, scope);
    const center = typeof constant === 'number' ? constant : SAMPLE_NUMBER;
    if (typeof constant !== 'number' && otherPlace === undefined) return;
    for (const number of around(center)) {
      yield [
        ...(otherPlace === undefined
          ? []
          : [{ ...otherPlace.path, value: otherPlace.valueOf(center) }]),
        { ...place.path, value: place.valueOf(number) },
      ];
    }
  }

  /**
   * The location of a number of an expression in the request: the number itself, or a string that is converted to it.
   */
  #numberPlace(expr: Expr, scope: GoalScope): NumberPlace | undefined {
    const path = this.#pathOf(expr, scope);
    if (path !== undefined) return { path, valueOf: (number) => number };
    const variable = this.#variableScope(expr);
    if (variable !== undefined) return this.#numberPlace(variable.expr, variable.scope);
    if (expr.kind !== 'call' || !FROM_STRING.has(expr.function)) return undefined;
    const [text] = expr.args;
    const source = text && this.#pathOf(text, scope);
    return source && { path: source, valueOf: String };
  }

  /** The value whose size an expression is. */
  #sizedPath(expr: Expr, scope: GoalScope): RequestPath | undefined {
    if (expr.kind !== 'call' || expr.function !== 'size') return undefined;
    const of = expr.target ?? expr.args[0];
    return of === undefined ? undefined : this.#pathOf(of, scope);
  }

  *#sized(path: RequestPath, size: number): Iterable<Edits> {
    if (size < 0 || size > MAX_SIZE) return;
    const present = requestValueAt(this.#draft, path);
    const item = Array.isArray(present) ? (present[0] ?? 'example') : 'example';
    yield [{ ...path, value: Array.from({ length: size }, (_, index) => numbered(item, index)) }];
    yield [{ ...path, value: 'x'.repeat(size) }];
    const keys = Array.from({ length: size }, (_, index) => [`key${index}`, 'example'] as const);
    yield [{ ...path, value: Object.fromEntries(keys) }];
  }

  /** Handles other expressions: the values that the expression reads become its constants. */
  *#guesses(root: Expr, scope: GoalScope): Iterable<Edits> {
    if (root.kind === 'call' && LOGIC.has(root.function)) return;
    const paths: RequestPath[] = [];
    const constants = new Set<Value>();
    const visit = (expr: Expr): void => {
      const path = this.#pathOf(expr, scope);
      if (path !== undefined && path.path.length > 0) paths.push(path);
      const constant = constantOf(expr);
      if (constant !== undefined) constants.add(constant);
      if (path === undefined) for (const child of childrenOf(expr, scope.checked)) visit(child);
    };
    visit(root);
    for (const path of paths) {
      const values = [...constants].flatMap((one) => near(one));
      for (const value of [...values, ...SAMPLES]) yield [{ ...path, value }];
      yield [{ ...path, value: undefined }];
    }
  }

  #variableScope(expr: Expr): { readonly expr: Expr; readonly scope: GoalScope } | undefined {
    const variable = variableOf(expr, this.#variables);
    if (variable === undefined || !variable.compiled.ok) return undefined;
    const { checked } = variable.compiled;
    return { expr: checked.ast.expr, scope: { checked, paths: ROOTS } };
  }

  /** The location in the request of a value that an expression selects. */
  #pathOf(expr: Expr, scope: GoalScope): RequestPath | undefined {
    if (expr.kind === 'ident') return scope.paths.get(expr.name);
    const variable = this.#variableScope(expr);
    if (variable !== undefined) return this.#pathOf(variable.expr, variable.scope);
    if (expr.kind === 'select') {
      const path = this.#pathOf(expr.operand, scope);
      return path && { ...path, path: [...path.path, expr.field] };
    }
    if (expr.kind !== 'call') return undefined;
    const [operand, index] = expr.args;
    if (expr.target !== undefined && (expr.function === 'orValue' || expr.function === 'value')) {
      return this.#pathOf(expr.target, scope);
    }
    if (!INDEX.has(expr.function) || operand === undefined || index === undefined) return undefined;
    const path = this.#pathOf(operand, scope);
    const key = constantOf(index);
    return path !== undefined && (typeof key === 'string' || typeof key === 'number')
      ? { ...path, path: [...path.path, key] }
      : undefined;
  }
}

const INDEX: ReadonlySet<string> = new Set(['_[_]', '_[?_]', '_?._']);
const LOGIC: ReadonlySet<string> = new Set(['_&&_', '_||_', '_?_:_', '!_']);

function operandsOf(expr: Expr, operator: string): readonly Expr[] {
  return expr.kind === 'call' && expr.function === operator
    ? expr.args.flatMap((operand) => operandsOf(operand, operator))
    : [expr];
}

function constantOf(expr: Expr): string | number | boolean | undefined {
  if (expr.kind === 'const') return plainConstant(expr.value);
  if (expr.kind === 'call' && expr.function === '-_') {
    const [operand] = expr.args;
    const value = operand && constantOf(operand);
    return typeof value === 'number' ? -value : undefined;
  }
  return undefined;
}

function plainConstant(constant: ConstantValue): string | number | boolean | undefined {
  switch (constant.type) {
    case 'int':
    case 'uint':
      return Number(constant.value);
    case 'null':
    case 'bytes':
      return undefined;
    default:
      return constant.value;
  }
}

function around(number: number): readonly number[] {
  return [number, number + 1, number - 1];
}

/** A value, and others like it. */
function near(value: Value): readonly Value[] {
  if (typeof value === 'number') return around(value);
  if (typeof value === 'boolean') return [value, !value];
  return typeof value === 'string' ? [value, ...othersThan([value])] : [value];
}

function othersThan(values: readonly Value[]): readonly Value[] {
  const [first] = values;
  const others =
    typeof first === 'number' ? [Math.max(...values.map(Number)) + 1] : ['example', 'other'];
  return others.filter((one) => !values.includes(one));
}

/** Strings that a pattern matches, or does not match. */
function matching(pattern: string, result: boolean): readonly string[] {
  const bounds = { minLength: 1, maxLength: MAX_SIZE };
  const search = findString(
    result
      ? { matches: [pattern], avoids: [], ...bounds }
      : { matches: [], avoids: [pattern], ...bounds },
  );
  return search.kind === 'found' ? [search.text] : [];
}

/**
 * Changes that are made together, each from one list. A list without changes has no effect. If there are too many
 * combinations, the first lists contribute only their first change.
 */
function combinationsOf(lists: readonly Iterable<Edits>[]): readonly Edits[] {
  const filled = lists
    .map((list) => firstOf(list, MAX_COMBINED))
    .filter((choices) => choices.length > 0);
  let combined: readonly Edits[] = [[]];
  let left = filled.length;
  while (left > 0 && combined.length < MAX_COMBINATIONS) {
    left -= 1;
    const after = combined;
    combined = (filled[left] ?? []).flatMap((edits) => after.map((one) => [...edits, ...one]));
  }
  const before = filled.slice(0, left).flatMap(([first = []]) => first);
  return combined.slice(0, MAX_COMBINATIONS).map((one) => [...before, ...one]);
}

function firstOf<T>(values: Iterable<T>, most: number): readonly T[] {
  const found: T[] = [];
  for (const value of values) {
    found.push(value);
    if (found.length >= most) break;
  }
  return found;
}

/** An item of a list, with a number in its name: most lists must not have two items of one name. */
function numbered(item: Value, index: number): Value {
  if (!isMapping(item) || typeof item.name !== 'string' || index === 0) return item;
  return { ...item, name: `${item.name}${index}` };
}
