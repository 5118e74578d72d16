import type { Installation, InstalledObject } from '../../rule/installation.ts';
import { annotationsOf } from './object-annotations.ts';

/** An object that an earlier one of the same identity precedes. */
interface RepeatedObject {
  readonly first: InstalledObject;
  readonly second: InstalledObject;
}

/**
 * The annotations with which Config Sync chooses the namespaces and clusters of an object.
 * Source: https://cloud.google.com/kubernetes-engine/config-sync/docs/reference/gitops-annotations
 */
const SELECTORS = [
  'configmanagement.gke.io/cluster-selector',
  'configmanagement.gke.io/namespace-selector',
  'configsync.gke.io/cluster-name-selector',
];

/**
 * The objects of an installation whose group, version, kind, namespace and name some earlier object has. Examples often
 * show one object in several versions, and Config Sync applies variants of an object to different clusters and
 * namespaces.
 */
export function repeatedObjects({ objects }: Installation): readonly RepeatedObject[] {
  const known = new Map<string, InstalledObject>();
  const repeated: RepeatedObject[] = [];
  for (const object of objects) {
    const { group, version, kind, namespace = '', name } = object;
    if (name === '') continue;
    const identity = [group, version, kind, namespace, name].join('\n');
    const first = known.get(identity);
    if (first === undefined) known.set(identity, object);
    else if (selectionOf(first) === selectionOf(object)) repeated.push({ first, second: object });
  }
  return repeated;
}

function selectionOf(object: InstalledObject): string {
  const annotations = annotationsOf(object);
  return JSON.stringify(SELECTORS.map((selector) => annotations[selector]));
}
