import type { Cause } from '../../result/finding.ts';
import type { Resource } from '../../rule/resource.ts';
import { hasGate } from '../../server/kubernetes/server.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import type {
  NodeSelectorTerm,
  PersistentVolumeSpec,
} from '../../server/kubernetes/types.generated.ts';
import { NEW_NODE_LABELS } from '../metadata/deprecated-node-labels.ts';
import { PERSISTENT_SOURCE_NAMES } from '../volumes/persistent-sources.ts';
import { isSameStruct } from './same-value.ts';
import { type ChangeError, fixedValue } from './server-error.ts';

type PersistentVolume = Resource<'PersistentVolume'>;

/**
 * The errors of changes of a PersistentVolume. Its source, mode and nodes are fixed.
 *
 * Source: `ValidatePersistentVolumeUpdate` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function changesOfVolume(
  stored: PersistentVolume,
  sent: PersistentVolume,
): readonly ChangeError[] {
  const [before, after] = [stored.root.get('spec'), sent.root.get('spec')];
  const errors: ChangeError[] = [];
  const fix = (name: keyof PersistentVolumeSpec, cause: Cause, field?: string): void => {
    errors.push(fixedValue(before.get(name), after.get(name), cause, { field }));
  };
  // The Secret for growing can be added later.
  const isAdded = before.get('csi').value?.controllerExpandSecretRef === undefined;
  const changed = PERSISTENT_SOURCE_NAMES.find((name) => {
    const [old, now] = [before, after].map(({ value }) => {
      const source = value?.[name];
      const isIgnored = isAdded && name === 'csi' && source !== undefined;
      return { [name]: isIgnored ? { ...source, controllerExpandSecretRef: undefined } : source };
    });
    return !isSameStruct('core.v1.PersistentVolumeSpec', old, now, sent.minor);
  });
  if (changed !== undefined) {
    fix(changed, 'FieldValueForbidden', 'spec.persistentvolumesource');
  }
  if (before.value?.volumeMode !== after.value?.volumeMode) {
    fix('volumeMode', 'FieldValueInvalid', 'volumeMode');
  }
  const affinity = before.value?.nodeAffinity;
  if (affinity !== undefined && !hasGate(sent.server, 'MutablePVNodeAffinity', true)) {
    const { required } = affinity;
    const newRequired = after.value?.nodeAffinity?.required;
    const newTerms = newRequired?.nodeSelectorTerms;
    const replaced = withReplacedLabels(required?.nodeSelectorTerms, newTerms);
    const isSame =
      after.value?.nodeAffinity !== undefined &&
      (required === undefined) === (newRequired === undefined) &&
      isSameStruct(
        'core.v1.NodeSelector',
        { nodeSelectorTerms: replaced },
        { nodeSelectorTerms: newTerms },
        sent.minor,
      );
    if (!isSame) fix('nodeAffinity', 'FieldValueInvalid', 'nodeAffinity');
  }
  const [oldClass, newClass] = [before, after].map(({ value }) => value?.volumeAttributesClassName);
  const isFixed = hasGate(sent.server, 'VolumeAttributesClass', true)
    ? oldClass !== undefined && newClass === undefined
    : oldClass !== newClass && !serverHas('dropped-attribute-classes', sent.minor);
  if (isFixed) fix('volumeAttributesClassName', 'FieldValueForbidden');
  return errors;
}

type NodeSelectorTerms = readonly NodeSelectorTerm[] | undefined;

/** The stored affinity, with the new name of each label that is replaced by it. */
function withReplacedLabels(stored: NodeSelectorTerms, sent: NodeSelectorTerms): NodeSelectorTerms {
  return stored?.map((term, index) => ({
    ...term,
    matchExpressions: (term.matchExpressions ?? []).map((expression, number) => {
      const { key } = sent?.[index]?.matchExpressions?.[number] ?? {};
      return key !== undefined && key === NEW_NODE_LABELS.get(expression.key ?? '')
        ? { ...expression, key }
        : expression;
    }),
  }));
}
