import type { Resource } from '../../rule/resource.ts';
import { hasGate, type Server } from '../../server/kubernetes/server.ts';
import type {
  PersistentVolumeClaimSpec,
  TypedObjectReference,
} from '../../server/kubernetes/types.generated.ts';

interface DataSources {
  readonly dataSource: TypedObjectReference | undefined;
  readonly dataSourceRef: TypedObjectReference | undefined;
}

/**
 * The sources of a claim that the server does not drop. It keeps all of them if the stored claim has one.
 *
 * Source: `DropDisabledFields` and `EnforceDataSourceBackwardsCompatibility` in `pkg/api/persistentvolumeclaim/util.go`
 * of Kubernetes.
 */
export function keptSources({
  root,
  server,
  stored,
}: Resource<'PersistentVolumeClaim'>): DataSources {
  const { value = {} } = root.get('spec');
  const before = stored && keptSources(stored.resource);
  return before?.dataSource === undefined && before?.dataSourceRef === undefined
    ? sourcesOfNew(value, server)
    : { dataSource: value.dataSource, dataSourceRef: value.dataSourceRef };
}

function sourcesOfNew(spec: PersistentVolumeClaimSpec, server: Server): DataSources {
  const { dataSource, dataSourceRef: reference } = spec;
  const isRead =
    (reference?.namespace ?? '') === '' || hasGate(server, 'CrossNamespaceVolumeDataSource', true);
  const dataSourceRef = isRead ? reference : undefined;
  const isKept = dataSourceRef !== undefined || isClaimOrSnapshot(dataSource);
  return { dataSource: isKept ? dataSource : undefined, dataSourceRef };
}

function isClaimOrSnapshot({ apiGroup = '', kind }: TypedObjectReference = {}): boolean {
  return (
    (kind === 'PersistentVolumeClaim' && apiGroup === '') ||
    (kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io')
  );
}
