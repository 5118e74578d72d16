import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import type { LabelSelector } from '../../server/kubernetes/types.generated.ts';
import { forbid, reportInvalid, requireFormat, type ValueReport } from '../fields/value-checks.ts';
import { labelKeyProblem } from '../metadata/labels.ts';
import { type PodKind, podOf } from './pod-specs.ts';

type Keys = Field<readonly string[] | undefined>;

/** A selector with keys of labels, whose values the server takes from the labels of the pod. */
interface SelectorWithKeys {
  /** The term or constraint that has the selector. */
  readonly owner: Field;
  readonly selector: Field<LabelSelector | undefined>;
  readonly matchLabelKeys: Keys;
  readonly mismatchLabelKeys?: Keys;
  /** The labels of a Pod, which the server adds to the selector before it validates; undefined for a template. */
  readonly labels: { readonly [key: string]: string } | undefined;
}

/**
 * The labels whose values the server adds to the selectors of a new Pod; undefined for a template and for an update.
 */
export function addedLabels(resource: Resource<PodKind>): SelectorWithKeys['labels'] {
  const { metadata, isTemplate } = podOf(resource);
  return isTemplate || resource.stored !== undefined ? undefined : metadata.value?.labels;
}

const ONLY_WITH_SELECTOR = 'it is only allowed with labelSelector';

/**
 * Reports the keys of labels that are added to a selector.
 *
 * Source: `ValidateMatchLabelKeysAndMismatchLabelKeys` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function checkMatchLabelKeys(
  report: ValueReport<'invalid' | 'forbidden'>,
  { owner, selector, matchLabelKeys, mismatchLabelKeys, labels = {} }: SelectorWithKeys,
): void {
  const lists = [matchLabelKeys, ...(mismatchLabelKeys === undefined ? [] : [mismatchLabelKeys])];
  for (const list of lists) {
    if ((list.value ?? []).length === 0) continue;
    if (selector.absent) forbid(report, list, ONLY_WITH_SELECTOR);
    else for (const key of list.items()) requireFormat(report, key, labelKeyProblem);
  }
  const keys = matchLabelKeys.items();
  const mismatched = new Set(mismatchLabelKeys?.value ?? []);
  for (const key of keys) {
    if (!mismatched.has(key.value ?? '')) continue;
    reportInvalid(report, key, 'mismatchLabelKeys has it too');
  }
  const { value } = selector;
  if (value === undefined) return;
  const added = [...(matchLabelKeys.value ?? []), ...mismatched].filter((key) =>
    Object.hasOwn(labels, key),
  );
  const expressed = [
    ...(value.matchExpressions ?? []).map((expression) => expression.key ?? ''),
    ...added,
  ];
  const selected = new Set(Object.keys(value.matchLabels ?? {}));
  const indices = new Map(keys.map((key, index) => [key.value ?? '', index]));
  for (const key of expressed) {
    const index = indices.get(key);
    const field = index === undefined ? undefined : keys[index];
    if (field !== undefined && selected.has(key)) {
      reportInvalid(report, field, 'labelSelector has it too', { path: `${owner.path}[${index}]` });
    }
    selected.add(key);
  }
}

/**
 * Reports the keys of labels of a topology spread constraint, as servers do that do not add them to the selector.
 *
 * Source: `ValidateMatchLabelKeysInTopologySpread` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function checkSeparateKeys(
  report: ValueReport<'invalid' | 'forbidden'>,
  selector: Field<LabelSelector | undefined>,
  list: Keys,
): void {
  if ((list.value ?? []).length === 0) return;
  if (selector.absent) forbid(report, list, ONLY_WITH_SELECTOR);
  const { matchLabels = {}, matchExpressions = [] } = selector.value ?? {};
  const selected = [...Object.keys(matchLabels), ...matchExpressions.map(({ key = '' }) => key)];
  for (const key of list.items()) {
    requireFormat(report, key, labelKeyProblem);
    if (selected.includes(key.value ?? '')) reportInvalid(report, key, 'labelSelector has it too');
  }
}
