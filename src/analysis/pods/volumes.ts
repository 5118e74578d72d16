import { onceForEach } from '../../base/once-for-each.ts';
import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import { isDns1123Label } from '../../server/kubernetes/formats/dns.ts';
import type { Volume } from '../../server/kubernetes/types.generated.ts';
import { type PodKind, podOf } from './pod-specs.ts';

/**
 * The volumes of a pod that its containers can mount, by name. The server does not find a volume that it refuses, so it
 * reports each mount of such a volume as well.
 *
 * Source: `ValidateVolumes` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export const mountableVolumes = onceForEach(
  (resource: Resource<PodKind>): ReadonlyMap<string, Field<Volume>> => {
    const volumes = new Map<string, Field<Volume>>();
    for (const volume of podOf(resource).spec.get('volumes').items()) {
      const { value: name = '' } = volume.get('name');
      if (isDns1123Label(name) && !volumes.has(name)) volumes.set(name, volume);
    }
    return volumes;
  },
);
