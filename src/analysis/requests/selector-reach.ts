import { getOrCompute } from '../../base/get-or-compute.ts';
import type { Field } from '../../rule/field.ts';
import type { LabelSelector } from '../../server/kubernetes/types.generated.ts';

type SelectorField = Field<LabelSelector | undefined>;

/** Reports whether a selector is present and has no requirements, so that it selects everything. */
export function selectsEverything(selector: SelectorField): boolean {
  const { value } = selector;
  if (value === undefined) return false;
  const labels = selector.get('matchLabels');
  const expressions = selector.get('matchExpressions');
  if (labels.pruned || expressions.pruned) return false;
  return Object.keys(labels.value ?? {}).length === 0 && (expressions.value ?? []).length === 0;
}

/** Requirements on one label that contradict each other. */
interface Contradiction {
  readonly key: string;
  /** The requirement that contradicts the earlier ones. */
  readonly field: Field;
}

/** The requirements of a selector for one label. */
interface Requirements {
  /** The values that are still possible; undefined for any. */
  allowed: ReadonlySet<string> | undefined;
  readonly forbidden: Set<string>;
  mustExist: boolean;
  mustBeAbsent: boolean;
}

/**
 * Requirements of a selector that no object can meet: `In` and `NotIn` with the same values, `Exists` and
 * `DoesNotExist`, two values of one label. Invalid requirements are ignored.
 */
export function contradictionIn(selector: SelectorField): Contradiction | undefined {
  const byKey = new Map<string, Requirements>();
  const requirementsOn = (key: string): Requirements => {
    return getOrCompute(byKey, key, () => ({
      allowed: undefined,
      forbidden: new Set(),
      mustExist: false,
      mustBeAbsent: false,
    }));
  };
  for (const { key, field } of selector.get('matchLabels').entries()) {
    requirementsOn(key).allowed = new Set([field.value ?? '']);
  }
  for (const field of selector.itemsOf('matchExpressions')) {
    const key = field.get('key').value;
    if (key === undefined) continue;
    const requirements = requirementsOn(key);
    const values = field.get('values').value ?? [];
    addRequirement(requirements, field.get('operator').value, values);
    if (isContradictory(requirements)) return { key, field };
  }
  return undefined;
}

function addRequirement(
  requirements: Requirements,
  operator: string | undefined,
  values: readonly string[],
): void {
  const { allowed, forbidden } = requirements;
  if (operator === 'Exists') requirements.mustExist = true;
  else if (operator === 'DoesNotExist') requirements.mustBeAbsent = true;
  else if (operator === 'NotIn') for (const value of values) forbidden.add(value);
  else if (operator === 'In' && values.length > 0) {
    requirements.allowed = new Set(values.filter((value) => allowed?.has(value) ?? true));
  }
}

function isContradictory({ allowed, forbidden, mustExist, mustBeAbsent }: Requirements): boolean {
  if (mustBeAbsent && (mustExist || allowed !== undefined)) return true;
  return allowed !== undefined && [...allowed].every((value) => forbidden.has(value));
}
