import type { Cause } from '../../result/finding.ts';
import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import { disabledFieldNames } from '../../server/admission/objects/disabled-fields.ts';
import { definitionNameOf } from '../../server/kubernetes/definition-name.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';
import { hasGate, type Server } from '../../server/kubernetes/server.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import { dataEntries } from '../data/data-entries.ts';
import { declaredErrors } from '../declared/declared-errors.ts';
import { podRanges } from '../nodes/pod-ranges.ts';
import { semanticText } from '../semantic-text.ts';
import { type ByKind, ofKind } from './by-kind.ts';
import { changesOfClaim } from './claims.ts';
import { firstChange } from './first-change.ts';
import { type FixedField, fixedFieldsOfKind, invalid } from './fixed-fields.ts';
import { changesOfVolume } from './persistent-volumes.ts';
import { isSameStruct } from './same-value.ts';
import { type ChangeError, fixedValue } from './server-error.ts';
import { changesOfService } from './services.ts';

/**
 * The fields of a Workload of Kubernetes 1.35, whose types declare no checks. Only a stored controller cannot change.
 */
function fixedFieldsOfWorkload({ apiVersion, root }: Resource<'Workload'>): readonly FixedField[] {
  if (apiVersion !== 'scheduling.k8s.io/v1alpha1') return [];
  const hasController = root.get('spec').get('controllerRef').value !== undefined;
  const names = hasController ? ['controllerRef', 'podGroups'] : ['podGroups'];
  return names.map((name) => ({ ...invalid('spec', name), field: name }));
}

/** The kinds whose fields differ from version to version. */
const WITH_OTHER_FIELDS: readonly KindName[] = [
  'Event',
  'ResourceClaim',
  'ResourceClaimTemplate',
  'ResourceSlice',
];

function fixedFieldsOf(
  stored: Resource,
  { kind, apiVersion, minor }: Resource,
): readonly FixedField[] {
  if (stored.apiVersion !== apiVersion && WITH_OTHER_FIELDS.includes(kind)) return [];
  if (isOfKind(stored, 'Workload')) return fixedFieldsOfWorkload(stored);
  return fixedFieldsOfKind(kind, apiVersion, minor);
}

/** The other values that cannot change, or only in some ways. */
const CHANGES: ByKind<readonly ChangeError[]> = {
  Secret: changesOfImmutable,
  ConfigMap: changesOfImmutable,
  ServiceCIDR: changesOfRanges,
  CSINode: changesOfDrivers,
  PersistentVolume: changesOfVolume,
  Node: changesOfNode,
  Service: changesOfService,
  PersistentVolumeClaim: changesOfClaim,
  Eviction: changesOfDeclared,
  EvictionRequest: changesOfDeclared,
  ResourcePoolStatusRequest: changesOfDeclared,
  PodGroup: changesOfDeclared,
  CompositePodGroup: changesOfDeclared,
  Workload: changesOfDeclared,
};

/** The changes that the types of an object declare to be impossible. */
function changesOfDeclared(stored: Resource, sent: Resource): readonly ChangeError[] {
  return declaredErrors(sent, stored).changes;
}

/** The errors of changes of values that cannot change. */
export function changesOfFixedValues(stored: Resource, sent: Resource): readonly ChangeError[] {
  const fixed = fixedFieldsOf(stored, sent).flatMap(({ path, cause, field }) => {
    const [before, at] = [fieldAt(stored, path), fieldAt(sent, path)];
    const { apiVersion, kind, minor } = sent;
    const definition = definitionNameOf(apiVersion, kind);
    const [old, now] = [before, at].map((one) => comparedObject(path, one, sent));
    if (isSameStruct(definition, old, now, minor)) {
      return addsEmptyParameters(before, at, sent) ? [fixedValue(before, at, cause)] : [];
    }
    const changed = firstChange(sent.root, definition, old, now, minor);
    const unchanged = firstChange(stored.root, definition, now, old, minor);
    return [fixedValue(unchanged, changed, cause, { field: field ?? at.path })];
  });
  return [...fixed, ...(ofKind(CHANGES, stored, sent) ?? [])];
}

/** An object with nothing but the value at a path as the server compares it, without the fields that it drops. */
function comparedObject(path: readonly string[], { value }: Field, sent: Resource): object {
  const isClaim = isOfKind(sent, 'ResourceClaim', 'ResourceClaimTemplate');
  const seen = isClaim ? withoutFields(value, droppedFromClaims(sent.server)) : value;
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), seen) as object;
}

/** The structs of claims with fields that need features. */
const GATED_STRUCTS = [
  'DeviceConstraint',
  'DeviceRequest',
  'DeviceSubRequest',
  'ExactDeviceRequest',
];

/** The names of the fields that a server drops from claims. They are the same in all versions of claims. */
function droppedFromClaims(server: Server): ReadonlySet<string> {
  return new Set(
    GATED_STRUCTS.flatMap((name) => disabledFieldNames(`resource.v1.${name}`, server)),
  );
}

function withoutFields(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutFields(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.has(name))
      .map(([name, member]) => [name, withoutFields(member, names)]),
  );
}

