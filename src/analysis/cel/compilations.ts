import type { Type } from '../../cel/types.ts';
import { type Compiled, compile, variableType } from '../../expressions/compile.ts';
import type { CompiledExpression } from '../../expressions/compiled-expression.ts';
import type { Context } from '../../expressions/environments.ts';
import { isBlank, trimSpace } from '../../go/white-space.ts';
import { byteLength } from '../../kubernetes/formats/dns.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
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

type VariableTypes = ReadonlyMap<string, Type>;

type ResourceWithExpressions = Resource<(typeof KINDS_WITH_CEL_EXPRESSIONS)[number]>;

const compilations = new WeakMap<object, readonly CelCompilation[]>();

/** The expressions of an object that is sent, compiled once and shared by all rules. */
export function celCompilations(resource: ResourceWithExpressions): readonly CelCompilation[] {
  let known = compilations.get(resource);
  if (known === undefined) {
    const { stored } = resource;
    const isStored =
      stored !== undefined && isOfKind(stored.resource, ...KINDS_WITH_CEL_EXPRESSIONS)
        ? storedExpressions(stored.resource)
        : () => false;
    known = compileExpressions(resource, isStored);
    compilations.set(resource, known);
  }
  return known;
}

/**
 * Compiles the expressions of an object as the server does: all that are neither blank nor too long.
 *
 * @param isStored whether the object that is updated already contains an expression, which can then use all that the
 *   server has, and not only what the minor before has
 */
export function compileExpressions(
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
  /** In the order of the variables; undefined for one that does not compile. */
  readonly #types: (Type | undefined)[] = [];
  /** The types that most expressions see: those of all variables. */
  #last: { readonly count: number; readonly types: VariableTypes } | undefined;

  /** The types of the variables that an expression can use. */
  visibleTo(
    { environment }: CelExpression,
    { variables, visible }: VariableScope,
    text: string,
  ): VariableTypes {
    // Without this, a long list of variables that do not use each other would be copied for each variable.
    if (environment.variables === 'above' && !text.includes('variables')) return NO_VARIABLES;
    if (this.#last?.count === visible) return this.#last.types;
    const types = new Map<string, Type>();
    for (const [index, variable] of variables.slice(0, visible).entries()) {
      types.set(variable.get('name').value ?? '', variableType(this.#types[index]));
    }
    this.#last = { count: visible, types };
    return types;
  }

  /** Adds the type of the expression if it is that of a variable. */
  add({ environment }: CelExpression, compiled: Compiled): void {
    if (environment.variables === 'above') {
      this.#types.push(compiled.ok ? compiled.type : undefined);
    }
  }
}

const NO_VARIABLES: VariableTypes = new Map();
