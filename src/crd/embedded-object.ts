import { decode } from '../decode/index.ts';
import { withEdits } from '../decode/settle.ts';
import { byteLength, dns1035LabelProblems, isDns1123Label } from '../kubernetes/formats/dns.ts';
import { toLower } from '../kubernetes/formats/lower-case.ts';
import { pathSegmentProblems } from '../kubernetes/formats/path-segment.ts';
import { isLabelValue, isQualifiedName } from '../kubernetes/formats/qualified-name.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { ObjectMeta } from '../kubernetes/types.generated.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';
import { isMapping } from '../yaml/tree.ts';
import {
  isEmbeddedResource,
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from './structural.ts';

/** What is wrong with the head of an object that lies in a value. */
export interface EmbeddedFault {
  readonly kind: 'required' | 'invalid' | 'too-long';
  /** From the value on, in the file. */
  readonly segments: readonly (string | number)[];
  /** The same as the server writes it, with the dot or bracket it begins with. */
  readonly path: string;
  /** In words that follow a colon. */
  readonly reason: string;
}

/** The members of ObjectMeta that stay in it where they are empty. */
const KEPT_WHERE_EMPTY: ReadonlySet<string> = new Set([
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
]);

const METADATA_MEMBERS: ReadonlySet<string> = new Set([
  ...KEPT_WHERE_EMPTY,
  'annotations',
  'creationTimestamp',
  'finalizers',
  'generateName',
  'generation',
  'labels',
  'managedFields',
  'name',
  'namespace',
  'ownerReferences',
  'resourceVersion',
  'selfLink',
  'uid',
]);

/** A value on the way to an embedded object, and the way to it. */
interface Step {
  readonly value: Value;
  readonly schema: StructuralSchema;
  readonly isResource: boolean;
  readonly parent: Step | undefined;
  readonly key: string | number;
  /** Whether the key is that of a map, which the server writes in brackets. */
  readonly isMapKey: boolean;
}

interface Found {
  readonly object: Mapping;
  readonly at: Step;
}

/** The most that keys and values of all annotations have together, in bytes. */
const MOST_ANNOTATION_BYTES = 256 * 1024;

/**
 * Checks `apiVersion`, `kind` and `metadata` of the objects that lie in a value, where its schema says
 * that there are any.
 *
 * @param isResource whether the value itself is such an object
 */
export function embeddedFaults(
  value: Value,
  schema: StructuralSchema,
  isResource: boolean,
  minor: Minor,
): readonly EmbeddedFault[] {
  const objects = embeddedObjects(value, schema, isResource);
  for (const found of objects) {
    // What is not of the right type ends it: the server tells one of them, and nothing else.
    const fault = typeFault(found, minor);
    if (fault !== undefined) return [fault];
  }
  return objects.flatMap((found) => [...headFaults(found), ...metadataFaults(found)]);
}

/**
 * A value as the server goes on with it: the metadata of the objects that lie in it have only what
 * ObjectMeta has, without nulls and empty members. What is given stays as it is.
 *
 * @param value without type faults in its objects, as `embeddedFaults` tells them
 */
export function withSettledMetadata(
  value: Value,
  schema: StructuralSchema,
  isResource: boolean,
): Value {
  const edits = embeddedObjects(value, schema, isResource).flatMap((found) => {
    const { metadata } = found.object;
    if (metadata === undefined || !(metadata === null || isMapping(metadata))) return [];
    const entries = Object.entries(metadata ?? {});
    const kept = entries.filter(
      ([key, member]) => METADATA_MEMBERS.has(key) && isKept(key, member),
    );
    if (metadata !== null && kept.length === entries.length) return [];
    return [{ path: [...wayTo(found).segments, 'metadata'], value: Object.fromEntries(kept) }];
  });
  if (edits.length === 0) return value;
  // Edits are made in objects; the value becomes a member of one for that.
  const inObject = edits.map((edit) => ({ ...edit, path: ['value', ...edit.path] }));
  return withEdits({ value }, inObject).value ?? null;
}

function isKept(key: string, member: Value): boolean {
  if (member === null || member === '' || member === 0)
    return KEPT_WHERE_EMPTY.has(key) && member !== null;
  return typeof member !== 'object' || Object.keys(member).length > 0;
}

/** Finds the embedded objects in a value. Takes no stack. */
function embeddedObjects(
  value: Value,
  schema: StructuralSchema,
  isResource: boolean,
): readonly Found[] {
  const found: Found[] = [];
  const left: Step[] = [{ value, schema, isResource, parent: undefined, key: '', isMapKey: false }];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (isMapping(at.value)) {
      if (at.isResource) found.push({ object: at.value, at });
      for (const key in at.value) {
        const declared = propertySchema(at.schema, key);
        const below = declared ?? mapValueSchema(at.schema);
        pushStep(at, key, at.value[key], below, declared === undefined, left);
      }
    } else if (Array.isArray(at.value)) {
      for (const [index, item] of at.value.entries()) {
        pushStep(at, index, item, itemSchema(at.schema), false, left);
      }
    }
  }
  return found;
}

