import type { Field } from '../../rule/field.ts';
import { parseQuantity, signOfQuantity } from '../../server/kubernetes/formats/quantity-value.ts';
import { hasGate, type Server } from '../../server/kubernetes/server.ts';
import type {
  PersistentVolumeClaimSpec,
  TypedObjectReference,
} from '../../server/kubernetes/types.generated.ts';
import { isEmptyList } from '../emptiness.ts';
import {
  forbid,
  reportInvalid,
  requireFormat,
  requireOneOf,
  requireText,
  type ValueReport,
} from '../fields/value-checks.ts';
import { labelProblem, subdomainProblem } from '../metadata/names.ts';

/** Reports a finding on the spec of a claim. */
type ClaimReport = ValueReport<'required' | 'invalid' | 'unsupported' | 'forbidden'>;

/** The modes in which a volume can be accessed. */
const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

const CLAIM = 'PersistentVolumeClaim';

/**
 * Reports the errors of the spec of a PersistentVolumeClaim, or of a template of claims. Its selector is checked like all other
 * selectors.
 *
 * Source: `ValidatePersistentVolumeClaimSpec` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function checkClaimSpec(
  report: ClaimReport,
  spec: Field<PersistentVolumeClaimSpec | undefined>,
  server: Server,
): void {
  checkAccessModes(report, spec);
  checkStorage(report, spec);
  const storageClass = spec.get('storageClassName');
  if (storageClass.value) requireFormat(report, storageClass, subdomainProblem);
  const mode = spec.get('volumeMode');
  if (mode.value !== undefined) requireOneOf(report, mode, ['Block', 'Filesystem']);
  checkDataSources(report, spec);
  const attributes = spec.get('volumeAttributesClassName');
  if (attributes.value && hasGate(server, 'VolumeAttributesClass', true)) {
    requireFormat(report, attributes, subdomainProblem);
  }
}

function checkAccessModes(
  report: ClaimReport,
  spec: Field<PersistentVolumeClaimSpec | undefined>,
): void {
  const modes = spec.get('accessModes');
  if (isEmptyList(modes)) {
    const problem = '[ReadWriteOnce], or another way to use the volume';
    report({
      message: 'required',
      at: modes,
      values: { field: 'accessModes', value: '', problem },
    });
  }
  for (const mode of modes.items()) {
    requireOneOf((finding) => report({ ...finding, path: modes.path }), mode, ACCESS_MODES);
  }
  const known = (modes.value ?? []).filter((mode) => ACCESS_MODES.includes(mode));
  if (known.includes('ReadWriteOncePod') && new Set(known).size > 1) {
    forbid(report, modes, 'ReadWriteOncePod cannot be combined with other modes');
  }
}

function checkStorage(
  report: ClaimReport,
  spec: Field<PersistentVolumeClaimSpec | undefined>,
): void {
  const resources = spec.get('resources');
  const requests = resources.get('requests');
  const path = `${resources.path}[storage]`;
  const storage = requests.entries().find(({ key }) => key === 'storage')?.field;
  if (storage === undefined) {
    if (requests.pruned) return;
    const values = {
      field: 'resources.requests.storage',
      value: '',
      problem: 'a size such as 10Gi',
    };
    report({ message: 'required', at: requests, values, path });
  } else if (storage.value !== undefined && signOfQuantity(parseQuantity(storage.value)) <= 0) {
    reportInvalid(report, storage, 'it must be greater than 0', { path });
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
