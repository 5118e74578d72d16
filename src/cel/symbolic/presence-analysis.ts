import type { Call, Comprehension, Expr, Select } from '../ast.ts';
import type { CheckedAst } from '../check/checked-ast.ts';
import { functionOf, operandsOf } from '../expression-tree.ts';
import { AbstractSelections } from './abstract-selections.ts';
import { type AbstractValues, contentOf, includesAll, join, NO_VALUES } from './abstract-values.ts';
import {
  findLocal,
  type Guard,
  guardsOf,
  isPresenceTest,
  type LocalVariable,
  referenceKey,
  stringLiteral,
} from './guards.ts';
import { type Inputs, PresenceFacts } from './presence-facts.ts';

type Scope = LocalVariable<AbstractValues> | undefined;

/** The most values of an expression that are tracked. */
const MAX_VALUES = 16;

/**
 * An abstract interpretation that shows for most expressions, in one pass, that no selection in them can fail: the
 * selected value is always present, or a condition before the selection has tested for it. Symbolic execution is
 * needed only for the other expressions.
 */
export class PresenceAnalysis {
  readonly #facts: PresenceFacts;

  /** @param guards the guards in effect before the evaluation. They may refer to global variables only. */
  constructor(inputs: Inputs, guards: readonly Guard[] = []) {
    this.#facts = new PresenceFacts(inputs, guards);
  }

  /** Analyzes an expression that is evaluated before the one in question, and whose own failures do not matter. */
  addPreceding(checked: CheckedAst): void {
    this.#facts.ignoreFailures(() => new ExpressionAnalysis(this.#facts, checked).run());
  }

  /** Reports whether a selection in an expression may fail. */
  mayFail(checked: CheckedAst): boolean {
    new ExpressionAnalysis(this.#facts, checked).run();
    return this.#facts.mayFail;
  }
}

/** The analysis of one expression. `SymbolicEvaluator` documents the results of its parts. */
class ExpressionAnalysis {
  readonly #facts: PresenceFacts;
  readonly #checked: CheckedAst;
  readonly #selections: AbstractSelections;

  constructor(facts: PresenceFacts, checked: CheckedAst) {
    this.#facts = facts;
    this.#checked = checked;
    this.#selections = new AbstractSelections(facts, checked, (name) =>
      facts.definition(name, (definition) => new ExpressionAnalysis(facts, definition).run()),
    );
  }

  run(): AbstractValues {
    return this.#visit(this.#checked.ast.expr, undefined);
  }

