import type { Call, Comprehension, Expr, Select } from '../ast.ts';
import type { CheckedAst } from '../check/checked-ast.ts';
import { functionOf } from '../expression-tree.ts';
import { Doubts, type Inputs } from './doubts.ts';
import {
  elementSymbol,
  findLocal,
  type Guard,
  guardsOf,
  type Local,
  literalText,
  memberSymbol,
  symbolOf,
} from './guards.ts';
import { ANY_SHAPE, type Place } from './place.ts';
import { eitherOf, heldBy, includesAll, NOTHING, type PossibleValues } from './possible-values.ts';

type Scope = Local<PossibleValues> | undefined;

/** Where an expression may give more things, nothing is said. */
const MOST_POSSIBLE = 16;

/**
 * Tells cheaply, by one walk, of most expressions that no selection in them can fail: what is selected is there
 * for sure, or a condition before it has asked. Of the others a search has to tell.
 */
export class Screen {
  readonly #doubts: Doubts;

  /** @param guards what is sure before anything is evaluated; of global variables only */
  constructor(inputs: Inputs, guards: readonly Guard[] = []) {
    this.#doubts = new Doubts(inputs, guards);
  }

  /** Looks at an expression of which it does not matter whether it fails. */
  passOver(checked: CheckedAst): void {
    this.#doubts.passOver(() => new Walk(this.#doubts, checked).run());
  }

  /** Whether a selection in an expression may fail, once all that is evaluated before it has been passed over. */
  mayFail(checked: CheckedAst): boolean {
    new Walk(this.#doubts, checked).run();
    return this.#doubts.areLeft;
  }
}

/** The walk through one expression; `Evaluator` says what the parts give. */
class Walk {
  readonly #doubts: Doubts;
  readonly #checked: CheckedAst;

  constructor(doubts: Doubts, checked: CheckedAst) {
    this.#doubts = doubts;
    this.#checked = checked;
  }

  run(): PossibleValues {
    return this.visit(this.#checked.ast.expr, undefined);
  }

  #definition(name: string): PossibleValues {
    return this.#doubts.definition(name, (checked) => new Walk(this.#doubts, checked).run());
  }

  visit(expr: Expr, scope: Scope): PossibleValues {
    const values = this.#doubts.enter() ? this.#visit(expr, scope) : NOTHING;
    this.#doubts.leave();
    return values.length > MOST_POSSIBLE ? this.#doubts.giveUp() : values;
  }

  #visit(expr: Expr, scope: Scope): PossibleValues {
    switch (expr.kind) {
      case 'const':
        if (expr.value.type === 'null') this.#doubts.noteNull();
        return NOTHING;
      case 'ident':
        return this.#variable(expr, expr.name, scope);
      case 'select':
        return this.#select(expr, scope);
      case 'call':
        return this.#call(expr, scope);
      case 'list': {
        let held = NOTHING;
        for (const [index, element] of expr.elements.entries()) {
          const values = this.visit(element, scope);
          const isOptional = expr.optionalIndices.includes(index);
          held = eitherOf(held, isOptional ? (heldBy(values, 'optional') ?? NOTHING) : values);
        }
        return [{ kind: 'list', held }];
      }
      case 'map': {
        let held = NOTHING;
        for (const { key, value, optional } of expr.entries) {
          this.visit(key, scope);
          const values = this.visit(value, scope);
          held = eitherOf(held, optional ? (heldBy(values, 'optional') ?? NOTHING) : values);
        }
        return [{ kind: 'map', held }];
      }
      case 'struct': {
        let held = NOTHING;
        for (const { value } of expr.fields) held = eitherOf(held, this.visit(value, scope));
        return [{ kind: 'map', held }];
      }
      case 'comprehension':
        return this.#fold(expr, scope);
    }
  }

