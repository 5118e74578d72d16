import { isList, isMapping, type Mapping, type Path, type Value } from '../../yaml/tree.ts';
import { isEmbeddedResource, type StructuralSchema } from '../crd/structural.ts';
import { withDefaults } from '../crd/values/defaulting.ts';
import { settledMetadata } from '../crd/values/embedded-metadata.ts';
import {
  decodeEmbedded,
  type EmbeddedFault,
  type UnknownField,
  withSettledMetadata,
} from '../crd/values/embedded-object.ts';
import { withoutDroppedNulls } from '../crd/values/null-dropping.ts';
import { prunedPaths } from '../crd/values/pruning.ts';
import { segmentsOf, type Trail } from '../crd/values/trail.ts';
import {
  type DecodedMetadata,
  type DecodeProblem,
  decodeMetadata,
  decoderPath,
} from '../decode/index.ts';
import { hasNumberOutOfRange } from '../decode/scalars.ts';
import { withMembers, without } from '../decode/settle.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { ObjectMeta } from '../kubernetes/types.generated.ts';
import { asMapping } from '../kubernetes/value.ts';

/** A custom resource as the server decodes it: pruned, without nulls that it drops, with defaults. */
export interface DecodedCustomResource {
  /** Paths are relative to the object, or to its document if the options have its path in the document. */
  readonly metadata: DecodedMetadata;
  /** The fields outside of `metadata` that are not declared, with paths from the object, in no particular order. */
  readonly unknownFields: readonly UnknownField[];
  /** A field of an embedded object that has a wrong type. The server refuses to decode the whole resource for it. */
  readonly typeFault: EmbeddedFault | undefined;
  /** True if the server refuses to decode the resource. */
  readonly undecodable: boolean;
  /** The value with which the server continues. */
  readonly value: Mapping;
}

/**
 * Decodes a custom resource as the server does with `fieldValidation=Strict`, by the schema of its version.
 *
 * Source: `unstructuredSchemaCoercer` in `pkg/apiserver/customresource_handler.go` of apiextensions-apiserver.
 *
 * @param object with the `apiVersion` and `kind` that it is served as
 * @param at the path of the object in its document
 */
export function decodeCustomResource(
  object: Mapping,
  schema: StructuralSchema,
  minor: Minor,
  at: Path = [],
): DecodedCustomResource {
  const metadata = withNumberProblem(decodeMetadata(object.metadata, minor, { at }), object, at);
  const pruned = [...prunedPaths(object, schema, { isResource: true })];
  const withoutNulls = withoutDroppedNulls(without(object, pruned), schema);
  const isResource = isEmbeddedResource(schema);
  const embedded = decodeEmbedded(withoutNulls, schema, isResource, minor);
  const undecodable = metadata.undecodable || embedded.typeFault !== undefined;
  return {
    metadata,
    unknownFields: [
      ...pruned.map((path) => ({ path, field: decoderPath(path) })),
      ...embedded.unknownFields,
    ],
    typeFault: embedded.typeFault,
    undecodable,
    value: undecodable
      ? object
      : settle(withoutNulls, schema, { isResource, minor, metadata: metadata.value }),
  };
}

/** The decoded metadata with the problem of a number elsewhere in the object that the server cannot read. */
function withNumberProblem(
  metadata: DecodedMetadata,
  { metadata: _, ...others }: Mapping,
  at: Path,
): DecodedMetadata {
  if (!hasNumberOutOfRange(others)) return metadata;
  const path = [...at, ...pathToNumberOutOfRange(others)];
  const problem: DecodeProblem = { kind: 'number-out-of-range', path, target: 'value' };
  return { ...metadata, problems: [...metadata.problems, problem], undecodable: true };
}

/** The path to a number that the server cannot read, of a value that has one. */
function pathToNumberOutOfRange(root: Value): Path {
  const left: { value: Value; trail: Trail | undefined }[] = [{ value: root, trail: undefined }];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const { value, trail: parent } = one;
    if (typeof value === 'number' && !Number.isFinite(value)) return segmentsOf(parent);
    const members: Iterable<readonly [string | number, Value]> = isList(value)
      ? value.entries()
      : Object.entries(isMapping(value) ? value : {});
    for (const [segment, member] of members) {
      left.push({ value: member, trail: { parent, segment } });
    }
  }
  return [];
}

/**
 * Decodes a custom resource that is stored. It is decoded like a custom resource that is sent, but without the metadata
 * that cannot be decoded, and without the fields of embedded objects that have a wrong type.
 */
export function decodeStored(object: Mapping, schema: StructuralSchema, minor: Minor): Mapping {
  const { value: metadata } = decodeMetadata(object.metadata, minor);
  const kept = without(object, prunedPaths(object, schema, { isResource: true }));
  const isResource = isEmbeddedResource(schema);
  const options = { isResource, minor, metadata, dropsWrongTypes: true };
  return settle(withoutDroppedNulls(kept, schema), schema, options);
}

interface SettleOptions {
  readonly isResource: boolean;
  readonly minor: Minor;
  readonly metadata: ObjectMeta;
  readonly dropsWrongTypes?: boolean;
}

function settle(
  object: Mapping,
  schema: StructuralSchema,
  { isResource, minor, metadata, dropsWrongTypes = false }: SettleOptions,
): Mapping {
  const settled = withSettledMetadata(object, schema, { isResource, minor, dropsWrongTypes });
  const value = withDefaults(settled, schema);
  if (!isMapping(value)) return object;
  const { apiVersion = null, kind = null } = object;
  // The schema does not change `apiVersion`, `kind` and `metadata`.
  const own = settledMetadata(asMapping(metadata), minor);
  return withMembers(value, { apiVersion, kind, metadata: own });
}