  #visit(expr: Expr, scope: Scope): AbstractValues {
    const values = this.#facts.enter() ? this.#valuesOf(expr, scope) : NO_VALUES;
    this.#facts.leave();
    return values.length > MAX_VALUES ? this.#facts.abort() : values;
  }

  #valuesOf(expr: Expr, scope: Scope): AbstractValues {
    switch (expr.kind) {
      case 'const':
        if (expr.value.type === 'null') this.#facts.noteNull();
        return NO_VALUES;
      case 'ident':
        return this.#variable(expr, expr.name, scope);
      case 'select':
        return this.#select(expr, scope);
      case 'call':
        return this.#call(expr, scope);
      case 'list': {
        let content = NO_VALUES;
        for (const [index, element] of expr.elements.entries()) {
          const isOptional = expr.optionalIndices.includes(index);
          content = join(content, this.#entry(element, isOptional, scope));
        }
        return [{ kind: 'list', content }];
      }
      case 'map': {
        let content = NO_VALUES;
        for (const { key, value, optional } of expr.entries) {
          this.#visit(key, scope);
          content = join(content, this.#entry(value, optional, scope));
        }
        return [{ kind: 'map', content }];
      }
      case 'struct': {
        let content = NO_VALUES;
        for (const { value } of expr.fields) content = join(content, this.#visit(value, scope));
        return [{ kind: 'map', content }];
      }
      case 'comprehension':
        return this.#fold(expr, scope);
    }
  }

  /** An element of a list or a value of a map, which may be written as `?value`. */
  #entry(expr: Expr, isOptional: boolean, scope: Scope): AbstractValues {
    const values = this.#visit(expr, scope);
    return isOptional ? (contentOf(values, 'optional') ?? NO_VALUES) : values;
  }

  #variable(expr: Expr, name: string, scope: Scope): AbstractValues {
    const local = findLocal(name, scope);
    if (local !== undefined) return local.value;
    const reference = this.#checked.references.get(expr.id);
    return this.#facts.variable(reference?.kind === 'variable' ? reference.name : name);
  }

  #select(expr: Select, scope: Scope): AbstractValues {
    const reference = this.#checked.references.get(expr.id);
    if (reference?.kind === 'variable') return this.#variable(expr, reference.name, scope);
    const operand = this.#visit(expr.operand, scope);
    if (!expr.testOnly) return this.#selections.field(operand, expr.operand, expr.field, scope);
    this.#facts.noteTest(operand, expr.field);
    return NO_VALUES;
  }

  #call(expr: Call, scope: Scope): AbstractValues {
    const name = functionOf(expr, this.#checked);
    switch (name) {
      case '_&&_':
      case '_||_':
        return this.#logic(expr.args, name === '_&&_', scope);
      case '_?_:_':
        return this.#conditional(expr.args, scope);
    }
    const args = operandsOf(expr, this.#checked);
    const values = args.map((arg) => this.#visit(arg, scope));
    return this.#callResult(name, args, values, scope);
  }

  #callResult(
    name: string,
    [operand, index]: readonly Expr[],
    values: readonly AbstractValues[],
    scope: Scope,
  ): AbstractValues {
    const [first = NO_VALUES, second = NO_VALUES] = values;
    switch (name) {
      case '_[_]':
        return operand === undefined || index === undefined
          ? NO_VALUES
          : this.#selections.element(first, operand, index, scope);
      case '_?._':
      case '_[?_]':
        return this.#selections.optional(first, index);
      case '@in':
        if (operand !== undefined) this.#selections.membership(second, stringLiteral(operand));
        break;
      case 'size':
        for (const one of first) if (one.kind === 'path') this.#facts.noteSize(one.path);
        return NO_VALUES;
      case 'dyn':
        return first;
      case '_+_': {
        const a = contentOf(first, 'list');
        const b = contentOf(second, 'list');
        return a === undefined || b === undefined
          ? NO_VALUES
          : [{ kind: 'list', content: join(a, b) }];
      }
      case 'or':
        return join(first, second);
      case 'orValue':
        return join(contentOf(first, 'optional') ?? NO_VALUES, second);
      case 'value':
        return contentOf(first, 'optional') ?? NO_VALUES;
      case 'optional.of':
      case 'optional.ofNonZeroValue':
        return [{ kind: 'optional', content: first }];
      case 'cel.@mapInsert': {
        const inserted = values.length === 2 ? contentOf(second, 'map') : values[2];
        const content = join(contentOf(first, 'map') ?? NO_VALUES, inserted ?? NO_VALUES);
        return [{ kind: 'map', content }];
      }
    }
    for (const one of values) this.#selections.sizes(one);
    return NO_VALUES;
  }

  /** The error of an operand counts only if no other operand decides the result, before it or after it. */
  #logic(operands: readonly Expr[], isAnd: boolean, scope: Scope): AbstractValues {
    const tests = operands.map((operand, index) =>
      index === 0 ? [] : this.#guardsOfTest(operand, isAnd, scope),
    );
    for (const guards of tests) this.#facts.addGuards(guards);
    const inEffect: (readonly Guard[])[] = [];
    for (const [index, operand] of operands.entries()) {
      this.#facts.removeGuards(tests[index] ?? []);
      this.#visit(operand, scope);
      const guards =
        index === operands.length - 1 ? [] : guardsOf(operand, isAnd, this.#checked, scope);
      this.#facts.addGuards(guards);
      inEffect.push(guards);
    }
    for (const guards of inEffect) this.#facts.removeGuards(guards);
    return NO_VALUES;
  }

  /** The facts that follow from a later operand, if it is a test that cannot fail itself. */
  #guardsOfTest(operand: Expr, truth: boolean, scope: Scope): readonly Guard[] {
    if (!isPresenceTest(operand, this.#checked)) return [];
    const guards = guardsOf(operand, truth, this.#checked, scope);
    if (guards.length === 0) return [];
    return this.#facts.cannotFail(() => this.#visit(operand, scope)) ? guards : [];
  }

  #conditional(args: readonly Expr[], scope: Scope): AbstractValues {
    const [condition, ifTrue, ifFalse] = args;
    if (condition === undefined || ifTrue === undefined || ifFalse === undefined) return NO_VALUES;
    this.#visit(condition, scope);
    const branch = (expr: Expr, truth: boolean) =>
      this.#facts.withGuards(guardsOf(condition, truth, this.#checked, scope), () =>
        this.#visit(expr, scope),
      );
    return join(branch(ifTrue, true), branch(ifFalse, false));
  }

  /** Analyzes the loop until its accumulator has no new values. */
  #fold(expr: Comprehension, scope: Scope): AbstractValues {
    const range = this.#visit(expr.iterRange, scope);
    const { accuVar, iterVar, iterVar2, id } = expr;
    const local = (name: string, value: AbstractValues, outer: Scope): Scope => ({
      name,
      key: `${name}#${id}`,
      value,
      outer,
    });
    const [first, second] = this.#iterationValues(range, iterVar2 !== undefined);
    const guards = this.#keyGuards(expr, range, scope);
    let accumulated = this.#visit(expr.accuInit, scope);
    for (let iteration = 0; ; iteration++) {
      let inner = local(accuVar, accumulated, scope);
      inner = local(iterVar, first, inner);
      if (iterVar2 !== undefined) inner = local(iterVar2, second, inner);
      const step = this.#facts.withGuards(guards, () => {
        this.#visit(expr.loopCondition, inner);
        return this.#visit(expr.loopStep, inner);
      });
      if (includesAll(accumulated, step)) break;
      if (iteration > 1) return this.#facts.abort();
      accumulated = join(accumulated, step);
    }
    return this.#visit(expr.result, local(accuVar, accumulated, scope));
  }

  /**
   * In a comprehension over a map, the iteration variable is a key of the map. To select an element of a list by
   * another one is an error, but no absent key.
   */
  #keyGuards(
    { iterRange, iterVar, id }: Comprehension,
    range: AbstractValues,
    scope: Scope,
  ): readonly Guard[] {
    const haveKeys = range.every(({ kind }) => kind === 'path' || kind === 'map');
    const key = haveKeys ? referenceKey(iterRange, this.#checked, scope) : undefined;
    return key === undefined ? [] : [{ key: `${key}[${iterVar}#${id}]`, is: 'present' }];
  }

  /** The values of the iteration variables of a comprehension. */
  #iterationValues(
    range: AbstractValues,
    hasTwo: boolean,
  ): readonly [AbstractValues, AbstractValues] {
    let [single, value] = [NO_VALUES, NO_VALUES];
    for (const one of range) {
      let content = NO_VALUES;
      let isMap = one.kind === 'map';
      if (one.kind === 'path') {
        this.#facts.noteSize(one.path);
        content = [{ kind: 'path', path: one.path.element('0', 'always') }];
        isMap = one.path.shape.kind === 'map';
      } else if (one.kind === 'list' || one.kind === 'map') content = one.content;
      if (!isMap) single = join(single, content);
      value = join(value, content);
    }
    return hasTwo ? [NO_VALUES, value] : [single, NO_VALUES];
  }
}
