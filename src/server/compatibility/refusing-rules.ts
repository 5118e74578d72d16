import type { Value } from '../../yaml/tree.ts';
import type { SchemaPair } from '../crd/schema-pairs.ts';
import type { StructuralSchema } from '../crd/structural.ts';
import { withDefaults } from '../crd/values/defaulting.ts';
import { validateValue } from '../crd/values/validate.ts';
import { boundaryValues } from '../custom-resources/examples/boundary-values.ts';
import type { ExampleValues } from '../custom-resources/examples/example-values.ts';
import { withEditsOfRule } from '../custom-resources/examples/rule-edits.ts';
import { hintsOf } from '../custom-resources/examples/rule-hints.ts';
import type { CompiledExpression } from '../expressions/compiled-expression.ts';
import { compileRule } from '../expressions/compiled-rule.ts';
import { acceptsKeywords } from '../expressions/environments.ts';
import { RuleProgram } from '../expressions/rule-program.ts';
import { RESOURCE_BUDGET } from '../expressions/runtime.ts';
import { SchemaTypes, SelfTypes } from '../expressions/types/schema-types.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { ValidationRule } from '../kubernetes/types.generated.ts';
import { isAlwaysTrue } from './implied-rules.ts';

/** A value that a rule refuses, and the one that it replaces, for a rule about changes. */
interface RefusedByRule {
  readonly value: Value;
  readonly stored: Value | undefined;
}

/** The number of values that are evaluated, and the number of refused values that are returned. */
const MAX_EVALUATED = 3000;
const MAX_FOUND = 6;
/** The number of values that are tried as the stored value and as the new value. */
const MAX_OF_PAIRS = 40;

/**
 * Values of a field that the earlier schema accepts, and for which a rule of the later one is false or fails.
 *
 * The constants of the rule, values next to them, and the fields that it reads lead the search.
 */
export function* refusedByRule(
  pair: SchemaPair,
  rule: ValidationRule,
  values: ExampleValues,
  { minor, isRoot }: { readonly minor: Minor; readonly isRoot: boolean },
): Iterable<RefusedByRule> {
  const condition = compiled(rule, pair.after, isRoot, minor);
  if (condition?.compiled.ok !== true) return;
  const { checked } = condition.compiled;
  const program = new RuleProgram(rule, { checked, context: condition.context }, undefined);
  const isRefused = (value: Value, stored: Value | undefined): boolean => {
    const settle = (one: Value) => withDefaults(one, pair.after);
    const run = program.run(
      {
        self: settle(value),
        oldSelf: stored === undefined ? undefined : settle(stored),
        schema: pair.after,
        isResourceRoot: isRoot,
      },
      RESOURCE_BUDGET,
    );
    return run.outcome === 'failed' || run.outcome === 'error';
  };
  const candidates = valuesFor(pair, hintsOf(checked), values, minor);
  if (program.usesOldSelf && rule.optionalOldSelf !== true) {
    yield* refusedChanges(candidates, isRefused);
    return;
  }
  let found = 0;
  let evaluated = 0;
  for (const value of candidates) {
    if (++evaluated > MAX_EVALUATED) return;
    if (!isRefused(value, undefined)) continue;
    yield { value, stored: undefined };
    if (++found >= MAX_FOUND) return;
  }
}

/** Reports whether a rule of the later schema is true for all values that the earlier schema accepts. */
export function isRuleImplied(
  pair: SchemaPair,
  rule: ValidationRule,
  { minor, isRoot }: { readonly minor: Minor; readonly isRoot: boolean },
): boolean {
  const condition = compiled(rule, pair.after, isRoot, minor);
  return condition?.compiled.ok === true && isAlwaysTrue(condition.compiled.checked, pair);
}

function compiled(
  rule: ValidationRule,
  schema: StructuralSchema,
  isRoot: boolean,
  minor: Minor,
): CompiledExpression | undefined {
  const type = new SchemaTypes(minor).typeOf(schema, isRoot);
  if (type === undefined) return undefined;
  const self = new SelfTypes(type, acceptsKeywords(minor, 'stored'));
  return compileRule(rule, { minor, self, expressions: 'stored' })?.condition;
}

function* refusedChanges(
  candidates: Iterable<Value>,
  isRefused: (value: Value, stored: Value) => boolean,
): Iterable<RefusedByRule> {
  const tried: Value[] = [];
  let found = 0;
  for (const value of candidates) {
    for (const other of tried) {
      for (const [now, stored] of [
        [value, other],
        [other, value],
      ] as const) {
        if (!isRefused(now, stored)) continue;
        yield { value: now, stored };
        if (++found >= MAX_FOUND) return;
      }
    }
    tried.push(value);
    if (tried.length >= MAX_OF_PAIRS) return;
  }
}

/** Values that both schemas accept, apart from their rules. */
function* valuesFor(
  { before, after }: SchemaPair,
  hints: ReturnType<typeof hintsOf>,
  values: ExampleValues,
  minor: Minor,
): Iterable<Value> {
  const schemas = { declared: before, constraints: [] };
  const isUsable = (value: Value): boolean =>
    value !== null &&
    values.isValid(value, schemas) &&
    validateValue(withDefaults(value, after), after, { minor, of: 'resource' }).problems.length ===
      0;
  const bases: Value[] = [];
  for (const value of boundaryValues({ schemas, other: [after], hints }, values)) {
    if (!isUsable(value)) continue;
    if (bases.length < 2) bases.push(value);
    yield value;
  }
  for (const base of bases) {
    for (const value of withEditsOfRule(base, schemas, hints, values)) {
      if (isUsable(value)) yield value;
    }
  }
}
