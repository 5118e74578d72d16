import { compareUnits } from '../../../src/base/compare.ts';
import type { Field } from '../../../src/rule/field.ts';
import type { ApiObject } from '../../../src/rule/resource.ts';
import type { ManagedFieldsEntry } from '../../../src/server/kubernetes/types.generated.ts';
import type { Mapping, Value } from '../../../src/server/kubernetes/value.ts';
import { isMapping } from '../../../src/yaml/index.ts';

/** An entry that the server keeps, and its index in the list after others were removed. */
interface KeptEntry {
  readonly entry: Field<ManagedFieldsEntry>;
  readonly index: number;
}

/**
 * True if an entry owns a field that the request does not set, so that the server keeps the entry. Undefined if that is
 * unknown.
 */
type Survival = boolean | undefined;

const OPERATIONS: readonly string[] = ['Apply', 'Update'];
/** If there are more entries, the server merges the oldest. */
const MOST_ENTRIES = 10;

/**
 * The entries of `managedFields` that remain when the server validates an object that it creates. Its field
 * manager removes all entries if it cannot parse one of them. From the others it removes the fields that the request
 * sets, and then the entries that own no fields any more. It sorts the remaining ones. Empty if the result depends
 * on the types of the fields.
 */
export function keptManagedFields(resource: ApiObject): readonly KeptEntry[] {
  const entries = resource.root.get('metadata').itemsOf('managedFields');
  if (entries.length === 0 || entries.length > MOST_ENTRIES) return [];
  if (!entries.every(isReadable)) return [];
  // The field manager keeps the last of the entries that are the same to it.
  const known = [...new Map(entries.map((entry) => [identityOf(entry), entry])).values()];
  const survivals = known.map((entry) => survives(entry, resource));
  if (survivals.includes(undefined)) return [];
  return known
    .filter((_, index) => survivals[index])
    .sort((a, b) => compareEntries(a.value ?? {}, b.value ?? {}))
    .map((entry, index) => ({ entry, index }));
}

function isReadable({ value }: Field<ManagedFieldsEntry>): boolean {
  const { operation = '', apiVersion = '', fieldsType = '' } = value ?? {};
  return OPERATIONS.includes(operation) && apiVersion !== '' && fieldsType === 'FieldsV1';
}

/** A key that is equal for entries that are the same to the field manager. */
function identityOf({ value }: Field<ManagedFieldsEntry>): string {
  const { manager = '', operation = '', apiVersion = '', subresource = '' } = value ?? {};
  const version = operation === 'Apply' ? '' : apiVersion;
  return JSON.stringify([manager, operation, version, subresource]);
}

function survives({ value }: Field<ManagedFieldsEntry>, resource: ApiObject): Survival {
  if (value?.apiVersion !== resource.apiVersion) return undefined;
  const fields = value.fieldsV1;
  if (fields === undefined || fields === null) return false;
  // An object of the API is a mapping of values.
  return isMapping(fields)
    ? ownsMore(fields, resource.root.value as Mapping | undefined, [])
    : undefined;
}

/**
 * Reports whether a set of fields has a field that the object does not set. The set is a mapping from `f:NAME` to the
 * set below it.
 */
function ownsMore(fields: Mapping, object: Value | undefined, path: readonly string[]): Survival {
  let certain = true;
  for (const [key, below] of Object.entries(fields)) {
    if (!key.startsWith('f:') || !isMapping(below)) {
      certain = false;
      continue;
    }
    const name = key.slice(2);
    const inner = isMapping(object) ? object[name] : undefined;
    const isMember = Object.keys(below).length === 0;
    const survival = isMember
      ? isLeftOwned([...path, name], inner)
      : ownsMore(below, inner, [...path, name]);
    if (survival === true) return true;
    if (survival === undefined) certain = false;
  }
  return certain ? false : undefined;
}

function isLeftOwned(path: readonly string[], value: Value | undefined): Survival {
  const [top] = path;
  if (top === 'spec' && path.length === 1) return true;
  if (top !== 'spec' || typeof value === 'object') return undefined;
  return value === undefined;
}

function compareEntries(a: ManagedFieldsEntry, b: ManagedFieldsEntry): number {
  return (
    compareUnits(a.operation ?? '', b.operation ?? '') ||
    secondsOf(a) - secondsOf(b) ||
    compareUnits(a.manager ?? '', b.manager ?? '') ||
    compareUnits(a.apiVersion ?? '', b.apiVersion ?? '') ||
    compareUnits(a.subresource ?? '', b.subresource ?? '')
  );
}

function secondsOf({ time }: ManagedFieldsEntry): number {
  return time === undefined ? 0 : Math.floor(Date.parse(time) / 1000);
}
