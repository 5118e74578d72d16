import { isMapping } from '../../../yaml/tree.ts';
import { jsonText } from '../../crd/json-text.ts';
import { withServerDefaults } from '../../decode/index.ts';
import { definitionNameOf } from '../../kubernetes/definition-name.ts';
import { findDefinition } from '../../kubernetes/definitions.ts';
import type { KindFacts } from '../../kubernetes/kinds.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import { copyOf, type Draft, draftOf, ensureStruct, structIn, structsIn } from './draft.ts';
import { secretData } from './secret-data.ts';
import { writtenForm } from './written-form.ts';

/** The values that the server generates when it creates an object. They are fixed, so that a run can be repeated. */
const GENERATED = {
  uid: '00000000-0000-4000-8000-000000000000',
  creationTimestamp: '2000-01-01T00:00:00Z',
  /** The end of a name after `generateName`. */
  suffix: 'abcde',
};

/** Longer ones are cut, so that the generated name has 63 characters. */
const LONGEST_GENERATE_NAME = 58;

/** The status of an APIService without a Service. */
const LOCALLY_SERVED: Mapping = {
  lastTransitionTime: GENERATED.creationTimestamp,
  message: 'Local APIServices are always available',
  reason: 'Local',
  status: 'True',
  type: 'Available',
};

/**
 * An object of a built-in kind as admission sees it when it is created: with the defaults of the server, its system
 * fields and an empty status, in the form that expressions see.
 *
 * Source: `BeforeCreate` in `pkg/registry/rest/create.go` of the API server.
 *
 * @param decoded without values of wrong types
 */
export function newObject(
  facts: KindFacts,
  apiVersion: string,
  decoded: Mapping,
  minor: Minor,
): Mapping {
  const object = defaulted(facts, apiVersion, decoded, minor);
  prepareMetadata(object, facts.namespaced);
  const definition = definitionNameOf(apiVersion, facts.kind);
  if (findDefinition(definition)?.fields.has('status')) {
    delete object.status;
    const { firstPhase } = facts;
    if (firstPhase !== undefined) object.status = { phase: firstPhase };
  }
  // Groups without a service are served by the API server itself.
  if (facts.kind === 'APIService' && structIn(object, 'spec')?.service === undefined) {
    object.status = copyOf({ conditions: [LOCALLY_SERVED] });
  }
  if (facts.kind === 'CustomResourceDefinition') {
    object.status = copyOf({ storedVersions: storageVersionsOf(object) });
  }
  if (facts.hasGeneration) ensureStruct(object, 'metadata').generation = 1;
  return writtenForm(definition, object, minor);
}

/** The names of the versions of a CRD in which objects are stored. */
function storageVersionsOf(definition: Draft): readonly Value[] {
  const spec = structIn(definition, 'spec');
  return (spec === undefined ? [] : structsIn(spec, 'versions')).flatMap(({ storage, name }) =>
    storage === true && name !== undefined ? [name] : [],
  );
}

/** An object of a built-in kind that a manifest gives as stored, in the form that expressions see. */
export function storedObject(
  facts: KindFacts,
  apiVersion: string,
  decoded: Mapping,
  minor: Minor,
): Mapping {
  const object = defaulted(facts, apiVersion, decoded, minor);
  if (facts.hasGeneration) ensureStruct(object, 'metadata').generation ??= 1;
  if (facts.kind === 'CustomResourceDefinition') {
    ensureStruct(object, 'status').storedVersions ??= storageVersionsOf(object);
  }
  return writtenForm(definitionNameOf(apiVersion, facts.kind), object, minor);
}

/** An object of a built-in kind with the defaults of the server, in the form that expressions see. */
export function readObject(
  facts: KindFacts,
  apiVersion: string,
  decoded: Mapping,
  minor: Minor,
): Mapping {
  const object = defaulted(facts, apiVersion, decoded, minor);
  return writtenForm(definitionNameOf(apiVersion, facts.kind), object, minor);
}

function defaulted(facts: KindFacts, apiVersion: string, decoded: Mapping, minor: Minor): Draft {
  const object = draftOf(withServerDefaults(facts.kind, apiVersion, decoded, minor));
  if (facts.kind === 'Secret') secretData(object);
  return object;
}

/** Sets the name, the namespace and the system fields of the metadata of a new object. */
export function prepareMetadata(object: Draft, isNamespaced: boolean): void {
  const metadata = ensureStruct(object, 'metadata');
  metadata.creationTimestamp = GENERATED.creationTimestamp;
  metadata.uid ??= GENERATED.uid;
  const { generateName } = metadata;
  if ((metadata.name ?? '') === '' && typeof generateName === 'string' && generateName !== '') {
    metadata.name = `${generateName.slice(0, LONGEST_GENERATE_NAME)}${GENERATED.suffix}`;
  }
  if (!isNamespaced) delete metadata.namespace;
  else if ((metadata.namespace ?? '') === '') metadata.namespace = 'default';
  for (const field of [
    'selfLink',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
    'resourceVersion',
  ]) {
    delete metadata[field];
  }
}

/**
 * Copies the fields that clients cannot change to the new object of an update.
 *
 * Source: `BeforeUpdate` in `pkg/registry/rest/update.go` of the API server.
 */
export function prepareUpdate(
  object: Mapping,
  stored: Mapping,
): { readonly object: Mapping; readonly stored: Mapping } {
  const changed = draftOf(object);
  const before = draftOf(stored);
  const to = ensureStruct(changed, 'metadata');
  const from = ensureStruct(before, 'metadata');
  from.uid ??= GENERATED.uid;
  from.creationTimestamp ??= GENERATED.creationTimestamp;
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
  // The server increases the generation if a field other than metadata and status changes.
  if (typeof from.generation === 'number' && bodyText(changed) !== bodyText(before)) {
    to.generation = from.generation + 1;
  }
  if (before.status === undefined) delete changed.status;
  else changed.status = before.status;
  return { object: changed, stored: before };
}

/** The text of an object without its metadata and status. It is equal for equal values. */
function bodyText({
  apiVersion: _,
  kind: _kind,
  metadata: _metadata,
  status: _status,
  ...body
}: Mapping): string {
  return jsonText(body, 'by key');
}

/** The metadata of an object; an empty mapping if it has none. */
export function metadataOf(object: Mapping): Mapping {
  return isMapping(object.metadata) ? object.metadata : {};
}

/** An object that the server deletes has a resource version. */
export function asStored(object: Mapping): Mapping {
  const stored = draftOf(object);
  const metadata = structIn(stored, 'metadata');
  if (metadata !== undefined) metadata.resourceVersion = '1';
  return stored;
}
