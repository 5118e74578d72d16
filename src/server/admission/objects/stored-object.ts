import { isMapping } from '../../../yaml/tree.ts';
import { jsonText } from '../../crd/values/json-text.ts';
import { withServerDefaults } from '../../decode/index.ts';
import { definitionNameOf } from '../../kubernetes/definition-name.ts';
import { findDefinition } from '../../kubernetes/definitions.ts';
import type { KindFacts } from '../../kubernetes/kinds.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import type { Server } from '../../kubernetes/server.ts';
import type { Mapping } from '../../kubernetes/value.ts';
import { dropDisabledFields } from './disabled-fields.ts';
import { copyOf, type Draft, draftOf, ensureStruct, findStruct } from './draft.ts';
import { GENERATED } from './generated-values.ts';
import { convertInternally } from './internal-form.ts';
import {
  countsChanges,
  countsUpdates,
  isCounted,
  keepsStatus,
  keepTemplateGeneration,
  prepareChanged,
  prepareNew,
  storageVersionsOf,
} from './preparation.ts';
import { writtenForm } from './written-form.ts';

/** The most characters of a generateName that are used, so that the generated name has 63 characters. */
const LONGEST_GENERATE_NAME = 58;

/**
 * An object of a built-in kind as admission sees it when it is created: with the defaults of the server, its system
 * fields and an empty status, prepared for its storage, in the form that expressions see.
 *
 * Source: `BeforeCreate` in `pkg/registry/rest/create.go` of the API server.
 *
 * @param decoded without values of wrong types
 */
export function newObject(
  facts: KindFacts,
  apiVersion: string,
  decoded: Mapping,
  server: Server,
): Mapping {
  const object = defaulted(facts, apiVersion, decoded, server.minor);
  prepareMetadata(object, facts.namespaced);
  prepare(facts, apiVersion, object, server);
  if (countsChanges(facts, server)) ensureStruct(object, 'metadata').generation = 1;
  return writtenForm(definitionNameOf(apiVersion, facts.kind), object, server.minor);
}

/**
 * An object of a built-in kind that a manifest gives as stored, in the form that expressions see. It was prepared when
 * it was created. Its status and its generation are given if they have changed since then.
 */
export function storedObject(
  facts: KindFacts,
  apiVersion: string,
  decoded: Mapping,
  server: Server,
): Mapping {
  const object = defaulted(facts, apiVersion, decoded, server.minor);
  const { status } = object;
  placeInNamespace(ensureStruct(object, 'metadata'), facts.namespaced);
  prepare(facts, apiVersion, object, server);
  if (isMapping(status) && Object.keys(status).length > 0) object.status = status;
  if (countsChanges(facts, server)) ensureStruct(object, 'metadata').generation ??= 1;
  if (facts.kind === 'CustomResourceDefinition') {
    ensureStruct(object, 'status').storedVersions ??= storageVersionsOf(object);
  }
  return writtenForm(definitionNameOf(apiVersion, facts.kind), object, server.minor);
}

/** Does what the storage does to a new object before policies see it. */
function prepare(facts: KindFacts, apiVersion: string, object: Draft, server: Server): void {
  const definition = definitionNameOf(apiVersion, facts.kind);
  if (findDefinition(definition)?.fields.has('status') && !keepsStatus(facts, server)) {
    delete object.status;
  }
  dropDisabledFields(definition, object, server, undefined);
  prepareNew(facts, object, server);
}

/**
 * The new object of an update of a built-in kind, and the stored one, as admission sees them.
 *
 * @param decoded the new object, without values of wrong types
 */
export function updatedObject(
  facts: KindFacts,
  apiVersion: string,
  decoded: Mapping,
  stored: Mapping,
  server: Server,
): ObjectUpdate {
  const object = defaulted(facts, apiVersion, decoded, server.minor);
  const metadata = ensureStruct(object, 'metadata');
  placeInNamespace(metadata, facts.namespaced);
  removeRepeatedOwners(metadata);
  const definition = definitionNameOf(apiVersion, facts.kind);
  // Both have the same form, so that equal values are equal texts.
  const read = writtenForm(definition, object, server.minor);
  const { changed, before } = prepareUpdate(read, stored);
  dropDisabledFields(definition, changed, server, before);
  prepareChanged(facts.kind, changed, before, server);
  if (countsUpdates(facts, server) && isCounted(facts.kind, changed, before)) count(changed);
  return {
    object: writtenForm(definition, changed, server.minor),
    stored: writtenForm(definition, before, server.minor),
  };
}

