import type { LabelSelector } from '../../kubernetes/types.generated.ts';
import type { Field } from '../../rule/field.ts';

type SelectorField = Field<LabelSelector | undefined>;

/** Whether a selector is there and asks for nothing, so that it selects everything. */
export function selectsEverything(selector: SelectorField): boolean {
  const { value } = selector;
  if (value === undefined) return false;
  const labels = selector.get('matchLabels');
  const expressions = selector.get('matchExpressions');
  if (labels.pruned || expressions.pruned) return false;
  return Object.keys(labels.value ?? {}).length === 0 && (expressions.value ?? []).length === 0;
}

/** Two demands on one label that nothing can meet together. */
export interface Contradiction {
  readonly key: string;
  /** The demand that cannot be met with those before it. */
  readonly field: Field;
}

/** What a selector asks of one label. */
interface Demands {
  /** The values that are left; undefined for any. */
  allowed: ReadonlySet<string> | undefined;
  readonly forbidden: Set<string>;
  mustExist: boolean;
  mustBeAbsent: boolean;
}

/**
 * What in a selector no object can meet: `In` and `NotIn` of the same values, `Exists` and
 * `DoesNotExist`, two values for one label. Demands that the server refuses are passed over.
 */
export function contradictionIn(selector: SelectorField): Contradiction | undefined {
  const byKey = new Map<string, Demands>();
  const demandsOn = (key: string): Demands => {
    let demands = byKey.get(key);
    if (demands === undefined) {
      demands = {
        allowed: undefined,
        forbidden: new Set(),
        mustExist: false,
        mustBeAbsent: false,
      };
      byKey.set(key, demands);
    }
    return demands;
  };
  for (const { key, field } of selector.get('matchLabels').entries()) {
    demandsOn(key).allowed = new Set([field.value ?? '']);
  }
  for (const field of selector.get('matchExpressions').items()) {
    const key = field.get('key').value;
    if (key === undefined) continue;
    const demands = demandsOn(key);
    const values = field.get('values').value ?? [];
    addDemand(demands, field.get('operator').value, values);
    if (isContradictory(demands)) return { key, field };
  }
  return undefined;
}

function addDemand(
  demands: Demands,
  operator: string | undefined,
  values: readonly string[],
): void {
  const { allowed, forbidden } = demands;
  if (operator === 'Exists') demands.mustExist = true;
  else if (operator === 'DoesNotExist') demands.mustBeAbsent = true;
  else if (operator === 'NotIn') for (const value of values) forbidden.add(value);
  else if (operator === 'In' && values.length > 0) {
    demands.allowed = new Set(values.filter((value) => allowed?.has(value) ?? true));
  }
}

function isContradictory({ allowed, forbidden, mustExist, mustBeAbsent }: Demands): boolean {
  if (mustBeAbsent && (mustExist || allowed !== undefined)) return true;
  return allowed !== undefined && [...allowed].every((value) => forbidden.has(value));
}
