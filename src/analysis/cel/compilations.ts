import type { Type } from '../../cel/types.ts';
import { type Compiled, compile, variableType } from '../../expressions/compile.ts';
import type { CompiledExpression } from '../../expressions/compiled-expression.ts';
import type { Context } from '../../expressions/environments.ts';
import type { FieldTypes } from '../../expressions/types/declared-types.ts';
import { isBlank, trimSpace } from '../../go/white-space.ts';
import { byteLength } from '../../kubernetes/formats/dns.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import { onceForEach } from '../once-for-each.ts';
import { storedExpressions } from '../updates/admissionregistration.ts';
import {
  type CelExpression,
  celExpressions,
  KINDS_WITH_CEL_EXPRESSIONS,
  type VariableScope,
} from './expressions.ts';

/** A compiled expression of an object. Its text is trimmed as the server trims it. */
export interface CelCompilation extends CompiledExpression {
  readonly expression: CelExpression;
  /** The index of the compiled text in the text of the field. */
  readonly start: number;
}

type ResourceWithExpressions = Resource<(typeof KINDS_WITH_CEL_EXPRESSIONS)[number]>;

/** The expressions of an object that is sent, compiled once and shared by all rules. */
export const celCompilations = onceForEach(
  (resource: ResourceWithExpressions): readonly CelCompilation[] => {
    const { stored } = resource;
    const isStored =
      stored !== undefined && isOfKind(stored.resource, ...KINDS_WITH_CEL_EXPRESSIONS)
        ? storedExpressions(stored.resource)
        : () => false;
    return compileExpressions(resource, isStored);
  },
);

/**
 * Compiles the expressions of an object as the server does: all that are neither blank nor too long.
 *
 * @param isStored whether the object that is updated already contains an expression, which can then use all that the
 *   server has, and not only what the minor before has
 */
function compileExpressions(
  resource: ResourceWithExpressions,
  isStored: (expression: CelExpression) => boolean,
): readonly CelCompilation[] {
  const variables = new VariableCollector();
  return celExpressions(resource).flatMap((expression) => {
    const { environment, field, scope } = expression;
    const { maxBytes, trims } = environment;
    const written = field.value;
    if (written === undefined || isBlank(written)) return [];
    const trimmed = trimSpace(written);
    if (maxBytes !== undefined && byteLength(trimmed) > maxBytes) return [];
    const text = trims ? trimmed : written;
    const start = trims ? written.indexOf(trimmed) : 0;
    const context: Context = {
      environment: environment.name,
      minor: resource.minor,
      expressions: isStored(expression) ? 'stored' : 'new',
      hasParams: expression.declaresParams,
      ...(scope === undefined ? {} : { variables: variables.visibleTo(expression, scope, text) }),
    };
    const compiled = compile(text, context);
    variables.add(expression, compiled);
    return [{ expression, text, start, context, compiled }];
  });
}

/** Collects the types of the variables of a policy while its expressions are compiled in order. */
class VariableCollector {
  /** By the index of the variable; none for one that does not compile. */
  readonly #types = new Map<number, Type>();
  /** The variables of each name, in their order. */
  readonly #byName = new Map<string, TypedVariable[]>();
  #named = 0;
  /** The types that most expressions see: those of all variables. */
  #last: VisibleVariables | undefined;

  /** The types of the variables that an expression can use. */
  visibleTo(
    { environment }: CelExpression,
    { variables, visible }: VariableScope,
    text: string,
  ): FieldTypes {
    // Without this, each of many variables would have an environment of its own.
    if (environment.variables === 'above' && !text.includes('variables')) return NO_VARIABLES;
    for (; this.#named < visible; this.#named++) {
      const name = variables[this.#named]?.get('name').value ?? '';
      const variable = { index: this.#named, type: variableType(this.#types.get(this.#named)) };
      const known = this.#byName.get(name);
      if (known === undefined) this.#byName.set(name, [variable]);
      else known.push(variable);
    }
    if (this.#last?.count !== visible) this.#last = new VisibleVariables(this.#byName, visible);
    return this.#last;
  }

  /** Adds the type of the expression if it is that of a variable. */
  add({ environment, scope }: CelExpression, compiled: Compiled): void {
    if (environment.variables !== 'above' || scope === undefined) return;
    if (compiled.ok) this.#types.set(scope.visible, compiled.type);
  }
}

interface TypedVariable {
  readonly index: number;
  readonly type: Type;
}

/** The first variables of a policy; of those with one name the last one counts. They share what is known of all. */
class VisibleVariables implements FieldTypes {
  readonly count: number;
  readonly #byName: ReadonlyMap<string, readonly TypedVariable[]>;

  constructor(byName: ReadonlyMap<string, readonly TypedVariable[]>, count: number) {
    this.#byName = byName;
    this.count = count;
  }

  get(name: string): Type | undefined {
    return this.#byName.get(name)?.findLast(({ index }) => index < this.count)?.type;
  }
}

const NO_VARIABLES: FieldTypes = new Map<string, Type>();
