import { isBlank, trimSpace } from '../../base/go/white-space.ts';
import { addTo } from '../../base/index-by.ts';
import { KeptResults } from '../../base/kept-results.ts';
import { copyOf } from '../../base/kept-strings.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import { type Type, typeText } from '../../cel/types.ts';
import { isOfKind } from '../../rule/resource.ts';
import { type Compiled, compile, variableType } from '../../server/expressions/compile.ts';
import type { CompiledExpression } from '../../server/expressions/compiled-expression.ts';
import { type Context, contextKey } from '../../server/expressions/environments.ts';
import type { FieldTypes } from '../../server/expressions/types/declared-types.ts';
import { byteLength } from '../../server/kubernetes/formats/dns.ts';
import { DECIDING_KINDS, type DecidingResource } from '../admission/deciders.ts';
import { storedExpressions } from '../updates/admissionregistration.ts';
import { type CelExpression, celExpressions, type VariableScope } from './expressions.ts';

/** A compiled expression of an object. Its text is trimmed as the server trims it. */
export interface CelCompilation extends CompiledExpression {
  readonly expression: CelExpression;
  /** The index of the compiled text in the text of the field. */
  readonly start: number;
}

/** The expressions of an object that is sent, compiled once and shared by all rules. */
export const celCompilations = onceForEach(
  (resource: DecidingResource): readonly CelCompilation[] => {
    const { stored } = resource;
    const isStored =
      stored !== undefined && isOfKind(stored.resource, ...DECIDING_KINDS)
        ? storedExpressions(stored.resource)
        : () => false;
    return compileExpressions(resource, isStored);
  },
);

/**
 * Compiles the expressions of an object as the server does: all expressions that are neither blank nor too long.
 *
 * @param isStored reports whether the object that is updated already contains an expression. Such an expression can use
 * everything that the server has, and not only what the previous minor has.
 */
function compileExpressions(
  resource: DecidingResource,
  isStored: (expression: CelExpression) => boolean,
): readonly CelCompilation[] {
  const variables = new VariableCollector();
  const used = new Map<Compiled, number>();
  return celExpressions(resource).flatMap((expression) => {
    const { environment, field, scope } = expression;
    const { maxBytes, trims } = environment;
    const written = field.value;
    if (written === undefined || isBlank(written)) return [];
    const trimmed = trimSpace(written);
    if (maxBytes !== undefined && byteLength(trimmed) > maxBytes) return [];
    const text = trims ? trimmed : written;
    const start = trims ? written.indexOf(trimmed) : 0;
    const visible = scope && variables.visibleTo(expression, scope, text);
    const context: Context = {
      environment: environment.name,
      minor: resource.minor,
      expressions: isStored(expression) ? 'stored' : 'new',
      hasParams: expression.declaresParams,
      ...(visible === undefined ? {} : { variables: visible }),
    };
    const first = compileOnce(text, context, visible);
    const repetition = used.get(first) ?? 0;
    used.set(first, repetition + 1);
    const compiled = repetitionOf(first, repetition);
    variables.add(expression, compiled);
    return [{ expression, text, start, context, compiled }];
  });
}

/** A compiled expression needs about 50 bytes for each character. */
const compiledTexts = new KeptResults<Compiled>(200_000);

/** Compiles an expression, or finds the result for the same text in the same context. */
function compileOnce(
  text: string,
  context: Context,
  variables: VisibleVariables | undefined,
): Compiled {
  const declared = describeVariables(text, variables);
  if (declared === undefined) return compile(text, context);
  const key = `${contextKey(context)} ${declared} ${text}`;
  return compiledTexts.get(key, () => compile(copyOf(text), context));
}

/** The variables of the policy that an expression depends on, as text. Undefined if there are too many to describe. */
function describeVariables(
  text: string,
  variables: VisibleVariables | undefined,
): string | undefined {
  if (variables === undefined) return 'undeclared';
  if (!text.includes('variables')) return 'unused';
  return variables.count > MAX_DESCRIBED ? undefined : variables.description;
}

/** Otherwise the descriptions for a policy would grow with the square of its variables. */
const MAX_DESCRIBED = 50;

/** The most forms of one expression that are kept. The results for each of them are kept with it. */
const MOST_REPETITIONS = 100;

/** The forms of expressions that an object has several times, after the first one. */
const repetitions = onceForEach((_: Compiled): Compiled[] => []);

/**
 * The compiled form of an expression that an object has several times. Results refer to an expression by its compiled
 * form, so no two expressions of an object share it; but those of two objects do, and those of two states of an object.
 *
 * @param number 0 for the first expression
 */
function repetitionOf(compiled: Compiled, number: number): Compiled {
  if (number === 0) return compiled;
  const kept = repetitions(compiled);
  const known = kept[number - 1];
  if (known !== undefined) return known;
  const own = compiled.ok ? { ...compiled, checked: { ...compiled.checked } } : { ...compiled };
  if (number <= MOST_REPETITIONS) kept.push(own);
  return own;
}

/** Collects the types of the variables of a policy while its expressions are compiled in order. */
class VariableCollector {
  /** The types by the index of the variable. A variable that does not compile has none. */
  readonly #types = new Map<number, Type>();
  /** The variables of each name, in their order. */
  readonly #byName = new Map<string, TypedVariable[]>();
  #named = 0;
  /** The types that most expressions see: the types of all variables. */
  #last: VisibleVariables | undefined;

  /** The types of the variables that an expression can use. */
  visibleTo(
    { environment }: CelExpression,
    { variables, visible }: VariableScope,
    text: string,
  ): VisibleVariables {
    // Without this, each of many variables would have an environment of its own.
    if (environment.variables === 'above' && !text.includes('variables')) return NO_VARIABLES;
    for (; this.#named < visible; this.#named++) {
      const name = variables[this.#named]?.get('name').value ?? '';
      const variable = { index: this.#named, type: variableType(this.#types.get(this.#named)) };
      addTo(this.#byName, name, variable);
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

/**
 * The first variables of a policy. Of variables with one name, the last one counts. They share the types of all
 * variables.
 */
class VisibleVariables implements FieldTypes {
  readonly count: number;
  readonly #byName: ReadonlyMap<string, readonly TypedVariable[]>;
  #description: string | undefined;

  constructor(byName: ReadonlyMap<string, readonly TypedVariable[]>, count: number) {
    this.#byName = byName;
    this.count = count;
  }

  /** The names and types, as a text that is the same for the same variables. */
  get description(): string {
    this.#description ??= JSON.stringify(
      [...this.keys()].flatMap((name) => {
        const type = this.get(name);
        return type === undefined ? [] : [name, typeText(type)];
      }),
    );
    return this.#description;
  }

  keys(): Iterable<string> {
    return [...this.#byName.keys()].filter((name) => this.get(name) !== undefined);
  }

  get(name: string): Type | undefined {
    return this.#byName.get(name)?.findLast(({ index }) => index < this.count)?.type;
  }
}

const NO_VARIABLES = new VisibleVariables(new Map(), 0);
