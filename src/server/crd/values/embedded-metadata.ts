import { toLower } from '../../../base/go/lower-case.ts';
import { isPrintable } from '../../../base/go/printable.ts';
import { createMapping, isList } from '../../../yaml/tree.ts';
import { decodeMetadata } from '../../decode/index.ts';
import { definitionOf } from '../../kubernetes/definitions.ts';
import { byteLength, isDns1123Label } from '../../kubernetes/formats/dns.ts';
import { pathSegmentProblems } from '../../kubernetes/formats/path-segment.ts';
import { isLabelValue, isQualifiedName } from '../../kubernetes/formats/qualified-name.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import type {
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
} from '../../kubernetes/types.generated.ts';
import { asMapping, type Mapping, type Value } from '../../kubernetes/value.ts';

/** An error in the metadata of an embedded object. */
export interface MetadataFault {
  readonly kind: 'invalid' | 'too-long' | 'required' | 'not-supported';
  /** The path from the metadata. */
  readonly steps: readonly (string | number)[];
  /** The message, to follow a colon. */
  readonly reason: string;
}

/** The maximal size of all annotations, keys and values together, in bytes. */
const MAX_ANNOTATION_BYTES = 256 * 1024;

/** The maximal lengths in an entry of managedFields, in bytes. */
const MAX_ENTRY_LENGTHS = { manager: 128, subresource: 256 } as const;

/**
 * Validates the metadata of an embedded object as the server does for any object.
 *
 * @param metadata metadata that can be decoded
 */
export function* metadataFaults(metadata: Mapping, minor: Minor): Iterable<MetadataFault> {
  const { value: meta } = decodeMetadata(metadata, minor);
  const { name, generateName, namespace, generation } = meta;
  if (generateName && /[/%]/.test(generateName)) {
    yield fault(
      ['generateName'],
      `generateName '${generateName}' contains / or %, which URL paths do not allow`,
    );
  }
  if (name && pathSegmentProblems(name).length > 0) {
    yield fault(['name'], `the name '${name}' is not allowed in a URL path`);
  }
  if (namespace && !isDns1123Label(namespace)) {
    yield fault(['namespace'], `'${namespace}' is not a valid namespace name`);
  }
  if (generation !== undefined && generation < 0)
    yield fault(['generation'], 'generation is negative');
  yield* labelFaults(meta);
  for (const finalizer of meta.finalizers ?? []) {
    if (!isQualifiedName(finalizer))
      yield fault(['finalizers'], `'${finalizer}' is not a valid finalizer`);
  }
  if (meta.finalizers?.includes('orphan') && meta.finalizers.includes('foregroundDeletion')) {
    yield fault(
      ['finalizers'],
      'the finalizers orphan and foregroundDeletion cannot be used together',
    );
  }
  yield* ownerFaults(meta.ownerReferences ?? [], minor);
  for (const [index, entry] of (meta.managedFields ?? []).entries())
    yield* entryFaults(entry, index, minor);
}

function fault(
  steps: MetadataFault['steps'],
  reason: string,
  kind: MetadataFault['kind'] = 'invalid',
): MetadataFault {
  return { kind, steps, reason };
}

function* labelFaults({ labels, annotations }: ObjectMeta): Iterable<MetadataFault> {
  for (const [key, value] of Object.entries(labels ?? {})) {
    if (!isQualifiedName(key)) yield fault(['labels'], `'${key}' is not a valid label key`);
    if (!isLabelValue(value)) yield fault(['labels'], `'${value}' is not a valid label value`);
  }
  let size = 0;
  for (const [key, value] of Object.entries(annotations ?? {})) {
    if (!isQualifiedName(toLower(key))) {
      yield fault(['annotations'], `'${key}' is not a valid annotation key`);
    }
    size += byteLength(key) + byteLength(value);
  }
  if (size > MAX_ANNOTATION_BYTES) {
    yield fault(['annotations'], 'annotations exceed 262144 bytes in total', 'too-long');
  }
}

