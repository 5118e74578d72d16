import { generatedName } from '../../analysis/metadata/object-name.ts';
import type { CustomResource } from '../../rule/custom-resource.ts';
import { Field } from '../../rule/field.ts';
import type { ManifestObject } from '../../rule/manifest.ts';
import type { StoredVersion } from '../../rule/resource.ts';
import { decodeCustomResource, decodeStored } from '../../server/custom-resources/decoding.ts';
import type { CustomVersion } from '../../server/custom-resources/definition.ts';
import type { CustomResourceErrors } from '../../server/custom-resources/validation.ts';
import { decodeMetadata } from '../../server/decode/index.ts';
import { withEdits, withMembers } from '../../server/decode/settle.ts';
import { ratchetsCustomResources, type Server } from '../../server/kubernetes/server.ts';
import type { ObjectMeta } from '../../server/kubernetes/types.generated.ts';
import { isMapping, type Mapping } from '../../yaml/index.ts';
import type { KnownKind } from '../memory/known-kind.ts';
import type { StoredObject } from '../memory/stored-objects.ts';

const NO_ERRORS: CustomResourceErrors = {
  values: [],
  unmatched: [],
  scale: [],
  embedded: [],
  lists: [],
  rules: [],
  isBlocked: false,
};

interface KindInVersion {
  readonly known: KnownKind;
  readonly version: CustomVersion;
}

/**
 * Decodes and validates an object by the CRD of its kind, in a version that the CRD serves.
 *
 * @param stored the object that it replaces
 */
export function openCustomResource(
  { origin, value, head }: ManifestObject,
  { known, version }: KindInVersion,
  server: Server,
  stored?: StoredObject,
): CustomResource {
  const { crd } = known;
  const { minor } = server;
  const { group, isNamespaced } = crd.definition;
  const isNamed = known.isSchemaOnly && head.kind === 'object';
  const kind = isNamed ? head.objectKind : crd.definition.kind;
  const { schema = {} } = version;
  const apiVersion = `${group}/${version.name}`;
  // An item of a typed List may lack both.
  const object = withMembers(isMapping(value) ? value : {}, { apiVersion, kind });
  const decoded = decodeCustomResource(object, schema, minor, origin.path);
  const { problems, isPruned, value: metadata } = decoded.metadata;
  const { undecodable } = decoded;
  const validator = known.validatorOf(version);
  const before = stored && storedVersion(stored, { known, version }, server);
  return {
    kind,
    apiVersion,
    facts: undefined,
    isNamespaced,
    minor,
    server,
    origin,
    root: Field.root({ origin, isPruned }, { ...decoded.value, metadata }),
    problems,
    undecodable,
    stored: before?.version,
    crd,
    version,
    schema,
    decoded,
    errors:
      undecodable || validator === undefined
        ? NO_ERRORS
        : before === undefined
          ? validator.validateCreate(withName(decoded.value, metadata))
          : validator.validateUpdate(decoded.value, before.value, ratchetsCustomResources(server)),
  };
}

/** The object with the name that the server generates, if it has none. */
function withName(object: Mapping, metadata: ObjectMeta): Mapping {
  const name = generatedName(metadata);
  return name === '' ? object : withEdits(object, [{ path: ['metadata', 'name'], value: name }]);
}

/** A stored custom resource, as the server reads it for an update in some version. */
interface StoredCustomResource {
  readonly version: StoredVersion;
  readonly value: Mapping;
}

/**
 * Reads the stored object by the version that it is stored in, and then by the version of the update. The server drops
 * metadata that it cannot decode.
 */
function storedVersion(
  stored: StoredObject,
  { known, version }: KindInVersion,
  server: Server,
): StoredCustomResource | undefined {
  const { origin, value, head } = stored.manifest(server);
  if (!isMapping(value) || head.kind !== 'object') return undefined;
  const { group, kind, versions } = known.crd.definition;
  const own = versions.find(({ name }) => name === head.apiVersion.split('/')[1]) ?? version;
  const { minor } = server;
  const readAs = (object: Mapping, { name, schema = {} }: CustomVersion) =>
    decodeStored(withMembers(object, { apiVersion: `${group}/${name}`, kind }), schema, minor);
  const inOwn = readAs(value, own);
  const converted = own === version ? inOwn : readAs(inOwn, version);
  const { value: metadata, isPruned } = decodeMetadata(value.metadata, minor, { at: origin.path });
  const root = Field.root({ origin, isPruned }, { ...converted, metadata });
  return { version: { origin, root, source: stored.source }, value: converted };
}
