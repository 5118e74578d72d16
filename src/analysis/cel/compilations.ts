import type { Type } from '../../cel/types.ts';
import { type Compiled, compile, variableType } from '../../expressions/compile.ts';
import type { Context } from '../../expressions/environments.ts';
import { isBlank, trimSpace } from '../../go/white-space.ts';
import { byteLength } from '../../kubernetes/formats/dns.ts';
import type { Resource } from '../../rule/resource.ts';
import {
  type CelExpression,
  celExpressions,
  type KINDS_WITH_CEL_EXPRESSIONS,
  type VariableScope,
} from './expressions.ts';

/** What came of compiling an expression. */
export interface CelCompilation {
  readonly expression: CelExpression;
  /** The text that was compiled, as the server trims it, and where it begins in the field's text. */
  readonly text: string;
  readonly start: number;
  /** In which it was compiled. */
  readonly context: Context;
  readonly compiled: Compiled;
}

type Variables = ReadonlyMap<string, Type>;

type ResourceWithExpressions = Resource<(typeof KINDS_WITH_CEL_EXPRESSIONS)[number]>;

const compilations = new WeakMap<object, readonly CelCompilation[]>();

/** The expressions of a new object, compiled once for all rules that ask. */
export function celCompilations(resource: ResourceWithExpressions): readonly CelCompilation[] {
  let known = compilations.get(resource);
  if (known === undefined) {
    known = compileExpressions(resource, () => false);
    compilations.set(resource, known);
  }
  return known;
}

/**
 * Compiles the expressions of an object as the server does, all that it gets as far as to compile.
 *
 * @param isStored tells which expressions the object that is updated has already: these may use all
 *   that the server knows, others only what the minor before it knows too
 */
export function compileExpressions(
  resource: ResourceWithExpressions,
  isStored: (expression: CelExpression) => boolean,
): readonly CelCompilation[] {
  const variables = new VariableTypes();
  return celExpressions(resource).flatMap((expression) => {
    const { place, field, scope } = expression;
    const written = field.value;
    if (written === undefined || isBlank(written)) return [];
    const trimmed = trimSpace(written);
    if (place.mostBytes !== undefined && byteLength(trimmed) > place.mostBytes) return [];
    const text = place.trims ? trimmed : written;
    const start = place.trims ? written.indexOf(trimmed) : 0;
    const context: Context = {
      place: place.name,
      minor: resource.minor,
      expressions: isStored(expression) ? 'stored' : 'new',
      hasParams: expression.declaresParams,
      ...(scope === undefined ? {} : { variables: variables.in(expression, scope, text) }),
    };
    const compiled = compile(text, context);
    variables.learn(expression, compiled);
    return [{ expression, text, start, context, compiled }];
  });
}

/**
 * The types of a policy's variables, learnt in the order of the policy. Those of an expression that
 * comes before all of them are known are kept apart; most see all.
 */
class VariableTypes {
  /** The types of the variables in their order; undefined where one does not compile. */
  readonly #types: (Type | undefined)[] = [];
  #all: { readonly count: number; readonly types: Variables } | undefined;

  /** The variables that an expression may use. */
  in({ place }: CelExpression, { variables, visible }: VariableScope, text: string): Variables {
    // A chain of variables that use none of the others need not be copied for each of them.
    if (place.variables === 'above' && !text.includes('variables')) return NO_VARIABLES;
    if (this.#all?.count === visible) return this.#all.types;
    const types = new Map<string, Type>();
    for (const [index, variable] of variables.slice(0, visible).entries()) {
      types.set(variable.get('name').value ?? '', variableType(this.#types[index]));
    }
    this.#all = { count: visible, types };
    return types;
  }

  /** Notes what an expression gives, if it is that of a variable. */
  learn({ place }: CelExpression, compiled: Compiled): void {
    if (place.variables === 'above') this.#types.push(compiled.ok ? compiled.type : undefined);
  }
}

const NO_VARIABLES: Variables = new Map();
