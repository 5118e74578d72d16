import type { Resource, StoredResource } from '../../rule/resource.ts';
import { type Path, withEdits } from '../../server/decode/index.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';
import { hasGate } from '../../server/kubernetes/server.ts';
import { asMapping } from '../../server/kubernetes/value.ts';
import { valueAt } from '../../yaml/index.ts';

/** The fields of all kinds that an update cannot change. */
const ALWAYS_KEPT: readonly Path[] = [['metadata', 'generation'], ['status']];

/** The other fields that an update cannot change, by kind. */
const KEPT: ReadonlyMap<KindName, readonly Path[]> = new Map<KindName, readonly Path[]>([
  ['CertificateSigningRequest', [['spec']]],
  ['Namespace', [['spec', 'finalizers']]],
]);

/** Fields that an update keeps if the new object lacks them, by kind, and the feature gate that does so. */
const KEPT_IF_ABSENT: ReadonlyMap<KindName, { readonly path: Path; readonly gate: string }> =
  new Map<KindName, { readonly path: Path; readonly gate: string }>([
    // A client that does not know the resources of a pod as a whole drops them.
    ['Pod', { path: ['spec', 'resources'], gate: 'PodLevelResourcesFixDefaulting' }],
  ]);

/**
 * A new object as the server validates it in an update: fields that an update cannot change have the values of the
 * stored object. Errors in these are reported at the nearest parent that the file has.
 *
 * Source: `BeforeUpdate` in `pkg/registry/rest/update.go` of the API server, and the functions `PrepareForUpdate` in
 * `pkg/registry` of Kubernetes.
 */
export function updateOf(created: Resource, stored: StoredResource): Resource {
  const { apiVersion, kind, root, server } = created;
  if (apiVersion !== stored.resource.apiVersion) return { ...created, stored };
  const object = asMapping(root.value);
  const ifAbsent = KEPT_IF_ABSENT.get(kind);
  const isKept =
    ifAbsent !== undefined &&
    hasGate(server, ifAbsent.gate, true) &&
    valueAt(object, ifAbsent.path) === undefined;
  const kept = [...ALWAYS_KEPT, ...(KEPT.get(kind) ?? []), ...(isKept ? [ifAbsent.path] : [])];
  const edits = kept.map((path) => ({ path, value: valueAt(asMapping(stored.root.value), path) }));
  return { ...created, root: root.with(withEdits(object, edits)), stored };
}