function* ownerFaults(owners: readonly OwnerReference[], minor: Minor): Iterable<MetadataFault> {
  const isIndexed = serverHas('indexed-owner-references', minor);
  const ofMissing = isIndexed ? 'required' : 'invalid';
  let hasController = false;
  for (const [index, owner] of owners.entries()) {
    const steps = ['ownerReferences', ...(isIndexed ? [index] : [])];
    if (owner.controller === true && hasController) {
      yield fault(['ownerReferences'], 'more than one owner reference has controller: true');
    }
    hasController ||= owner.controller === true;
    const { apiVersion = '', kind = '' } = owner;
    const version = apiVersion.split('/');
    if (version.length > 2 || version.at(-1) === '') {
      yield fault(
        [...steps, 'apiVersion'],
        'apiVersion of an owner reference has no version',
        apiVersion === '' ? ofMissing : 'invalid',
      );
    }
    for (const member of ['kind', 'name', 'uid'] as const) {
      if (!owner[member])
        yield fault([...steps, member], `an owner reference has no ${member}`, ofMissing);
    }
    if (kind === 'Event' && apiVersion === 'v1') {
      yield fault(steps, 'an Event cannot be an owner');
    }
  }
}

function* entryFaults(
  entry: ManagedFieldsEntry,
  index: number,
  minor: Minor,
): Iterable<MetadataFault> {
  const { operation = '', fieldsType = '', manager = '' } = entry;
  const at = (member: string) => ['managedFields', index, member];
  if (operation !== 'Apply' && operation !== 'Update') {
    const reason = `operation is '${operation}'; it must be Apply or Update`;
    yield fault(at('operation'), reason, kindOfWrongOperation(operation, minor));
  }
  if (fieldsType !== '' && fieldsType !== 'FieldsV1') {
    yield fault(at('fieldsType'), `fieldsType is '${fieldsType}'; it must be FieldsV1`);
  }
  for (const member of ['manager', 'subresource'] as const) {
    const most = MAX_ENTRY_LENGTHS[member];
    if (byteLength(entry[member] ?? '') <= most) continue;
    yield fault(at(member), `${member} has more than ${most} bytes`, 'too-long');
  }
  if (!isPrintable(manager)) {
    yield fault(at('manager'), 'manager contains a character that is not printable');
  }
}

function kindOfWrongOperation(operation: string, minor: Minor): MetadataFault['kind'] {
  if (!serverHas('managed-fields-operation-types', minor)) return 'invalid';
  return operation === '' ? 'required' : 'not-supported';
}

/** The fields of ObjectMeta that are kept if they are empty. */
const KEPT_IF_EMPTY: ReadonlySet<string> = new Set([
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
]);

/** The fields of an owner reference that the server always writes. */
const ALWAYS_IN_OWNER = { apiVersion: '', kind: '', name: '', uid: '' } as const;

/**
 * The metadata as the server stores it, decoded and encoded again: without unknown and empty
 * fields, and with all required fields of owner references.
 */
export function settledMetadata(metadata: Mapping, minor: Minor): Mapping {
  const meta = asMapping(decodeMetadata(metadata, minor).value);
  const settled = knownMembers(meta, 'ObjectMeta', (key) => KEPT_IF_EMPTY.has(key));
  const { ownerReferences, managedFields } = settled;
  return {
    ...settled,
    ...(isList(ownerReferences) && {
      ownerReferences: ownerReferences.map((owner) => ({
        ...ALWAYS_IN_OWNER,
        // A false value is meaningful here.
        ...knownMembers(owner as Mapping, 'OwnerReference', (_, value) => value === false),
      })),
    }),
    ...(isList(managedFields) && {
      managedFields: managedFields.map((entry) =>
        knownMembers(entry as Mapping, 'ManagedFieldsEntry', (key) => key === 'fieldsV1'),
      ),
    }),
  };
}

function knownMembers(
  object: Mapping,
  definition: string,
  isKept: (key: string, value: Value) => boolean,
): Mapping {
  const known = definitionOf(`meta.v1.${definition}`).fields;
  const members = createMapping();
  for (const [key, value] of Object.entries(object)) {
    if (known.has(key) && value !== null && (!isEmpty(value) || isKept(key, value))) {
      members[key] = value;
    }
  }
  return members;
}

function isEmpty(value: Value): boolean {
  if (typeof value === 'object') return value === null || Object.keys(value).length === 0;
  return value === '' || value === 0 || value === false;
}
