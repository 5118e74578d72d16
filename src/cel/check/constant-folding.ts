import type { Call, Expr } from '../ast.ts';
import type { CheckedAst } from './checked-ast.ts';
import { convert, type Folded } from './conversions.ts';

/** What planning needs to know of its environment. */
export interface PlanningEnvironment {
  /** Whether the provider has a type of this name as a value. */
  hasTypeName(name: string): boolean;
  /** The functions whose second argument, counted with the target, is a pattern. */
  readonly patternFunctions: ReadonlySet<string>;
  /** What is wrong with a pattern; undefined where it compiles. */
  patternError(pattern: string): string | undefined;
}

/**
 * The error for which a checked expression cannot be made a program, undefined where it can: constants are
 * converted and constant patterns compiled before it is ever run, even where it would never come to them.
 *
 * Source: `interpreter/planner.go` and `interpreter/decorators.go` of cel-go, with its option to optimize.
 */
export function planningError(
  checked: CheckedAst,
  environment: PlanningEnvironment,
): string | undefined {
  return new Planner(checked, environment).run();
}

class Planner {
  readonly #checked: CheckedAst;
  readonly #environment: PlanningEnvironment;
  #error: string | undefined;

  constructor(checked: CheckedAst, environment: PlanningEnvironment) {
    this.#checked = checked;
    this.#environment = environment;
  }

  run(): string | undefined {
    this.#plan(this.#checked.ast.expr);
    return this.#error;
  }

  /** The value of a constant expression; undefined of others. Notes down the first error. */
  #plan(expr: Expr): Folded | undefined {
    if (this.#error !== undefined) return undefined;
    const reference = this.#checked.references.get(expr.id);
    if (expr.kind === 'ident' || (expr.kind === 'select' && reference?.kind === 'variable')) {
      return this.#name(expr);
    }
    switch (expr.kind) {
      case 'const':
        return expr.value;
      case 'select':
        this.#plan(expr.operand);
        return undefined;
      case 'call':
        return this.#call(expr);
      case 'list': {
        const elements = expr.elements.map((element) => this.#plan(element));
        return elements.includes(undefined) ? undefined : { type: 'list' };
      }
      case 'map': {
        const parts = expr.entries.flatMap(({ key, value }) => [
          this.#plan(key),
          this.#plan(value),
        ]);
        return parts.includes(undefined) ? undefined : { type: 'map' };
      }
      case 'struct':
        for (const { value } of expr.fields) this.#plan(value);
        return undefined;
      case 'comprehension':
        this.#plan(expr.accuInit);
        this.#plan(expr.iterRange);
        this.#plan(expr.loopCondition);
        this.#plan(expr.loopStep);
        this.#plan(expr.result);
        return undefined;
    }
  }

  #name(expr: Expr): Folded | undefined {
    const reference = this.#checked.references.get(expr.id);
    if (reference?.kind !== 'variable') return undefined;
    if (reference.value !== undefined) return { type: 'int', value: reference.value };
    if (this.#checked.types.get(expr.id)?.kind !== 'type') return undefined;
    // A variable that holds a type is taken for the name of one.
    if (this.#environment.hasTypeName(reference.name)) return { type: 'type' };
    this.#error = `reference to undefined type: ${reference.name}`;
    return undefined;
  }

  #call(expr: Call): Folded | undefined {
    const reference = this.#checked.references.get(expr.id);
    const isNamespaced = reference?.kind === 'function' && reference.isNamespaced;
    const target = isNamespaced ? undefined : expr.target;
    let [first, second]: (Folded | undefined)[] = [];
    let count = 0;
    if (target !== undefined) {
      first = this.#plan(target);
      count++;
    }
    for (const arg of expr.args) {
      const folded = this.#plan(arg);
      if (count === 0) first = folded;
      else if (count === 1) second = folded;
      count++;
    }
    if (this.#error !== undefined) return undefined;
    const name = reference?.kind === 'function' ? reference.name : expr.function;
    if (count === 1 && first !== undefined) {
      const converted = convert(name, first);
      if (converted !== undefined && 'error' in converted) this.#error = converted.error;
      else return converted;
    }
    if ((name === '_[_]' || name === '_[?_]') && second !== undefined) {
      const unfit = UNFIT_INDICES.get(second.type);
      if (unfit !== undefined) this.#error = `invalid qualifier type: ${unfit}`;
    }
    if (this.#environment.patternFunctions.has(name) && second?.type === 'string') {
      this.#error = this.#environment.patternError(second.value);
    }
    return undefined;
  }
}

/** The constants that cannot be an index, as cel-go names them. */
const UNFIT_INDICES: ReadonlyMap<Folded['type'], string> = new Map([
  ['null', 'types.Null'],
  ['bytes', 'types.Bytes'],
  ['duration', 'types.Duration'],
  ['timestamp', 'types.Timestamp'],
  ['list', '*types.baseList'],
  ['map', '*types.baseMap'],
  ['type', '*types.Type'],
]);
