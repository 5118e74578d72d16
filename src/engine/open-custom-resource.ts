import { generatedName } from '../analysis/metadata/object-name.ts';
import { decodeCustomResource } from '../custom-resources/decoding.ts';
import type { CustomVersion } from '../custom-resources/definition.ts';
import type { CustomResourceErrors } from '../custom-resources/validation.ts';
import { withEdits } from '../decode/settle.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { ObjectMeta } from '../kubernetes/types.generated.ts';
import type { CustomResource } from '../rule/custom-resource.ts';
import { Field } from '../rule/field.ts';
import type { ManifestObject } from '../rule/manifest.ts';
import { isMapping, type Mapping } from '../yaml/index.ts';
import type { KnownKind } from './custom-kinds.ts';

const NO_ERRORS: CustomResourceErrors = {
  values: [],
  scale: [],
  embedded: [],
  lists: [],
  rules: [],
  isBlocked: false,
};

/** Decodes and validates an object by the CRD of its kind, in a version that the CRD serves. */
export function openCustomResource(
  { origin, value }: ManifestObject,
  known: KnownKind,
  version: CustomVersion,
  minor: Minor,
): CustomResource {
  const { crd } = known;
  const { group, kind, isNamespaced } = crd.definition;
  const { schema = {} } = version;
  const apiVersion = `${group}/${version.name}`;
  // An item of a typed List may lack both.
  const object = withEdits(isMapping(value) ? value : {}, [
    { path: ['apiVersion'], value: apiVersion },
    { path: ['kind'], value: kind },
  ]);
  const decoded = decodeCustomResource(object, schema, minor, origin.path);
  const { problems, isPruned, value: metadata } = decoded.metadata;
  const { undecodable } = decoded;
  const validator = known.validatorOf(version);
  return {
    kind,
    apiVersion,
    facts: undefined,
    isNamespaced,
    minor,
    origin,
    root: Field.root({ origin, isPruned }, { ...decoded.value, metadata }),
    problems,
    undecodable,
    crd,
    version,
    schema,
    decoded,
    errors:
      undecodable || validator === undefined
        ? NO_ERRORS
        : validator.validateCreate(withName(decoded.value, metadata)),
  };
}

/** The object with the name that the server generates, if it has none. */
function withName(object: Mapping, metadata: ObjectMeta): Mapping {
  const name = generatedName(metadata);
  return name === '' ? object : withEdits(object, [{ path: ['metadata', 'name'], value: name }]);
}
