import type { Resource, StoredResource } from '../../rule/resource.ts';
import { type Path, withEdits } from '../../server/decode/index.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';
import { asMapping } from '../../server/kubernetes/value.ts';
import { valueAt } from '../../yaml/index.ts';

/** The fields of all kinds that an update cannot change. */
const ALWAYS_KEPT: readonly Path[] = [['metadata', 'generation'], ['status']];

/** The other fields that an update cannot change, by kind. */
const KEPT: ReadonlyMap<KindName, readonly Path[]> = new Map<KindName, readonly Path[]>([
  ['CertificateSigningRequest', [['spec']]],
  ['Namespace', [['spec', 'finalizers']]],
]);

/**
 * A new object as the server validates it in an update: fields that an update cannot change have the values of the
 * stored object. Errors in these are reported at the nearest parent that the file has.
 *
 * Source: `BeforeUpdate` in `pkg/registry/rest/update.go` of the API server, and the functions `PrepareForUpdate` in
 * `pkg/registry` of Kubernetes.
 */
export function updateOf(created: Resource, stored: StoredResource): Resource {
  const { apiVersion, kind, root } = created;
  if (apiVersion !== stored.resource.apiVersion) return { ...created, stored };
  const edits = [...ALWAYS_KEPT, ...(KEPT.get(kind) ?? [])].map((path) => ({
    path,
    value: valueAt(asMapping(stored.root.value), path),
  }));
  return { ...created, root: root.with(withEdits(asMapping(root.value), edits)), stored };
}