/** Until 1.35, a server tells parameters of a StorageClass that are absent from those that are empty. */
function addsEmptyParameters(before: Field, after: Field, { kind, minor }: Resource): boolean {
  return (
    kind === 'StorageClass' &&
    after.segment === 'parameters' &&
    !serverHas('storage-class-changes-invalid', minor) &&
    addsEmptyMap(before, after)
  );
}

/** Reports whether a map without entries is new. Some checks of a server tell it from an absent one. */
function addsEmptyMap(before: Field, after: Field): boolean {
  return before.value === undefined && after.value !== undefined;
}

function fieldAt({ root }: Resource, path: readonly string[]): Field {
  // The names are those of fields of the kind in the table.
  return path.reduce<Field>((field, name) => field.get(name as never), root);
}

/** The errors of changes of a Secret or ConfigMap whose stored object is immutable. */
function changesOfImmutable(
  stored: Resource<'Secret' | 'ConfigMap'>,
  sent: Resource<'Secret' | 'ConfigMap'>,
): readonly ChangeError[] {
  if (stored.root.get('immutable').value !== true) return [];
  const error = (name: 'immutable' | 'data', field: string): ChangeError =>
    fixedValue(stored.root.get(name), sent.root.get(name), 'FieldValueForbidden', {
      field,
      reason: 'the stored object is immutable',
    });
  const maps = ['data', 'binaryData'].filter(
    (map) =>
      textOfEntries(stored, map) !== textOfEntries(sent, map) ||
      (!hasEntries(stored, map) && addsEmptyMap(fieldAt(stored, [map]), fieldAt(sent, [map]))),
  );
  return [
    ...(sent.root.get('immutable').value === true ? [] : [error('immutable', 'immutable')]),
    ...maps.map((map) => error('data', map)),
  ];
}

function hasEntries(resource: Resource<'Secret' | 'ConfigMap'>, name: string): boolean {
  return dataEntries(resource).some(({ map }) => map === name);
}

function textOfEntries(resource: Resource<'Secret' | 'ConfigMap'>, name: string): string {
  const entries = dataEntries(resource).filter(({ map }) => map === name);
  return semanticText(Object.fromEntries(entries.map((entry) => [entry.key, entry.text()])));
}

/** The ranges of a ServiceCIDR cannot change; a second one can be added. */
function changesOfRanges(
  stored: Resource<'ServiceCIDR'>,
  sent: Resource<'ServiceCIDR'>,
): readonly ChangeError[] {
  const before = stored.root.get('spec').get('cidrs');
  const at = sent.root.get('spec').get('cidrs');
  const old = before.items();
  const ranges = at.items();
  const isExtended = old.length === 1 && ranges.length === 2;
  if (old.length !== ranges.length && !isExtended) {
    return [fixedValue(before, at)];
  }
  return old.flatMap((range, index) => {
    const now = ranges[index];
    if (now === undefined || now.value === range.value) return [];
    return [fixedValue(range, now)];
  });
}

/** A driver of a CSINode can change its number of volumes, and nothing else. */
function changesOfDrivers(
  stored: Resource<'CSINode'>,
  sent: Resource<'CSINode'>,
): readonly ChangeError[] {
  const before = stored.root.get('spec').get('drivers');
  const at = sent.root.get('spec').get('drivers');
  const countIsMutable = hasGate(sent.server, 'MutableCSINodeAllocatableCount', true);
  const changed = before.items().filter(({ value: old = {} }) =>
    at.items().some(({ value: driver = {} }) => {
      const now = countIsMutable ? { ...driver, allocatable: old.allocatable } : driver;
      const isSame = isSameStruct('storage.v1.CSINodeDriver', old, now, sent.minor);
      return (old.name ?? '') === (driver.name ?? '') && !isSame;
    }),
  );
  const reason = 'the kubelet registers a driver';
  const field = serverHas('csi-node-driver-path', sent.minor) ? at.path : 'CSINodeDriver';
  return changed.map(() => fixedValue(before, at, 'FieldValueInvalid', { field, reason }));
}

/** Once a Node has ranges for its pods and an id of its provider, these cannot change. */
function changesOfNode(stored: Resource<'Node'>, sent: Resource<'Node'>): readonly ChangeError[] {
  const [before, after] = [stored.root.get('spec'), sent.root.get('spec')];
  const errors: ChangeError[] = [];
  const add = (name: 'podCIDRs' | 'providerID' | 'externalID', cause: Cause): void => {
    const reason = 'it is fixed once the Node has it';
    errors.push(fixedValue(before.get(name), after.get(name), cause, { reason }));
  };
  const [oldRanges, ranges] = [before, after].map((spec) =>
    podRanges(spec).map(({ value }) => value),
  );
  if (oldRanges?.length !== 0 && semanticText(oldRanges) !== semanticText(ranges)) {
    add('podCIDRs', 'FieldValueForbidden');
  }
  const oldId = before.value?.providerID ?? '';
  if (oldId !== '' && oldId !== after.value?.providerID) {
    const isInvalid = serverHas('node-provider-id-invalid', sent.minor);
    add('providerID', isInvalid ? 'FieldValueInvalid' : 'FieldValueForbidden');
  }
  if ((before.value?.externalID ?? '') !== (after.value?.externalID ?? '')) {
    add('externalID', 'FieldValueForbidden');
  }
  return errors;
}
