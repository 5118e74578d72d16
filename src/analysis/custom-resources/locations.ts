import type { CustomResource } from '../../rule/custom-resource.ts';
import { type Location, locationAt, type RelatedSpan, type Side } from '../../rule/location.ts';
import { treeOf } from '../../server/crd/check-schema.ts';
import type { SchemaNode } from '../../server/crd/schema-node.ts';
import type { StructuralSchema } from '../../server/crd/structural.ts';
import type { ValueProblem } from '../../server/crd/validation-outcome.ts';
import type { Path } from '../../yaml/index.ts';

/**
 * The location of a value of a custom resource.
 *
 * @param path from the object
 * @param field the path as the server writes it, which may start with a dot; null if it names none
 */
export function valueLocation(
  { origin }: CustomResource,
  path: Path,
  field: string | null,
  side: Side = 'value',
): Location {
  const name = field === null ? null : field.replace(/^\./, '');
  return locationAt(origin, [...origin.path, ...path], name, side);
}

/** The location of a value that is wrong according to its schema. */
export function problemLocation(
  resource: CustomResource,
  { segments, name }: ValueProblem,
): Location {
  return valueLocation(resource, segments, name === '' ? null : name);
}

/** The place of a keyword in the CRD, as a related location. */
export function keywordInCrd(
  resource: CustomResource,
  schema: StructuralSchema,
  keyword: Path,
  message = `the CRD sets ${String(keyword[0])} here`,
): readonly RelatedSpan[] {
  const node = nodeOf(resource.schema, schema);
  return node === undefined ? [] : [placeInCrd(resource, [...node.segments, ...keyword], message)];
}

/** A place in the schema of the CRD, as a related location. */
export function placeInCrd(
  { crd: { origin, source }, version, origin: own }: CustomResource,
  path: Path,
  message: string,
): RelatedSpan {
  const schema = ['spec', 'versions', version.index, 'schema', 'openAPIV3Schema'];
  const { span } = locationAt(origin, [...origin.path, ...schema, ...path], null, 'key');
  return { span, message, ...(origin.file === own.file ? {} : { source }) };
}

const nodes = new WeakMap<StructuralSchema, ReadonlyMap<StructuralSchema, SchemaNode>>();

/** The first place of a schema in the schema of a whole object. */
function nodeOf(root: StructuralSchema, schema: StructuralSchema): SchemaNode | undefined {
  let known = nodes.get(root);
  if (known === undefined) {
    known = new Map(
      treeOf(root)
        .nodes.toReversed()
        .map((node) => [node.schema, node]),
    );
    nodes.set(root, known);
  }
  return known.get(schema);
}