/** The new object of an update of a custom resource, and the stored one, as admission sees them. */
export function updatedCustomObject(object: Mapping, stored: Mapping): ObjectUpdate {
  const { changed, before } = prepareUpdate(object, stored);
  if (isCounted('', changed, before)) count(changed);
  return { object: changed, stored: before };
}

/** An update as admission sees it. */
export interface ObjectUpdate {
  readonly object: Mapping;
  readonly stored: Mapping;
}

function count(object: Draft): void {
  const metadata = ensureStruct(object, 'metadata');
  metadata.generation = Number(metadata.generation ?? 0) + 1;
}

/** The result of a mutation of an object of a built-in kind, with defaults, in the form that expressions see. */
export function mutatedObject(
  facts: KindFacts,
  apiVersion: string,
  decoded: Mapping,
  minor: Minor,
): Mapping {
  const object = withServerDefaults(facts.kind, apiVersion, decoded, minor);
  return writtenForm(definitionNameOf(apiVersion, facts.kind), object, minor);
}

/**
 * An object of a built-in kind after the server has converted it to its internal type and back.
 *
 * @param replaced the object that it is written over, if there is one
 */
export function convertedObject(
  kind: string,
  apiVersion: string,
  object: Mapping,
  replaced: Mapping | undefined,
  minor: Minor,
): Mapping {
  const converted = draftOf(object);
  convertInternally(kind, converted);
  if (kind === 'DaemonSet') keepTemplateGeneration(converted, replaced);
  return writtenForm(definitionNameOf(apiVersion, kind), converted, minor);
}

function defaulted(facts: KindFacts, apiVersion: string, decoded: Mapping, minor: Minor): Draft {
  const object = draftOf(withServerDefaults(facts.kind, apiVersion, decoded, minor));
  convertInternally(facts.kind, object);
  return object;
}

/** Sets the name, the namespace and the system fields of the metadata of a new object. */
export function prepareMetadata(object: Draft, isNamespaced: boolean): void {
  const metadata = ensureStruct(object, 'metadata');
  metadata.creationTimestamp = GENERATED.time;
  metadata.uid ??= GENERATED.uid;
  const { generateName } = metadata;
  if ((metadata.name ?? '') === '' && typeof generateName === 'string' && generateName !== '') {
    metadata.name = `${generateName.slice(0, LONGEST_GENERATE_NAME)}${GENERATED.suffix}`;
  }
  placeInNamespace(metadata, isNamespaced);
  removeRepeatedOwners(metadata);
  for (const field of [
    'selfLink',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
    'resourceVersion',
  ]) {
    delete metadata[field];
  }
}

function placeInNamespace(metadata: Draft, isNamespaced: boolean): void {
  if (!isNamespaced) delete metadata.namespace;
  else if ((metadata.namespace ?? '') === '') metadata.namespace = 'default';
}

/**
 * Removes the owners that are there twice.
 *
 * Source: `dedupOwnerReferences` in `pkg/endpoints/handlers/create.go` of the API server.
 */
function removeRepeatedOwners(metadata: Draft): void {
  const owners = metadata.ownerReferences;
  if (!Array.isArray(owners)) return;
  const byText = new Map(owners.map((owner) => [jsonText(owner, 'by key'), owner]));
  if (byText.size < owners.length) metadata.ownerReferences = [...byText.values()];
}

/**
 * Copies the fields that clients cannot change to the new object of an update.
 *
 * Source: `BeforeUpdate` in `pkg/registry/rest/update.go` of the API server.
 */
function prepareUpdate(
  object: Mapping,
  stored: Mapping,
): { readonly changed: Draft; readonly before: Draft } {
  const changed = draftOf(object);
  const before = draftOf(stored);
  const to = ensureStruct(changed, 'metadata');
  const from = ensureStruct(before, 'metadata');
  from.uid ??= GENERATED.uid;
  from.creationTimestamp ??= GENERATED.time;
  from.resourceVersion = '1';
  to.resourceVersion = '1';
  if (to.namespace !== undefined) from.namespace = to.namespace;
  for (const field of [
    'uid',
    'creationTimestamp',
    'generation',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
  ]) {
    const value = from[field];
    if (value === undefined) delete to[field];
    else to[field] = value;
  }
  if (before.status === undefined) delete changed.status;
  else changed.status = copyOf(before.status);
  return { changed, before };
}

/** An object as the server has stored it before it deletes it: with a resource version. */
export function asStored(object: Mapping): Mapping {
  const stored = draftOf(object);
  const metadata = findStruct(stored, 'metadata');
  if (metadata !== undefined) metadata.resourceVersion = '1';
  return stored;
}
