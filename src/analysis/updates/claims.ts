import type { Field } from '../../rule/field.ts';
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
 * The errors of changes of a claim. Its spec is fixed, except for the volume that it gets, and for the amount and the class of
 * attributes once it is bound.
 *
 * Source: `ValidatePersistentVolumeClaimUpdate` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function changesOfClaim(stored: Claim, sent: Claim): readonly ChangeError[] {
  const [before, after] = [stored.root.get('spec'), sent.root.get('spec')];
  const status = stored.root.get('status').value ?? {};
  const isBound = status.phase === 'Bound';
  const errors: ChangeError[] = [];
  const forbid = (at: Field, old: Field, reason: string, field = at.path): void => {
    errors.push(fixedValue(old, at, 'FieldValueForbidden', { field, reason }));
  };
  const oldClass = annotationOf(stored);
  const newClass = annotationOf(sent);
  const [oldName, newName] = [before.value?.storageClassName, after.value?.storageClassName];
  const movesAnnotation =
    oldClass !== undefined &&
    oldName === undefined &&
    newName === oldClass &&
    (newClass === undefined || newClass === oldClass);
  const getsClass =
    oldName === undefined &&
    newName !== undefined &&
    (oldClass === undefined || newName === oldClass);
  if (!movesAnnotation && (oldClass ?? '') !== (newClass ?? '')) {
    const at = sent.root.get('metadata').get('annotations');
    const old = stored.root.get('metadata').get('annotations');
    const field = `metadata.annotations.${CLASS_ANNOTATION}`;
    const reason = 'the class of a claim cannot change';
    errors.push(fixedValue(old, at, 'FieldValueInvalid', { field, reason }));
  }
  const ignored = [
    ...((before.value?.volumeName ?? '') === '' ? ['volumeName'] : []),
    ...(movesAnnotation || getsClass ? ['storageClassName'] : []),
    ...(isBound ? ['volumeAttributesClassName'] : []),
  ];
  const hasRequests = after.value?.resources?.requests !== undefined;
  const ignoresStorage = isBound && hasRequests;
  const [old, now] = [stored, sent].map((claim) => fixedPart(claim, ignored, ignoresStorage));
  if (!isSameStruct('core.v1.PersistentVolumeClaimSpec', old, now, sent.minor)) {
    forbid(
      after,
      before,
      'only the amount and the class of attributes of a bound claim can change',
    );
  }
  const [oldSize, newSize] = [before, after].map((spec) =>
    parseQuantity(spec.value?.resources?.requests?.storage ?? 0),
  );
  const statusSize = parseQuantity(status.capacity?.storage ?? 0);
  const recovers =
    hasGate(sent.server, 'RecoverVolumeExpansionFailure', true) ||
    semanticText([status.allocatedResources, status.allocatedResourceStatuses]) !== '[null,null]';
  if (oldSize !== undefined && newSize !== undefined && compareQuantities(newSize, oldSize) < 0) {
    if (!recovers || compareQuantities(newSize, statusSize) <= 0) {
      const field = 'spec.resources.requests.storage';
      const [old, at] = [before, after].map((spec) => spec.get('resources').get('requests'));
      if (old !== undefined && at !== undefined) forbid(at, old, 'a volume cannot shrink', field);
    }
  }
  const [oldMode, newMode] = [before.get('volumeMode'), after.get('volumeMode')];
  if (oldMode.value !== newMode.value) {
    const reason = 'the mode of a volume cannot change';
    const at = { at: newMode, before: oldMode, reason };
    errors.push({ kind: 'fixed', cause: 'FieldValueInvalid', field: 'volumeMode', ...at });
  }
  const attributes = after.get('volumeAttributesClassName');
  const oldAttributes = before.get('volumeAttributesClassName');
  const wasApplied = status.currentVolumeAttributesClassName !== undefined;
  if (wasApplied && !attributes.value && attributes.value !== oldAttributes.value) {
    forbid(attributes, oldAttributes, 'the class of attributes is applied and cannot be removed');
  }
  return errors;
}

function annotationOf({ root }: Claim): string | undefined {
  const annotations = root.get('metadata').get('annotations').entries();
  return annotations.find(({ key }) => key === CLASS_ANNOTATION)?.field.value;
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