  #variable(expr: Expr, name: string, scope: Scope): PossibleValues {
    const local = findLocal(name, scope);
    if (local !== undefined) return local.value;
    const reference = this.#checked.references.get(expr.id);
    return this.#doubts.variable(reference?.kind === 'variable' ? reference.name : name);
  }

  #select(expr: Select, scope: Scope): PossibleValues {
    const reference = this.#checked.references.get(expr.id);
    if (reference?.kind === 'variable') return this.#variable(expr, reference.name, scope);
    const operand = this.visit(expr.operand, scope);
    const { field } = expr;
    if (expr.testOnly) {
      this.#doubts.ask(operand, field);
      return NOTHING;
    }
    return this.#selected(operand, expr.operand, field, scope, () => {
      const symbol = symbolOf(expr.operand, this.#checked, scope);
      const whole = symbol === undefined ? undefined : memberSymbol(symbol, field);
      return { operand: symbol, whole };
    });
  }

  /** What a selection gives, by a key that is known or by any. */
  #selected(
    operand: PossibleValues,
    expr: Expr,
    key: string | undefined,
    scope: Scope,
    symbols: () => { operand: string | undefined; whole: string | undefined },
  ): PossibleValues {
    let found = NOTHING;
    for (const one of operand) {
      switch (one.kind) {
        case 'place':
          found = eitherOf(found, this.#doubts.select(one.place, key, symbols()));
          break;
        case 'list':
        case 'map':
          found = eitherOf(found, one.held);
          break;
        case 'record':
          if (key !== undefined) found = eitherOf(found, this.#definition(key));
          break;
        case 'optional': {
          this.#doubts.ask([one], key);
          const held = this.#optionallySelected(one.held, expr, key, scope);
          found = eitherOf(found, held);
        }
      }
    }
    return found;
  }

  /** What a selection gives that asks first. */
  #optionallySelected(
    operand: PossibleValues,
    expr: Expr,
    key: string | undefined,
    scope: Scope,
  ): PossibleValues {
    let held = NOTHING;
    for (const one of operand) {
      if (one.kind === 'place') {
        const { place } = one;
        const found = key === undefined ? place.element('0', 'always') : place.member(key);
        held = eitherOf(held, [{ kind: 'place', place: found }]);
      } else if (one.kind === 'optional') {
        const inner = this.#optionallySelected(one.held, expr, key, scope);
        held = eitherOf(held, heldBy(inner, 'optional') ?? NOTHING);
      } else if (one.kind === 'record') {
        if (key !== undefined) held = eitherOf(held, this.#definition(key));
      } else held = eitherOf(held, one.held);
    }
    return [{ kind: 'optional', held }];
  }

  #call(expr: Call, scope: Scope): PossibleValues {
    const name = functionOf(expr, this.#checked);
    switch (name) {
      case '_&&_':
      case '_||_':
        return this.#logic(expr.args, name === '_&&_', scope);
      case '_?_:_':
        return this.#conditional(expr.args, scope);
    }
    const reference = this.#checked.references.get(expr.id);
    const isNamespaced = reference?.kind === 'function' && reference.isNamespaced;
    const given =
      expr.target === undefined || isNamespaced ? expr.args : [expr.target, ...expr.args];
    const values = given.map((arg) => this.visit(arg, scope));
    const [first = NOTHING, second = NOTHING] = values;
    const [operand, key] = given;
    switch (name) {
      case '_[_]':
        return operand === undefined || key === undefined
          ? NOTHING
          : this.#element(first, operand, key, scope);
      case '_?._':
      case '_[?_]': {
        const known = key === undefined ? undefined : literalText(key);
        this.#doubts.ask(first, known);
        return operand === undefined
          ? NOTHING
          : this.#optionallySelected(first, operand, known, scope);
      }
      case '@in':
        if (operand !== undefined) this.#askIn(second, literalText(operand));
        break;
      case 'size':
        for (const one of first) if (one.kind === 'place') this.#doubts.size(one.place);
        return NOTHING;
      case 'dyn':
        return first;
      case '_+_': {
        const a = heldBy(first, 'list');
        const b = heldBy(second, 'list');
        return a === undefined || b === undefined
          ? NOTHING
          : [{ kind: 'list', held: eitherOf(a, b) }];
      }
      case 'or':
        return eitherOf(first, second);
      case 'orValue':
        return eitherOf(heldBy(first, 'optional') ?? NOTHING, second);
      case 'value':
        return heldBy(first, 'optional') ?? NOTHING;
      case 'optional.of':
      case 'optional.ofNonZeroValue':
        return [{ kind: 'optional', held: first }];
      case 'cel.@mapInsert': {
        const map = values.length === 2 ? heldBy(second, 'map') : values[2];
        const held = eitherOf(heldBy(first, 'map') ?? NOTHING, map ?? NOTHING);
        return [{ kind: 'map', held }];
      }
    }
    for (const one of values) this.#sizeLists(one, 0);
    return NOTHING;
  }

  /** `key in container` asks for a key, unless it is one of the elements of a list. */
  #askIn(container: PossibleValues, key: string | undefined): void {
    for (const one of container) {
      if (one.kind !== 'place') continue;
      const { kind } = one.place.shape;
      if (kind === 'map' || kind === 'object' || key !== undefined) this.#doubts.ask([one], key);
    }
  }

  /** Lists that are compared have a size. */
  #sizeLists(values: PossibleValues, depth: number): void {
    for (const one of values) {
      if ('held' in one) this.#sizeLists(one.held, depth + 1);
      else if (one.kind === 'place' && one.place.shape.kind === 'list') {
        this.#doubts.size(one.place);
        const element = one.place.element('0', 'always');
        if (depth < 8) this.#sizeLists([{ kind: 'place', place: element }], depth + 1);
      }
    }
  }

  #element(values: PossibleValues, operand: Expr, key: Expr, scope: Scope): PossibleValues {
    const name = literalText(key);
    const symbols = () => {
      const symbol = symbolOf(operand, this.#checked, scope);
      return {
        operand: symbol,
        whole: elementSymbol(symbol, key, this.#checked, scope),
      };
    };
    if (name !== undefined) return this.#selected(values, operand, name, scope, symbols);
    let found = NOTHING;
    const others: PossibleValues[number][] = [];
    const isIndex = key.kind === 'const' && key.value.type === 'int';
    for (const one of values) {
      if (one.kind !== 'place') {
        others.push(one);
        continue;
      }
      const { place } = one;
      const { kind } = place.shape;
      // An index out of range is another mistake than those that are looked for.
      if (isIndex && (kind === 'list' || kind === 'any')) {
        if (kind === 'list') this.#doubts.size(place);
        if (place.shape.nullable === true) others.push(one);
        else found = eitherOf(found, [{ kind: 'place', place: place.element('0', 'always') }]);
      } else if (kind === 'list' || kind === 'map' || isPlain(place)) others.push(one);
      else return this.#doubts.giveUp();
    }
    return eitherOf(found, this.#selected(others, operand, undefined, scope, symbols));
  }

  #logic(operands: readonly Expr[], isAnd: boolean, scope: Scope): PossibleValues {
    const [operand, ...rest] = operands;
    if (operand === undefined) return NOTHING;
    this.visit(operand, scope);
    // Where the next one is looked at, and its error counts, the ones before have not decided.
    if (rest.length > 0) {
      const guards = guardsOf(operand, isAnd, this.#checked, scope);
      this.#doubts.given(guards, () => this.#logic(rest, isAnd, scope));
    }
    return NOTHING;
  }

  #conditional(args: readonly Expr[], scope: Scope): PossibleValues {
    const [condition, ifTrue, ifFalse] = args;
    if (condition === undefined || ifTrue === undefined || ifFalse === undefined) return NOTHING;
    this.visit(condition, scope);
    const branch = (expr: Expr, truth: boolean) =>
      this.#doubts.given(guardsOf(condition, truth, this.#checked, scope), () =>
        this.visit(expr, scope),
      );
    return eitherOf(branch(ifTrue, true), branch(ifFalse, false));
  }

  #fold(expr: Comprehension, scope: Scope): PossibleValues {
    const range = this.visit(expr.iterRange, scope);
    const { accuVar, iterVar, iterVar2, id } = expr;
    const local = (name: string, value: PossibleValues, outer: Scope): Scope => ({
      name,
      symbol: `${name}#${id}`,
      value,
      outer,
    });
    const [first, second] = this.#elements(range, iterVar2 !== undefined);
    const guards = this.#guardsOfKeys(expr, range, scope);
    let accumulated = this.visit(expr.accuInit, scope);
    for (let round = 0; ; round++) {
      let inner = local(accuVar, accumulated, scope);
      inner = local(iterVar, first, inner);
      if (iterVar2 !== undefined) inner = local(iterVar2, second, inner);
      const step = this.#doubts.given(guards, () => {
        this.visit(expr.loopCondition, inner);
        return this.visit(expr.loopStep, inner);
      });
      if (includesAll(accumulated, step)) break;
      if (round > 1) return this.#doubts.giveUp();
      accumulated = eitherOf(accumulated, step);
    }
    return this.visit(expr.result, local(accuVar, accumulated, scope));
  }

  /** The keys that a fold over a map goes through are in the map. */
  #guardsOfKeys(
    { iterRange, iterVar, id }: Comprehension,
    range: PossibleValues,
    scope: Scope,
  ): readonly Guard[] {
    const areMaps = range.every((one) => one.kind === 'place' && one.place.shape.kind === 'map');
    const symbol = areMaps ? symbolOf(iterRange, this.#checked, scope) : undefined;
    return symbol === undefined ? [] : [{ symbol: `${symbol}[${iterVar}#${id}]`, is: 'present' }];
  }

  /** What the variables of a fold may be. */
  #elements(range: PossibleValues, hasTwo: boolean): readonly [PossibleValues, PossibleValues] {
    let [single, value] = [NOTHING, NOTHING];
    for (const one of range) {
      let held = NOTHING;
      let isMap = one.kind === 'map';
      if (one.kind === 'place') {
        this.#doubts.size(one.place);
        held = [{ kind: 'place', place: one.place.element('0', 'always') }];
        isMap = one.place.shape.kind === 'map';
      } else if (one.kind === 'list' || one.kind === 'map') held = one.held;
      if (!isMap) single = eitherOf(single, held);
      value = eitherOf(value, held);
    }
    return hasTwo ? [NOTHING, value] : [single, NOTHING];
  }
}

/** Whether nothing at all is known of what is in a place. */
function isPlain({ shape }: Place): boolean {
  return shape.kind === 'any' && shape.member === ANY_SHAPE.member;
}
