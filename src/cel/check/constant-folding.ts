import { compileRegularExpression } from '../../base/go/regular-expression.ts';
import type { Call, Expr } from '../ast.ts';
import type { FunctionDeclaration } from '../declarations.ts';
import { ArrayList, EntryMap, hashingPanic } from '../values/collections.ts';
import { constantValue } from '../values/constant-value.ts';
import { convert, isConversion } from '../values/conversions.ts';
import { goTypeName } from '../values/go-format.ts';
import { isQualifier } from '../values/qualifier.ts';
import { ErrorValue, TypeValue, type Value } from '../values/value.ts';
import type { CheckedAst } from './checked-ast.ts';

/** The parts of an environment that constant folding depends on. */
export interface FoldingEnvironment {
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  hasTypeName(name: string): boolean;
}

/** The error for which a program cannot be made, or for which the server's code panics when it makes it. */
type FoldingProblem = { readonly error: string } | { readonly crash: string };

/**
 * Looks for what prevents that a program is made from a checked expression. Constants are converted, constant regular
 * expressions compiled, and maps of constants made before the expression is evaluated, even in a branch that is never
 * taken.
 *
 * Source: `interpreter/planner.go` and `interpreter/decorators.go` of cel-go, with its option to optimize.
 */
export function foldingProblem(
  checked: CheckedAst,
  environment: FoldingEnvironment,
): FoldingProblem | undefined {
  return new ConstantFolder(checked, environment).run();
}

class ConstantFolder {
  readonly #checked: CheckedAst;
  readonly #environment: FoldingEnvironment;
  #problem: FoldingProblem | undefined;

  constructor(checked: CheckedAst, environment: FoldingEnvironment) {
    this.#checked = checked;
    this.#environment = environment;
  }

  run(): FoldingProblem | undefined {
    this.#fold(this.#checked.ast.expr);
    return this.#problem;
  }

  /** The value of a constant expression, undefined for any other. The content of lists and maps is not included. */
  #fold(expr: Expr): Value | undefined {
    if (this.#problem !== undefined) return undefined;
    const reference = this.#checked.references.get(expr.id);
    if (expr.kind === 'ident' || (expr.kind === 'select' && reference?.kind === 'variable')) {
      return this.#name(expr);
    }
    switch (expr.kind) {
      case 'const':
        return constantValue(expr.value);
      case 'select':
        this.#fold(expr.operand);
        return undefined;
      case 'call':
        return this.#call(expr);
      case 'list': {
        const elements = expr.elements.map((element) => this.#fold(element));
        return elements.includes(undefined) ? undefined : new ArrayList([]);
      }
      case 'map': {
        const entries = expr.entries.map(({ key, value }) => [this.#fold(key), this.#fold(value)]);
        if (entries.flat().includes(undefined)) return undefined;
        const [crash] = entries.flatMap(([key]) =>
          key === undefined ? [] : (hashingPanic(key) ?? []),
        );
        if (crash !== undefined) this.#problem = { crash };
        return new EntryMap();
      }
      case 'struct':
        for (const { value } of expr.fields) this.#fold(value);
        return undefined;
      case 'comprehension':
        this.#fold(expr.accuInit);
        this.#fold(expr.iterRange);
        this.#fold(expr.loopCondition);
        this.#fold(expr.loopStep);
        this.#fold(expr.result);
        return undefined;
    }
  }

  #name(expr: Expr): Value | undefined {
    const reference = this.#checked.references.get(expr.id);
    if (reference?.kind !== 'variable') return undefined;
    if (reference.value !== undefined) return reference.value;
    if (this.#checked.types.get(expr.id)?.kind !== 'type') return undefined;
    // The server reads a variable that contains a type as the name of a type.
    if (this.#environment.hasTypeName(reference.name)) return new TypeValue(reference.name);
    this.#problem = { error: `reference to undefined type: ${reference.name}` };
    return undefined;
  }

  #call(expr: Call): Value | undefined {
    const reference = this.#checked.references.get(expr.id);
    const isNamespaced = reference?.kind === 'function' && reference.isNamespaced;
    const target = isNamespaced ? undefined : expr.target;
    let [first, second]: (Value | undefined)[] = [];
    let count = 0;
    if (target !== undefined) {
      first = this.#fold(target);
      count++;
    }
    for (const arg of expr.args) {
      const folded = this.#fold(arg);
      if (count === 0) first = folded;
      else if (count === 1) second = folded;
      count++;
    }
    if (this.#problem !== undefined) return undefined;
    const name = reference?.kind === 'function' ? reference.name : expr.function;
    if (count === 1 && first !== undefined && isConversion(name)) {
      const converted = convert(name, first);
      if (!(converted instanceof ErrorValue)) return converted;
      this.#problem = { error: converted.message };
    }
    if ((name === '_[_]' || name === '_[?_]') && second !== undefined && !isQualifier(second)) {
      this.#problem = { error: `invalid qualifier type: ${goTypeName(second)}` };
    }
    const takesPattern = this.#environment.functions.get(name)?.takesPattern === true;
    if (takesPattern && typeof second === 'string') {
      const compiled = compileRegularExpression(second);
      if (!compiled.ok) this.#problem = { error: compiled.error };
    }
    return undefined;
  }
}
