import { isMapping, type Mapping, type Value } from '../../yaml/index.ts';
import { mappingsIn } from './kustomize-patch.ts';

/** Every resource. */
const ALL = '*.*';

/** A rule of a webhook matches fewer resources; more would need much memory. */
const MOST_MATCHED = 10_000;

/**
 * The resources that webhooks of an object may change before they are created: `plural.group`, with `*` for all. A controller
 * writes the rules of a webhook that has none, as those of Knative and Tekton do.
 */
export function resourcesMutatedBy(object: Value): readonly string[] {
  if (!isMapping(object) || object.kind !== 'MutatingWebhookConfiguration') return [];
  return mappingsIn(object.webhooks).flatMap(({ clientConfig, rules }) => {
    if (rules === undefined) return isMapping(clientConfig) ? [ALL] : [];
    return mappingsIn(rules).flatMap(resourcesOf);
  });
}

function resourcesOf({ apiGroups, operations, resources }: Mapping): readonly string[] {
  if (!textsIn(operations).some((one) => one === 'CREATE' || one === '*')) return [];
  const [groups, plurals] = [textsIn(apiGroups), textsIn(resources)];
  if (groups.length * plurals.length > MOST_MATCHED) return [ALL];
  return groups.flatMap((group) =>
    plurals.map((plural) => `${plural.replace('*/*', '*')}.${group}`),
  );
}

function textsIn(value: Value | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Reports whether some resources, with `*` for all, contain a resource. */
export function includesResource(
  resources: ReadonlySet<string>,
  plural: string,
  group: string,
): boolean {
  return [`${plural}.${group}`, `*.${group}`, `${plural}.*`, ALL].some((one) => resources.has(one));
}
