import type { CheckedAst } from '../check/checked-ast.ts';
import type { Variables } from './evaluator.ts';
import type { Guard } from './guards.ts';
import type { Place } from './place.ts';
import { NOTHING, type PossibleValues } from './possible-values.ts';
import type { Value } from './values.ts';
import type { Budget } from './world.ts';

/** What is known of the inputs of an expression. */
export interface Inputs {
  readonly variables: Variables;
  /** The expression of what `variables.name` stands for. */
  readonly definition?: (name: string) => CheckedAst | undefined;
  /** Whether a place is null, where that is settled. */
  readonly isNull: (place: Place) => boolean | undefined;
  readonly budget: Budget;
}

/** A key that is asked for in what has a name; whatever has the name is taken for one. */
interface Question {
  readonly parent: string;
  /** Undefined where it may be any. */
  readonly key: string | undefined;
}

const ANY_KEY = '*';

/** Of what is nested more deeply, or may be more, nothing is said. */
const DEEPEST = 600;

/** What a walk through an expression finds out on its way: what is sure, what is asked for, what is relied on. */
export class Doubts {
  readonly #inputs: Inputs;
  readonly #base: ReadonlyMap<string, number>;
  /** How often it is said of something that it is sure. */
  #guards = new Map<string, number>();
  readonly #definitions = new Map<string, PossibleValues>();
  /** Selections of what is taken to be there until an expression asks, and the questions. */
  readonly #assumed: Question[] = [];
  readonly #asked: Question[] = [];
  readonly #sized = new Set<string>();
  #asksForNull = false;
  #reliesOnNonNull = false;
  #mayFail = false;
  /** Whether it does not matter what fails. */
  #passesOver = false;
  /** Whether there is more than is looked at. */
  #isTooMuch = false;
  #depth = 0;

  /** @param guards what is sure before anything is evaluated; of global variables only */
  constructor(inputs: Inputs, guards: readonly Guard[] = []) {
    this.#inputs = inputs;
    this.#note(guards, 1);
    this.#base = new Map(this.#guards);
  }

  /** Does something that may fail without counting. */
  passOver(work: () => void): void {
    this.#passesOver = true;
    work();
    this.#passesOver = false;
    // What it has asked counts, what it relies on does not.
    this.#mayFail = false;
    this.#reliesOnNonNull = false;
    this.#assumed.length = 0;
    this.#definitions.clear();
  }

  /** Whether a selection may fail. */
  get areLeft(): boolean {
    return (
      this.#mayFail ||
      this.#isTooMuch ||
      (this.#asksForNull && this.#reliesOnNonNull) ||
      this.#isAnyAsked()
    );
  }

  #isAnyAsked(): boolean {
    const asked = new Set(this.#asked.map(({ parent, key = ANY_KEY }) => `${parent} ${key}`));
    const askedParents = new Set(this.#asked.map(({ parent }) => parent));
    return this.#assumed.some(
      ({ parent, key }) =>
        this.#sized.has(parent) ||
        asked.has(`${parent} ${ANY_KEY}`) ||
        (key === undefined ? askedParents.has(parent) : asked.has(`${parent} ${key}`)),
    );
  }

  /** Goes one level down; false where it is settled that nothing can be said. */
  enter(): boolean {
    if (++this.#depth > DEEPEST || --this.#inputs.budget.steps < 0) this.#isTooMuch = true;
    return !this.#isTooMuch && (this.#passesOver || !this.#mayFail);
  }

  leave(): void {
    this.#depth--;
  }

  giveUp(): PossibleValues {
    this.#isTooMuch = true;
    return NOTHING;
  }

  noteNull(): void {
    this.#asksForNull = true;
  }

  /** Does something while some more is sure. */
  given<T>(guards: readonly Guard[], work: () => T): T {
    if (guards.length === 0) return work();
    this.#note(guards, 1);
    const done = work();
    this.#note(guards, -1);
    return done;
  }

  #note(guards: readonly Guard[], change: number): void {
    for (const { symbol, is } of guards) {
      const key = `${is} ${symbol}`;
      this.#guards.set(key, (this.#guards.get(key) ?? 0) + change);
    }
  }

  #isSure(is: Guard['is'], symbol: string | undefined): boolean {
    return symbol !== undefined && (this.#guards.get(`${is} ${symbol}`) ?? 0) > 0;
  }

  /** What a variable may be. */
  variable(name: string): PossibleValues {
    const value = this.#inputs.variables(name);
    return value === undefined ? NOTHING : possibleOf(value);
  }

  /** What a variable with an expression may be: the same wherever it is read. */
  definition(name: string, walk: (checked: CheckedAst) => PossibleValues): PossibleValues {
    const known = this.#definitions.get(name);
    if (known !== undefined) return known;
    this.#definitions.set(name, NOTHING);
    const checked = this.#inputs.definition?.(name);
    if (checked === undefined) return NOTHING;
    const outer = this.#guards;
    this.#guards = new Map(this.#base);
    const values = walk(checked);
    this.#guards = outer;
    this.#definitions.set(name, values);
    return values;
  }

  /** Notes that an expression asks whether values have something: a key, where it is known. */
  ask(values: PossibleValues, key: string | undefined): void {
    for (const one of values) {
      if (one.kind === 'place') this.#asked.push({ parent: nameOf(one.place), key });
      else if (one.kind === 'optional') this.ask(one.held, key);
    }
  }

  /** Notes that a place has a size for an expression; it may have nothing in it then. */
  size(place: Place): void {
    this.#sized.add(nameOf(place));
  }

  /** A selection by a key that is known, or by any. */
  select(
    place: Place,
    key: string | undefined,
    symbols: { readonly operand: string | undefined; readonly whole: string | undefined },
  ): PossibleValues {
    const { shape } = place;
    const found = key === undefined ? place.element('0', 'always') : place.member(key);
    const isSure = this.#isSure('present', symbols.whole);
    if (!isSure) {
      if (shape.nullable === true && !this.#isSure('not null', symbols.operand)) {
        const isNull = this.#inputs.isNull(place);
        if (isNull === true) this.#mayFail = true;
        if (isNull === undefined) this.#reliesOnNonNull = true;
      }
      const presence =
        key !== undefined ? found.presence : shape.kind === 'map' ? 'optional' : 'assumed';
      if (presence === 'optional' || presence === 'never') this.#mayFail = true;
      if (presence === 'assumed') this.#assumed.push({ parent: nameOf(place), key });
    }
    return [{ kind: 'place', place: found }];
  }
}

function possibleOf(value: Value): PossibleValues {
  switch (value.kind) {
    case 'input':
      return [{ kind: 'place', place: value.place }];
    case 'record':
      return [{ kind: 'record' }];
    case 'optional':
      return [{ kind: 'optional', held: value.value === undefined ? [] : possibleOf(value.value) }];
    default:
      return NOTHING;
  }
}

/** The values of a map, which are met by their keys and by going through them, have one name. */
function nameOf({ key, parent }: Place): string {
  return parent?.shape.kind === 'map' ? '0' : key;
}
