import type { Field } from '../../rule/field.ts';
import { hasGate, type Server } from '../../server/kubernetes/server.ts';
import type {
  PersistentVolumeClaimSpec,
  PersistentVolumeSpec,
  TypedObjectReference,
} from '../../server/kubernetes/types.generated.ts';
import { requirePositive } from '../fields/quantities.ts';
import {
  reportInvalid,
  requireFormat,
  requireOneOf,
  requireText,
  type ValueReport,
  valueTexts,
} from '../fields/value-checks.ts';
import { labelProblem, subdomainProblem } from '../metadata/names.ts';
import { requireAccessModes } from '../volumes/access-modes.ts';

/** Reports a finding on the spec of a claim. */
type ClaimReport = ValueReport<'required' | 'invalid' | 'unsupported' | 'forbidden'>;

const CLAIM = 'PersistentVolumeClaim';

/**
 * Reports the errors of the spec of a template of claims. Its selector is checked like all other selectors.
 *
 * Source: `ValidatePersistentVolumeClaimSpec` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function checkClaimSpec(
  report: ClaimReport,
  spec: Field<PersistentVolumeClaimSpec | undefined>,
  server: Server,
): void {
  checkVolumeOf(report, spec, server);
  checkDataSources(report, spec);
}

/** Reports the errors of a claim about the volume that it asks for. */
export function checkVolumeOf(
  report: ClaimReport,
  spec: Field<PersistentVolumeClaimSpec | undefined>,
  server: Server,
): void {
  requireAccessModes(report, spec.get('accessModes'));
  checkStorage(report, spec);
  checkClassAndMode(report, spec);
  const attributes = spec.get('volumeAttributesClassName');
  // Without the gate, the server drops the field.
  if (attributes.value && hasGate(server, 'VolumeAttributesClass', true)) {
    requireFormat(report, attributes, subdomainProblem);
  }
}

/** Reports the errors of the storage class and of the mode of a volume, or of the one that a claim asks for. */
export function checkClassAndMode(
  report: ValueReport<'invalid' | 'unsupported'>,
  spec: Field<PersistentVolumeClaimSpec | PersistentVolumeSpec | undefined>,
): void {
  const storageClass = spec.get('storageClassName');
  if (storageClass.value) requireFormat(report, storageClass, subdomainProblem);
  const mode = spec.get('volumeMode');
  if (mode.value !== undefined) requireOneOf(report, mode, ['Block', 'Filesystem']);
}

function checkStorage(
  report: ClaimReport,
  spec: Field<PersistentVolumeClaimSpec | undefined>,
): void {
  const resources = spec.get('resources');
  const requests = resources.get('requests');
  const path = `${resources.path}[storage]`;
  const storage = requests.get('storage');
  if (storage.value !== undefined) requirePositive(report, storage, { path });
  else if (storage.absent && !requests.pruned) {
    const values = { ...valueTexts(requests, 'such as 10Gi'), field: 'resources.requests.storage' };
    report({ message: 'required', at: requests, values, path });
  }
}

function checkDataSources(
  report: ClaimReport,
  spec: Field<PersistentVolumeClaimSpec | undefined>,
): void {
  const source: Field<TypedObjectReference | undefined> = spec.get('dataSource');
  const reference = spec.get('dataSourceRef');
  for (const object of [source, reference]) {
    if (object.value !== undefined) checkDataSource(report, object);
  }
  const namespace = reference.get('namespace');
  if (namespace.value) requireFormat(report, namespace, labelProblem);
  const { value: one } = source;
  const { value: other } = reference;
  if (one === undefined || other === undefined) return;
  const isEqual = (['apiGroup', 'kind', 'name'] as const).every((key) =>
    key === 'apiGroup' ? one[key] === other[key] : (one[key] ?? '') === (other[key] ?? ''),
  );
  if (namespace.value) {
    reportInvalid(report, source, 'dataSourceRef has a namespace', { path: spec.path });
  } else if (!isEqual) {
    reportInvalid(report, source, 'dataSourceRef is another object', { path: spec.path });
  }
}

function checkDataSource(
  report: ClaimReport,
  object: Field<TypedObjectReference | undefined>,
): void {
  requireText(report, object.get('name'), 'the name of the object');
  const kind = object.get('kind');
  requireText(report, kind, 'the kind of the object');
  const group = object.get('apiGroup');
  if (group.value) requireFormat(report, group, subdomainProblem);
  else if (kind.value !== CLAIM && !kind.pruned && !group.pruned) {
    const problem = 'without an apiGroup only a PersistentVolumeClaim can be the source';
    reportInvalid(report, kind, problem, { path: object.path });
  }
}
