import { isMapping } from '../../../yaml/tree.ts';
import { hasGate, type Server } from '../../kubernetes/server.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import { type Draft, ensureStruct } from './draft.ts';

/**
 * Gives both fields for the source of a new claim the same value. A source of a kind that only `dataSourceRef` can name
 * is dropped from `dataSource`.
 *
 * Source: `EnforceDataSourceBackwardsCompatibility` and `NormalizeDataSources` in
 * `pkg/api/persistentvolumeclaim/util.go` of Kubernetes.
 */
export function prepareClaim(claim: Draft, server: Server): void {
  prepareSources(ensureStruct(claim, 'spec'), {}, server);
}

/** Gives both fields of the new claim of an update the same value. A source that the stored claim has is kept. */
export function updateClaim(claim: Draft, stored: Mapping, server: Server): void {
  const before = isMapping(stored.spec) ? stored.spec : {};
  prepareSources(ensureStruct(claim, 'spec'), before, server);
}

function prepareSources(spec: Draft, before: Mapping, server: Server): void {
  if (
    hasGate(server, 'VolumeAttributesClass', false) &&
    before.volumeAttributesClassName === undefined
  ) {
    delete spec.volumeAttributesClassName;
  }
  if (
    namespaceOf(spec.dataSourceRef) !== '' &&
    hasGate(server, 'CrossNamespaceVolumeDataSource', false) &&
    before.dataSourceRef === undefined
  ) {
    delete spec.dataSourceRef;
  }
  const { dataSource, dataSourceRef } = spec;
  const isUsed = before.dataSource !== undefined || before.dataSourceRef !== undefined;
  if (!isUsed && dataSourceRef === undefined && !isOldSource(dataSource)) delete spec.dataSource;
  if (isMapping(spec.dataSource) && dataSourceRef === undefined) {
    spec.dataSourceRef = { ...spec.dataSource };
  } else if (
    isMapping(dataSourceRef) &&
    dataSource === undefined &&
    namespaceOf(dataSourceRef) === ''
  ) {
    const { namespace: _, ...local } = dataSourceRef;
    spec.dataSource = local;
  }
}

function namespaceOf(source: Value | undefined): string {
  return isMapping(source) ? String(source.namespace ?? '') : '';
}

/** Reports whether a source is a claim or a snapshot. */
function isOldSource(source: Value | undefined): boolean {
  if (!isMapping(source)) return false;
  const { apiGroup = '', kind } = source;
  return (
    (kind === 'PersistentVolumeClaim' && apiGroup === '') ||
    (kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io')
  );
}
