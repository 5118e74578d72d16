import { groupAndVersion } from '../../../server/kubernetes/api-version.ts';
import { findKind } from '../../../server/kubernetes/kinds.ts';
import { isMapping, type Mapping, type Path, type Value, valuesIn } from '../../../yaml/index.ts';
import { mappingFrom } from '../../../yaml/tree.ts';
import type { PatchChange } from './apply-change.ts';
import { ChangedFields } from './changed-fields.ts';
import { stepsOfPointer, stepsOfReplacement } from './patch-paths.ts';
import { ownTarget, type PatchTarget, readTarget } from './patch-target.ts';

/** The parts of a kustomize patch that show which values the objects of a base lack. */
export interface KustomizePatch {
  readonly target: PatchTarget;
  /** The fields that it sets or removes. */
  readonly fields: ChangedFields;
  /** Undefined for a replacement, whose values come from other objects, and for labels. */
  readonly change: PatchChange | undefined;
}

/** The changes of a patch file. A strategic merge patch also names the object that it changes. */
export interface PatchContent {
  readonly ownTarget: PatchTarget | undefined;
  readonly fields: ChangedFields;
  readonly change: PatchChange;
}

/**
 * The patches in a text: strategic merge patches, or lists of JSON Patch operations. A text that cannot be read has
 * none.
 */
export function readPatches(text: string): readonly PatchContent[] {
  return valuesIn(text).flatMap((value): readonly PatchContent[] => {
    const change = changeOf(value);
    if (change === undefined) return [];
    const own = isMapping(value) ? ownTarget(value) : undefined;
    return [{ ownTarget: own, fields: fieldsOf(value), change }];
  });
}

/** The change that a document with a patch makes; undefined if it is not a patch. */
export function changeOf(value: Value): PatchChange | undefined {
  if (Array.isArray(value)) return { kind: 'operations', operations: value };
  return isMapping(value) ? { kind: 'merge', patch: withoutIdentity(value) } : undefined;
}

/**
 * Joins the changes of a patch with the objects that it is applied to.
 *
 * @param target the target that the kustomization names. Without one, the targets that a strategic merge patch names
 * itself.
 */
export function applyTo(
  contents: readonly PatchContent[],
  target: PatchTarget | undefined,
): readonly KustomizePatch[] {
  return contents.flatMap(({ ownTarget, fields, change }) => {
    const chosen = target ?? ownTarget;
    return chosen === undefined ? [] : [{ target: chosen, fields, change }];
  });
}

/** The fields that a replacement writes into the objects that its targets select. */
export function patchesOfReplacement({ targets }: Mapping): readonly KustomizePatch[] {
  if (!Array.isArray(targets)) return [];
  return targets.flatMap((target: Value) => {
    if (!isMapping(target) || !isMapping(target.select)) return [];
    // Without paths it writes the name.
    const paths = Array.isArray(target.fieldPaths) ? target.fieldPaths : ['metadata.name'];
    const fields = fieldsReplacedBy(paths.filter((path) => typeof path === 'string'));
    return [{ target: readTarget(target.select), fields, change: undefined }];
  });
}

/** @param paths the field paths of a replacement */
export function fieldsReplacedBy(paths: readonly string[]): ChangedFields {
  const fields = new ChangedFields();
  for (const path of paths) fields.add(stepsOfReplacement(path));
  return fields;
}

/** The fields of workloads to which labels are added also where they are absent, by kinds. */
const LABELED_FIELDS = [
  {
    kind: 'Deployment|ReplicaSet|DaemonSet|StatefulSet',
    paths: ['spec.selector.matchLabels', 'spec.template.metadata.labels'],
  },
  { kind: 'ReplicationController', paths: ['spec.selector', 'spec.template.metadata.labels'] },
  { kind: 'Service', paths: ['spec.selector'] },
];

/** The fields of templates alone, which labels for templates are written to. */
const LABELED_TEMPLATES = [
  {
    kind: 'Deployment|ReplicaSet|DaemonSet|StatefulSet|ReplicationController|Job',
    paths: ['spec.template.metadata.labels'],
  },
  { kind: 'CronJob', paths: ['spec.jobTemplate.spec.template.metadata.labels'] },
];

/**
 * The fields that labels are written to, in addition to the metadata of the object.
 * Source: commonLabels and templateLabels in
 * https://github.com/kubernetes-sigs/kustomize/blob/master/api/internal/konfig/builtinpluginconsts/commonlabels.go
 *
 * @param isForSelectors true if they are written to selectors too
 */
export const patchesOfLabels = (isForSelectors: boolean) =>
  patchesOn(isForSelectors ? LABELED_FIELDS : LABELED_TEMPLATES);

/** The namespaces of Services that configurations make kustomize set, as those of projects of kubebuilder do. */
const CONFIGURED_NAMESPACES = [
  {
    kind: '(?:Mutating|Validating)WebhookConfiguration',
    paths: ['webhooks.*.clientConfig.service.namespace'],
  },
];

/** The fields that a kustomization with configurations changes. */
export const patchesOfConfigurations = () => patchesOn(CONFIGURED_NAMESPACES);

function patchesOn(changed: typeof LABELED_FIELDS): readonly KustomizePatch[] {
  return changed.map(({ kind, paths }) => {
    return { target: readTarget({ kind }), fields: fieldsReplacedBy(paths), change: undefined };
  });
}

/** The fields that a document with a patch sets or removes. */
export function fieldsOf(patch: Value): ChangedFields {
  if (Array.isArray(patch)) return fieldsOfOperations(patch);
  return isMapping(patch) ? fieldsOfMerge(patch) : new ChangedFields();
}

function fieldsOfOperations(operations: readonly Value[]): ChangedFields {
  const fields = new ChangedFields();
  for (const operation of operations) {
    if (!isMapping(operation)) continue;
    const { op, path, from } = operation;
    if (typeof path === 'string' && op !== 'test') fields.add(stepsOfPointer(path, op === 'add'));
    if (typeof from === 'string' && op === 'move') fields.add(stepsOfPointer(from, false));
  }
  return fields;
}

/**
 * All fields except those that only identify the object. A patch that removes the object from one overlay changes no
 * fields of it.
 */
function fieldsOfMerge({ apiVersion, kind, metadata, $patch, ...rest }: Mapping): ChangedFields {
  const fields = new ChangedFields();
  if ($patch === 'delete') return fields;
  const { name, namespace, ...changed } = mappingFrom(metadata);
  const hasMetadata = Object.keys(changed).length > 0;
  fields.addMerged(
    hasMetadata ? { ...rest, metadata: changed } : rest,
    isOfBuiltInKind(apiVersion, kind),
  );
  return fields;
}

/** A strategic merge patch without the fields that identify the object, which it does not change. */
function withoutIdentity({ apiVersion: _, kind: __, metadata, ...rest }: Mapping): Mapping {
  if (!isMapping(metadata)) return rest;
  const { name: ___, namespace: ____, ...changed } = metadata;
  return { ...rest, metadata: changed };
}

function isOfBuiltInKind(apiVersion: Value | undefined, kind: Value | undefined): boolean {
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return false;
  return findKind(kind)?.group === groupAndVersion(apiVersion).group;
}

/**
 * Reports whether a field is the port of a webhook in its pod, which patches add for the Operator Lifecycle Manager.
 * Source: `WebhookDescription` in https://github.com/operator-framework/api
 */
export function isForOlm(path: Path): boolean {
  const [list, , ...field] = path;
  return list === 'webhooks' && field.join('.') === 'clientConfig.service.containerPort';
}
