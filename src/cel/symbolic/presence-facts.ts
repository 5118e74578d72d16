import type { CheckedAst } from '../check/checked-ast.ts';
import { type AbstractValues, NO_VALUES } from './abstract-values.ts';
import type { Budget } from './decisions.ts';
import type { Variables } from './evaluator.ts';
import type { Guard } from './guards.ts';
import type { SymbolicPath } from './path.ts';
import type { Value } from './values.ts';

/** The facts about the inputs of an expression. */
export interface Inputs {
  readonly variables: Variables;
  /** The expression of the field `variables.name`. */
  readonly definition?: (name: string) => CheckedAst | undefined;
  /** Returns whether a value is null, or undefined if that is not fixed. */
  readonly isNull: (path: SymbolicPath) => boolean | undefined;
  readonly budget: Budget;
}

/** A selection or a presence test. Objects are identified by the last step of their path only. */
interface Access {
  readonly parent: string;
  /** Undefined if it can be any key. */
  readonly key: string | undefined;
}

const ANY_KEY = '*';

/** The deepest nesting that is analyzed. */
const MAX_DEPTH = 600;

/** The keys of a selection, as `guards.ts` defines them. */
export interface SelectionKeys {
  readonly operand: string | undefined;
  readonly selection: string | undefined;
}

/**
 * The facts that the analysis of an expression collects: guards in effect, presence tests, selections that rely on
 * presence.
 */
export class PresenceFacts {
  readonly #inputs: Inputs;
  /** The guards that are in effect everywhere. */
  readonly #base: ReadonlyMap<string, number>;
  /** The number of guards in effect for each fact. */
  #guards = new Map<string, number>();
  readonly #definitions = new Map<string, AbstractValues>();
  /** Selections of values that are assumed to be present unless an expression tests for them. */
  readonly #assumed: Access[] = [];
  readonly #tested: Access[] = [];
  readonly #sized = new Set<string>();
  #testsForNull = false;
  #reliesOnNonNull = false;
  #mayFail = false;
  #ignoresFailures = false;
  /** True if the expression is too large or too complex to be analyzed. */
  #isIncomplete = false;
  #depth = 0;

  /** @param guards the guards in effect before the evaluation. They may refer to global variables only. */
  constructor(inputs: Inputs, guards: readonly Guard[] = []) {
    this.#inputs = inputs;
    this.#count(guards, 1);
    this.#base = new Map(this.#guards);
  }

  /** Runs an analysis of which only the presence tests count, and not the selections. */
  ignoreFailures(analyze: () => void): void {
    this.#ignoresFailures = true;
    analyze();
    this.#ignoresFailures = false;
    this.#mayFail = false;
    this.#reliesOnNonNull = false;
    this.#assumed.length = 0;
    this.#definitions.clear();
  }

