import { decode } from '../decode/index.ts';
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

interface Found {
  readonly object: Mapping;
  readonly segments: readonly (string | number)[];
  readonly path: string;
}

interface Step extends Omit<Found, 'object'> {
  readonly value: Value;
  readonly schema: StructuralSchema;
  readonly isResource: boolean;
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

/** Finds the embedded objects in a value. Takes no stack. */
function embeddedObjects(
  value: Value,
  schema: StructuralSchema,
  isResource: boolean,
): readonly Found[] {
  const found: Found[] = [];
  const left: Step[] = [{ value, schema, isResource, segments: [], path: '' }];
  const push = (from: Step, key: string | number, path: string, to?: StructuralSchema) => {
    const inner = isMapping(from.value)
      ? from.value[String(key)]
      : (from.value as readonly Value[])[Number(key)];
    if (inner === undefined || to === undefined || typeof inner !== 'object') return;
    left.push({
      value: inner,
      schema: to,
      isResource: isEmbeddedResource(to),
      segments: [...from.segments, key],
      path: from.path + path,
    });
  };
  for (let step = left.pop(); step !== undefined; step = left.pop()) {
    const { value: at, schema: of } = step;
    if (isMapping(at)) {
      if (step.isResource) found.push({ object: at, segments: step.segments, path: step.path });
      for (const key of Object.keys(at)) {
        const declared = propertySchema(of, key);
        if (declared !== undefined) push(step, key, `.${key}`, declared);
        else push(step, key, `[${key}]`, mapValueSchema(of));
      }
    } else if (Array.isArray(at)) {
      for (const index of at.keys()) push(step, index, `[${index}]`, itemSchema(of));
    }
  }
  return found;
}

function faultAt(
  { segments, path }: Found,
  member: string,
  kind: EmbeddedFault['kind'],
  reason: string,
): EmbeddedFault {
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
