import { decode } from '../decode/index.ts';
import { toLower } from '../go/lower-case.ts';
import { isPrintable } from '../go/printable.ts';
import { definitionOf } from '../kubernetes/definitions.ts';
import { byteLength, isDns1123Label } from '../kubernetes/formats/dns.ts';
import { pathSegmentProblems } from '../kubernetes/formats/path-segment.ts';
import { isLabelValue, isQualifiedName } from '../kubernetes/formats/qualified-name.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type {
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
} from '../kubernetes/types.generated.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';

/** Something wrong with the metadata of an object that lies in a value. */
export interface MetadataFault {
  readonly kind: 'invalid' | 'too-long';
  /** From the metadata on. */
  readonly steps: readonly (string | number)[];
  /** In words that follow a colon. */
  readonly reason: string;
}

/** The most that keys and values of all annotations have together, in bytes. */
const MOST_ANNOTATION_BYTES = 256 * 1024;

/** The longest texts of an entry of managedFields, in bytes. */
const LONGEST_IN_ENTRY = { manager: 128, subresource: 256 } as const;

/** The same, but whole numbers are integers however they are written: the server has made JSON of them again. */
function unmarked(metadata: Mapping): Mapping {
  return { ...metadata };
}

/** Whether the decoder cannot read the metadata of an object. */
export function isIllTypedMetadata(metadata: Mapping, minor: Minor): boolean {
  return decode('meta.v1.ObjectMeta', unmarked(metadata), minor).undecodable;
}

/** The metadata as decoded, and so of this type: nulls are what the decoder takes them for. */
function decoded(metadata: Mapping, minor: Minor): ObjectMeta {
  return decode('meta.v1.ObjectMeta', unmarked(metadata), minor).value as unknown as ObjectMeta;
}

/**
 * Checks the metadata of an object that lies in a value as the server checks that of any object.
 *
 * @param metadata of which nothing is ill-typed
 */
export function* metadataFaults(metadata: Mapping, minor: Minor): Iterable<MetadataFault> {
  const meta = decoded(metadata, minor);
  const { name, generateName, namespace, generation } = meta;
  if (generateName && /[/%]/.test(generateName)) {
    yield fault(['generateName'], `'${generateName}' does not fit into a URL`);
  }
  if (name && pathSegmentProblems(name).length > 0) {
    yield fault(['name'], `'${name}' does not fit into a URL`);
  }
  if (namespace && !isDns1123Label(namespace)) {
    yield fault(['namespace'], `'${namespace}' is no name of a namespace`);
  }
  if (generation !== undefined && generation < 0) yield fault(['generation'], 'it is negative');
  yield* labelFaults(meta);
  for (const finalizer of meta.finalizers ?? []) {
    if (!isQualifiedName(finalizer)) yield fault(['finalizers'], `'${finalizer}' is no finalizer`);
  }
  if (meta.finalizers?.includes('orphan') && meta.finalizers.includes('foregroundDeletion')) {
    yield fault(['finalizers'], 'orphan and foregroundDeletion contradict each other');
  }
  yield* ownerFaults(meta.ownerReferences ?? []);
  for (const [index, entry] of (meta.managedFields ?? []).entries())
    yield* entryFaults(entry, index);
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
    if (!isQualifiedName(key)) yield fault(['labels'], `'${key}' is no key of a label`);
    if (!isLabelValue(value)) yield fault(['labels'], `'${value}' is no value of a label`);
  }
  let size = 0;
  for (const [key, value] of Object.entries(annotations ?? {})) {
    if (!isQualifiedName(toLower(key))) {
      yield fault(['annotations'], `'${key}' is no key of an annotation`);
    }
    size += byteLength(key) + byteLength(value);
  }
  if (size > MOST_ANNOTATION_BYTES) {
    yield fault(['annotations'], 'they have more than 262144 bytes together', 'too-long');
  }
}

function* ownerFaults(owners: readonly OwnerReference[]): Iterable<MetadataFault> {
  let hasController = false;
  for (const owner of owners) {
    if (owner.controller === true && hasController) {
      yield fault(['ownerReferences'], 'two owners are controllers');
    }
    hasController ||= owner.controller === true;
    const { apiVersion = '', kind = '' } = owner;
    const version = apiVersion.split('/');
    if (version.length > 2 || version.at(-1) === '') {
      yield fault(['ownerReferences', 'apiVersion'], 'an owner has no apiVersion with a version');
    }
    for (const member of ['kind', 'name', 'uid'] as const) {
      if (!owner[member]) yield fault(['ownerReferences', member], `an owner has no ${member}`);
    }
    if (kind === 'Event' && apiVersion === 'v1') {
      yield fault(['ownerReferences'], 'an Event cannot own anything');
    }
  }
}

function* entryFaults(entry: ManagedFieldsEntry, index: number): Iterable<MetadataFault> {
  const { operation = '', fieldsType = '', manager = '' } = entry;
  const at = (member: string) => ['managedFields', index, member];
  if (operation !== 'Apply' && operation !== 'Update') {
    yield fault(at('operation'), `the operation '${operation}' is neither Apply nor Update`);
  }
  if (fieldsType !== '' && fieldsType !== 'FieldsV1') {
    yield fault(at('fieldsType'), `the fieldsType '${fieldsType}' is not FieldsV1`);
  }
  for (const member of ['manager', 'subresource'] as const) {
    const most = LONGEST_IN_ENTRY[member];
    if (byteLength(entry[member] ?? '') <= most) continue;
    yield fault(at(member), `${member} has more than ${most} bytes`, 'too-long');
  }
  if (!isPrintable(manager)) {
    yield fault(at('manager'), 'the name of the manager has a character that cannot be printed');
  }
}

/** The members of ObjectMeta that stay in it where they are empty. */
const KEPT_WHERE_EMPTY: ReadonlySet<string> = new Set([
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
]);

/** The members of an owner reference that the server writes whatever they hold. */
const ALWAYS_IN_OWNER = { apiVersion: '', kind: '', name: '', uid: '' } as const;

/**
 * The metadata as the server goes on with it, decoded and written again: unknown and empty members
 * are gone, owners have all that they must have.
 */
export function settledMetadata(metadata: Mapping, minor: Minor): Mapping {
  // The types of the API are mappings of values, each.
  const meta = decoded(metadata, minor) as unknown as Mapping;
  const settled = knownMembers(meta, 'ObjectMeta', (key) => KEPT_WHERE_EMPTY.has(key));
  const { ownerReferences, managedFields } = settled;
  return {
    ...settled,
    ...(isList(ownerReferences) && {
      ownerReferences: ownerReferences.map((owner) => ({
        ...ALWAYS_IN_OWNER,
        // A false says something here.
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
  const members: Record<string, Value> = {};
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

function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}
