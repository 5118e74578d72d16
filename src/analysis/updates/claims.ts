import type { Resource } from '../../rule/resource.ts';
import {
  compareQuantities,
  parseQuantity,
} from '../../server/kubernetes/formats/quantity-value.ts';
import { hasGate } from '../../server/kubernetes/server.ts';
import { semanticText } from '../semantic-text.ts';
import { keptSources } from '../storage/data-sources.ts';
import { isSameStruct } from './same-value.ts';
import { type ChangeError, fixedValue } from './server-error.ts';

type Claim = Resource<'PersistentVolumeClaim'>;

/** The annotation for the class, from before there was a field for it. */
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

/**
 * The errors of changes of a claim. Its spec is fixed, except for the volume that it gets, and for the amount and the
 * class of attributes once it is bound.
 *
 * Source: `ValidatePersistentVolumeClaimUpdate` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function changesOfClaim(stored: Claim, sent: Claim): readonly ChangeError[] {
  return [
    ...annotationChanges(stored, sent),
    ...specChanges(stored, sent),
    ...amountChanges(stored, sent),
    ...modeChanges(stored, sent),
    ...attributeChanges(stored, sent),
  ];
}

/** The class of a claim may move from the annotation to the field. */
function annotationChanges(stored: Claim, sent: Claim): readonly ChangeError[] {
  if (
    movesAnnotation(stored, sent) ||
    (annotationOf(stored) ?? '') === (annotationOf(sent) ?? '')
  ) {
    return [];
  }
  const before = stored.root.get('metadata').get('annotations');
  const at = sent.root.get('metadata').get('annotations');
  const field = `metadata.annotations.${CLASS_ANNOTATION}`;
  const reason = 'the class of a claim cannot change';
  return [fixedValue(before, at, 'FieldValueInvalid', { field, reason })];
}

function movesAnnotation(stored: Claim, sent: Claim): boolean {
  const [before, after] = [annotationOf(stored), annotationOf(sent)];
  return (
    before !== undefined &&
    classOf(stored) === undefined &&
    classOf(sent) === before &&
    (after === undefined || after === before)
  );
}

/** Reports whether a claim gets a class that is not another one than that of its annotation. */
function getsClass(stored: Claim, sent: Claim): boolean {
  const [annotation, name] = [annotationOf(stored), classOf(sent)];
  return (
    classOf(stored) === undefined &&
    name !== undefined &&
    (annotation === undefined || name === annotation)
  );
}

function classOf({ root }: Claim): string | undefined {
  return root.get('spec').value?.storageClassName;
}

function specChanges(stored: Claim, sent: Claim): readonly ChangeError[] {
  const [before, after] = [stored.root.get('spec'), sent.root.get('spec')];
  const isBound = stored.root.get('status').value?.phase === 'Bound';
  const ignored = [
    ...((before.value?.volumeName ?? '') === '' ? ['volumeName'] : []),
    ...(movesAnnotation(stored, sent) || getsClass(stored, sent) ? ['storageClassName'] : []),
    ...(isBound || !hasAttributeClasses(sent) ? ['volumeAttributesClassName'] : []),
  ];
  const ignoresStorage = isBound && after.value?.resources?.requests !== undefined;
  const [old, now] = [stored, sent].map((claim) => fixedPart(claim, ignored, ignoresStorage));
  if (isSameStruct('core.v1.PersistentVolumeClaimSpec', old, now, sent.minor)) return [];
  const reason = 'only the amount and the class of attributes of a bound claim can change';
  return [fixedValue(before, after, 'FieldValueForbidden', { reason })];
}

/** The amount of storage cannot become less, except for that of a volume that could not grow. */
function amountChanges(stored: Claim, sent: Claim): readonly ChangeError[] {
  const before = stored.root.get('spec').get('resources').get('requests');
  const at = sent.root.get('spec').get('resources').get('requests');
  const [old, now] = [before, at].map(({ value }) => parseQuantity(value?.storage ?? 0));
  if (old === undefined || now === undefined || compareQuantities(now, old) >= 0) return [];
  const { capacity, allocatedResources, allocatedResourceStatuses } =
    stored.root.get('status').value ?? {};
  const recovers =
    hasGate(sent.server, 'RecoverVolumeExpansionFailure', true) ||
    semanticText([allocatedResources, allocatedResourceStatuses]) !== '[null,null]';
  const isAboveVolume = compareQuantities(now, parseQuantity(capacity?.storage ?? 0)) > 0;
  if (recovers && isAboveVolume) return [];
  const field = 'spec.resources.requests.storage';
  const reason = 'a volume cannot shrink';
  return [fixedValue(before, at, 'FieldValueForbidden', { field, reason })];
}

function modeChanges(stored: Claim, sent: Claim): readonly ChangeError[] {
  const before = stored.root.get('spec').get('volumeMode');
  const at = sent.root.get('spec').get('volumeMode');
  if (before.value === at.value) return [];
  const reason = 'the mode of a volume cannot change';
  return [fixedValue(before, at, 'FieldValueInvalid', { field: 'volumeMode', reason })];
}

function attributeChanges(stored: Claim, sent: Claim): readonly ChangeError[] {
  const before = stored.root.get('spec').get('volumeAttributesClassName');
  const at = sent.root.get('spec').get('volumeAttributesClassName');
  const { currentVolumeAttributesClassName: applied } = stored.root.get('status').value ?? {};
  if (!hasAttributeClasses(sent) || applied === undefined) return [];
  if (at.value || at.value === before.value) return [];
  const reason = 'the class of attributes is applied and cannot be removed';
  return [fixedValue(before, at, 'FieldValueForbidden', { reason })];
}

/** Reports whether the server keeps the class of attributes of a claim. */
function hasAttributeClasses({ server }: Claim): boolean {
  return hasGate(server, 'VolumeAttributesClass', true);
}

function annotationOf({ root }: Claim): string | undefined {
  return root.get('metadata').get('annotations').value?.[CLASS_ANNOTATION];
}

/** The parts of the spec of a claim that cannot change. */
function fixedPart(claim: Claim, ignored: readonly string[], ignoresStorage: boolean): object {
  const { resources = {}, ...others } = claim.root.get('spec').value ?? {};
  const { dataSource, dataSourceRef } = keptSources(claim);
  const { storage, ...requests } = resources.requests ?? {};
  const kept = Object.entries(others).filter(([name]) => !ignored.includes(name));
  return {
    ...Object.fromEntries(kept),
    // The server copies the one to the other.
    dataSource: dataSource ?? (dataSourceRef?.namespace ? undefined : dataSourceRef),
    dataSourceRef: dataSourceRef ?? dataSource,
    resources: {
      ...resources,
      requests: ignoresStorage || storage === undefined ? requests : { ...requests, storage },
    },
  };
}