function pushStep(
  parent: Step,
  key: string | number,
  value: Value | undefined,
  schema: StructuralSchema | undefined,
  isMapKey: boolean,
  left: Step[],
): void {
  if (schema === undefined || typeof value !== 'object') return;
  left.push({ value, schema, isResource: isEmbeddedResource(schema), parent, key, isMapKey });
}

function wayTo(found: Found): { segments: readonly (string | number)[]; path: string } {
  const segments: (string | number)[] = [];
  const steps: string[] = [];
  for (let step = found.at; step.parent !== undefined; step = step.parent) {
    segments.push(step.key);
    steps.push(typeof step.key === 'number' || step.isMapKey ? `[${step.key}]` : `.${step.key}`);
  }
  return { segments: segments.reverse(), path: steps.reverse().join('') };
}

function faultAt(
  found: Found,
  member: string,
  kind: EmbeddedFault['kind'],
  reason: string,
): EmbeddedFault {
  const { segments, path } = wayTo(found);
  return {
    kind,
    segments: [...segments, ...member.split('.')],
    path: `${path}.${member}`,
    reason,
  };
}

function typeFault(found: Found, minor: Minor): EmbeddedFault | undefined {
  const { object } = found;
  for (const member of ['apiVersion', 'kind']) {
    if (object[member] !== undefined && typeof object[member] !== 'string') {
      return faultAt(found, member, 'invalid', `${member} must be a text`);
    }
  }
  const { metadata } = object;
  if (metadata === undefined || metadata === null) return undefined;
  if (!isMapping(metadata) || decode('LimitRange', { metadata }, minor).undecodable) {
    return faultAt(found, 'metadata', 'invalid', 'metadata has a member of a wrong type');
  }
  return undefined;
}

function* headFaults(found: Found): Iterable<EmbeddedFault> {
  const { apiVersion, kind } = found.object;
  if (apiVersion === undefined) {
    yield faultAt(found, 'apiVersion', 'required', 'the object has no apiVersion');
  } else if (apiVersion === '') {
    yield faultAt(found, 'apiVersion', 'invalid', 'apiVersion is empty');
  } else if (typeof apiVersion === 'string' && apiVersion.split('/').length > 2) {
    yield faultAt(found, 'apiVersion', 'invalid', 'apiVersion has more than one slash');
  }
  if (kind === undefined) yield faultAt(found, 'kind', 'required', 'the object has no kind');
  else if (kind === '') yield faultAt(found, 'kind', 'invalid', 'kind is empty');
  else if (typeof kind === 'string' && dns1035LabelProblems(toLower(kind)).length > 0) {
    yield faultAt(found, 'kind', 'invalid', `'${kind}' is no kind`);
  }
}

function* metadataFaults(found: Found): Iterable<EmbeddedFault> {
  const { metadata } = found.object;
  if (metadata === undefined || !isMapping(metadata)) return;
  // Its types have been checked by decoding it.
  const meta = metadata as ObjectMeta;
  const fault = (member: string, reason: string, kind: EmbeddedFault['kind'] = 'invalid') =>
    faultAt(found, `metadata.${member}`, kind, reason);
  const { name, generateName, namespace, generation } = meta;
  if (generateName && /[/%]/.test(generateName)) {
    yield fault('generateName', `'${generateName}' does not fit into a URL`);
  }
  if (name && pathSegmentProblems(name).length > 0) {
    yield fault('name', `'${name}' does not fit into a URL`);
  }
  if (namespace && !isDns1123Label(namespace)) {
    yield fault('namespace', `'${namespace}' is no name of a namespace`);
  }
  if (generation !== undefined && generation < 0) yield fault('generation', 'it is negative');
  for (const [key, value] of Object.entries(meta.labels ?? {})) {
    if (!isQualifiedName(key)) yield fault('labels', `'${key}' is no key of a label`);
    if (!isLabelValue(value ?? '')) yield fault('labels', `'${value}' is no value of a label`);
  }
  let size = 0;
  for (const [key, value] of Object.entries(meta.annotations ?? {})) {
    if (!isQualifiedName(toLower(key))) {
      yield fault('annotations', `'${key}' is no key of an annotation`);
    }
    size += byteLength(key) + byteLength(value ?? '');
  }
  if (size > MOST_ANNOTATION_BYTES) {
    yield fault('annotations', 'they have more than 262144 bytes together', 'too-long');
  }
  for (const finalizer of meta.finalizers ?? []) {
    if (!isQualifiedName(finalizer)) yield fault('finalizers', `'${finalizer}' is no finalizer`);
  }
  if (meta.finalizers?.includes('orphan') && meta.finalizers.includes('foregroundDeletion')) {
    yield fault('finalizers', 'orphan and foregroundDeletion contradict each other');
  }
  let hasController = false;
  for (const owner of meta.ownerReferences ?? []) {
    if (owner.controller === true && hasController) {
      yield fault('ownerReferences', 'two owners are controllers');
    }
    hasController ||= owner.controller === true;
    const version = (owner.apiVersion ?? '').split('/');
    if (version.length > 2 || version.at(-1) === '') {
      yield fault('ownerReferences.apiVersion', 'an owner has no apiVersion with a version');
    }
    for (const member of ['kind', 'name', 'uid'] as const) {
      if (!owner[member]) yield fault(`ownerReferences.${member}`, `an owner has no ${member}`);
    }
  }
}
