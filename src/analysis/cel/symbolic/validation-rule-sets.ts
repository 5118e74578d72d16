import { getOrCompute } from '../../../base/get-or-compute.ts';
import { onceForEach } from '../../../base/once-for-each.ts';
import type { CheckedAst } from '../../../cel/check/checked-ast.ts';
import type { Budget } from '../../../cel/symbolic/decisions.ts';
import type { Variables } from '../../../cel/symbolic/evaluator.ts';
import type { SymbolicInput } from '../../../cel/symbolic/input.ts';
import { SymbolicPath } from '../../../cel/symbolic/path.ts';
import { UNKNOWN, type Value } from '../../../cel/symbolic/values.ts';
import type { Resource } from '../../../rule/resource.ts';
import type { SchemaNode } from '../../../server/crd/schema-node.ts';
import { escapeProperty } from '../../../server/expressions/escaping.ts';
import { type CompiledEntry, type CompiledRules, compiledRules } from '../../crd/rules.ts';
import type { SchemaJudgement } from '../../crd/schemas.ts';
import { SchemaShapes } from './schema-shapes.ts';

export interface CompiledValidationRule {
  readonly rules: CompiledRules;
  readonly node: SchemaNode;
  readonly index: number;
  readonly entry: CompiledEntry;
  readonly checked: CheckedAst;
  readonly usesOldSelf: boolean;
}

/** The validation rules of one schema of a CRD that compile, with the custom resource that they validate. */
export interface ValidationRuleSet {
  readonly judgement: SchemaJudgement;
  readonly rules: readonly CompiledValidationRule[];
  /** The custom resource, and the one before an update. */
  readonly resource: SymbolicPath;
  readonly oldResource: SymbolicPath;
  readonly budget: Budget;
}

/** The most steps for the validation rules of one schema. The rules of published CRDs need at most 60,000. */
const MAX_STEPS = 2_000_000;
const STEPS_FOR_SCHEMA = 100_000;
const STEPS_FOR_RULE = 2_000;

/**
 * The number of steps for rules that are evaluated with one another. It grows linearly with the number of rules, not
 * with its square.
 */
function stepsFor(rules: readonly CompiledValidationRule[]): number {
  return Math.min(MAX_STEPS, STEPS_FOR_SCHEMA + rules.length * STEPS_FOR_RULE);
}

/** The validation rules of a CRD that compile, collected once and shared by all rules. */
export const validationRuleSets = onceForEach(createRuleSets);

function createRuleSets(crd: Resource<'CustomResourceDefinition'>): readonly ValidationRuleSet[] {
  const bySchema = new Map<SchemaJudgement, CompiledValidationRule[]>();
  for (const rules of compiledRules(crd)) {
    const found = getOrCompute(bySchema, rules.judgement, () => []);
    for (const [index, entry] of (rules.entries ?? []).entries()) {
      const compiled = entry.condition?.compiled;
      if (compiled?.ok !== true) continue;
      const { checked } = compiled;
      const usesOldSelf = entry.usesOldSelf === true;
      found.push({ rules, node: rules.node, index, entry, checked, usesOldSelf });
    }
  }
  return [...bySchema].map(([judgement, rules]) => {
    const shape = new SchemaShapes().ofResource(judgement.tree.root.schema);
    return {
      judgement,
      rules,
      resource: SymbolicPath.root('self', shape),
      oldResource: SymbolicPath.root('oldSelf', shape),
      budget: { steps: stepsFor(rules) },
    };
  });
}

/** The path of the values of a schema, in the first element of each list and map around it. */
export function pathOf(node: SchemaNode, resource: SymbolicPath): SymbolicPath {
  return stepsTo(node).reduce(stepInto, resource);
}

/** A step from a schema to one below it, as paths of values take it. */
interface SchemaStep {
  /** True if the step leads to the elements of a list. */
  readonly isToItems: boolean;
  /** The name of a property in expressions; undefined if the step leads to items or the values of a map. */
  readonly property: string | undefined;
}

/** The steps from the root of the tree to a schema, which each rule needs in each symbolic input. */
export const stepsTo = onceForEach((node: SchemaNode): readonly SchemaStep[] => {
  const upwards: SchemaStep[] = [];
  for (let below = node; below.parent !== undefined; below = below.parent) {
    upwards.push(stepOf(below));
  }
  return upwards.reverse();
});

function stepOf({ keyword, key }: SchemaNode): SchemaStep {
  const name = String(key);
  return {
    isToItems: keyword === 'items',
    property: keyword === 'properties' ? (escapeProperty(name) ?? name) : undefined,
  };
}

/** The path of the values of a schema, given that of its parent. */
export function stepInto(path: SymbolicPath, { property }: SchemaStep): SymbolicPath {
  return property === undefined ? path.element('0', 'always') : path.member(property);
}

/** Reports whether `oldSelf` is an optional value. */
export function hasOptionalOldSelf({ entry }: CompiledValidationRule): boolean {
  return entry.rule.optionalOldSelf === true;
}

/** The variables of a validation rule and its message. */
export function ruleVariables(
  self: SymbolicPath,
  old: SymbolicPath | undefined,
  isOptional: boolean,
): Variables {
  const oldValue: Value | undefined = old === undefined ? undefined : { kind: 'input', path: old };
  return (name) => {
    if (name === 'self') return { kind: 'input', path: self };
    if (name !== 'oldSelf') return undefined;
    return isOptional ? { kind: 'optional', value: oldValue } : (oldValue ?? UNKNOWN);
  };
}

/** Fixes that a value is present, with all values around it. */
export function fixPresent(path: SymbolicPath, input: SymbolicInput): void {
  for (let inner = path; inner.parent !== undefined; inner = inner.parent) {
    input.setPresent(inner, true);
    input.setNull(inner, false);
    const { notation, shape } = inner.parent;
    if (shape.kind === 'list' || shape.kind === 'map') {
      input.size(notation, Math.max(1, shape.minSize ?? 1), shape.maxSize);
    }
  }
}
