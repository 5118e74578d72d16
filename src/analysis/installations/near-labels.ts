import { onceForEach } from '../../base/once-for-each.ts';
import { MOST_COMPARED } from '../../result/suggestion.ts';
import type { Field } from '../../rule/field.ts';
import type { Installation, InstalledObject } from '../../rule/installation.ts';
import { findKind } from '../../server/kubernetes/kinds.ts';
import type { LabelSelector } from '../../server/kubernetes/types.generated.ts';
import { isMistakenFor } from './expected-objects.ts';
import { labelsPath, type Workload, workloadsNear } from './workloads.ts';

/** A label of a selector that is the only difference to the labels of pods. */
interface NearLabel {
  readonly key: string;
  readonly field: Field<string>;
  readonly workload: Workload;
  /** The label of the pods that is probably meant. */
  readonly meant: { readonly key: string; readonly value: string };
}

/**
 * Finds pods in the namespace of an object that have all labels of a selector but one, which they have with a similar
 * value, or with another key. Other pods may come from elsewhere. More pods than a limit are not compared.
 */
export function findNearLabel(
  matchLabels: Field<LabelSelector['matchLabels']>,
  object: InstalledObject,
  installation: Installation,
): NearLabel | undefined {
  const pairs = matchLabels.entries();
  const keys = new Set(pairs.map(({ key }) => key));
  const near = workloadsNear(object, installation);
  for (const workload of near.length > MOST_COMPARED ? [] : near) {
    const { labels } = workload;
    const wrong = pairs.filter(({ key, field }) => labels.get(key) !== field.value);
    const [pair, ...others] = wrong;
    if (pair === undefined || others.length > 0) continue;
    const { key, field } = pair;
    // The controller of a custom resource gives its name to the pods that it makes.
    if (namesOfCustomResources(installation).has(field.value)) return undefined;
    const meant = meantLabel(key, field.value ?? '', labels, keys);
    if (meant === undefined) continue;
    if (!workload.object.mayChange(labelsPath(workload))) return { key, field, workload, meant };
  }
  return undefined;
}

const namesOfCustomResources = onceForEach(
  ({ objects }: Installation): ReadonlySet<string | undefined> =>
    new Set(objects.flatMap(({ kind, names }) => (findKind(kind) === undefined ? names : []))),
);

function meantLabel(
  key: string,
  value: string,
  labels: Workload['labels'],
  keys: ReadonlySet<string>,
): NearLabel['meant'] | undefined {
  const own = labels.get(key);
  if (own !== undefined) return isMistakenFor(own, value) ? { key, value: own } : undefined;
  const other = [...labels].find(([one, text]) => text === value && !keys.has(one));
  return other && { key: other[0], value };
}

/** A label as part of a message. */
export function labelText({ key, value }: NearLabel['meant']): string {
  return `${key}: '${value}'`;
}