  /** Reports whether a selection may fail. */
  get mayFail(): boolean {
    return (
      this.#mayFail ||
      this.#isIncomplete ||
      (this.#testsForNull && this.#reliesOnNonNull) ||
      this.#isAssumptionTested()
    );
  }

  #isAssumptionTested(): boolean {
    const tested = new Set(this.#tested.map(({ parent, key = ANY_KEY }) => `${parent} ${key}`));
    const testedParents = new Set(this.#tested.map(({ parent }) => parent));
    return this.#assumed.some(
      ({ parent, key }) =>
        this.#sized.has(parent) ||
        tested.has(`${parent} ${ANY_KEY}`) ||
        (key === undefined ? testedParents.has(parent) : tested.has(`${parent} ${key}`)),
    );
  }

  /** Enters a nested expression; false if the result of the analysis is known already. */
  enter(): boolean {
    if (++this.#depth > MAX_DEPTH || --this.#inputs.budget.steps < 0) this.#isIncomplete = true;
    return !this.#isIncomplete && (this.#ignoresFailures || !this.#mayFail);
  }

  leave(): void {
    this.#depth--;
  }

  /** Stops the analysis of an expression that is too complex. */
  abort(): AbstractValues {
    this.#isIncomplete = true;
    return NO_VALUES;
  }

  /** Notes that the expression contains null. */
  noteNull(): void {
    this.#testsForNull = true;
  }

  /** Runs an analysis with further guards in effect. */
  withGuards<T>(guards: readonly Guard[], analyze: () => T): T {
    if (guards.length === 0) return analyze();
    this.addGuards(guards);
    const result = analyze();
    this.removeGuards(guards);
    return result;
  }

  /** Puts guards into effect until they are removed. */
  addGuards(guards: readonly Guard[]): void {
    this.#count(guards, 1);
  }

  removeGuards(guards: readonly Guard[]): void {
    this.#count(guards, -1);
  }

  /**
   * Reports whether no selection that an analysis visits may fail, whatever is present. Only its presence tests are
   * recorded.
   */
  cannotFail(analyze: () => void): boolean {
    const [mayFail, reliesOnNonNull] = [this.#mayFail, this.#reliesOnNonNull];
    const assumptions = this.#assumed.length;
    this.#mayFail = false;
    this.#reliesOnNonNull = false;
    analyze();
    const cannotFail =
      !this.#mayFail && !this.#reliesOnNonNull && this.#assumed.length === assumptions;
    this.#mayFail = mayFail;
    this.#reliesOnNonNull = reliesOnNonNull;
    this.#assumed.length = assumptions;
    return cannotFail;
  }

  #count(guards: readonly Guard[], change: number): void {
    for (const { key, is } of guards) {
      const fact = `${is} ${key}`;
      this.#guards.set(fact, (this.#guards.get(fact) ?? 0) + change);
    }
  }

  #isGuarded(is: Guard['is'], key: string | undefined): boolean {
    return key !== undefined && (this.#guards.get(`${is} ${key}`) ?? 0) > 0;
  }

  variable(name: string): AbstractValues {
    const value = this.#inputs.variables(name);
    return value === undefined ? NO_VALUES : abstractValues(value);
  }

  /** The values of a variable that has an expression. It is analyzed once, with the guards in effect everywhere. */
  definition(name: string, analyze: (checked: CheckedAst) => AbstractValues): AbstractValues {
    const known = this.#definitions.get(name);
    if (known !== undefined) return known;
    this.#definitions.set(name, NO_VALUES);
    const checked = this.#inputs.definition?.(name);
    if (checked === undefined) return NO_VALUES;
    const outer = this.#guards;
    this.#guards = new Map(this.#base);
    const values = analyze(checked);
    this.#guards = outer;
    this.#definitions.set(name, values);
    return values;
  }

  /** Notes a presence test of a key in some values. */
  noteTest(values: AbstractValues, key: string | undefined): void {
    for (const one of values) {
      if (one.kind === 'path') this.#tested.push({ parent: identityOf(one.path), key });
      else if (one.kind === 'optional') this.noteTest(one.content, key);
    }
  }

  /** Notes that the expression depends on the size of a value, which can be empty then. */
  noteSize(path: SymbolicPath): void {
    this.#sized.add(identityOf(path));
  }

  /** The value of a selection by a key, or by any key. Notes whether it may fail. */
  select(path: SymbolicPath, key: string | undefined, keys: SelectionKeys): AbstractValues {
    const { shape } = path;
    const found = key === undefined ? path.element('0', 'always') : path.member(key);
    if (!this.#isGuarded('present', keys.selection)) {
      if (shape.nullable === true && !this.#isGuarded('not null', keys.operand)) {
        const isNull = this.#inputs.isNull(path);
        if (isNull === true) this.#mayFail = true;
        if (isNull === undefined) this.#reliesOnNonNull = true;
      }
      const presence =
        key !== undefined ? found.presence : shape.kind === 'map' ? 'optional' : 'assumed';
      if (presence === 'optional' || presence === 'never') this.#mayFail = true;
      if (presence === 'assumed') this.#assumed.push({ parent: identityOf(path), key });
    }
    return [{ kind: 'path', path: found }];
  }
}

function abstractValues(value: Value): AbstractValues {
  switch (value.kind) {
    case 'input':
      return [{ kind: 'path', path: value.path }];
    case 'record':
      return [{ kind: 'record' }];
    case 'optional':
      return [
        { kind: 'optional', content: value.value === undefined ? [] : abstractValues(value.value) },
      ];
    default:
      return NO_VALUES;
  }
}

/** The values of a map are identified with each other: an expression reaches them by key and by iteration. */
function identityOf({ key, parent }: SymbolicPath): string {
  return parent?.shape.kind === 'map' ? '0' : key;
}
