import { onceForEach } from '../../base/once-for-each.ts';
import type { CustomResource } from '../../rule/custom-resource.ts';
import { type Location, locationAt, type RelatedSpan, type Side } from '../../rule/location.ts';
import { treeOf } from '../../server/crd/schema/check-schema.ts';
import type { SchemaNode } from '../../server/crd/schema-node.ts';
import type { StructuralSchema } from '../../server/crd/structural.ts';
import type { ValueProblem } from '../../server/crd/values/validation-outcome.ts';
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
  const node = nodesOf(resource.schema).get(schema);
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

/** The first place of each schema in the schema of a whole object. */
const nodesOf = onceForEach((root: StructuralSchema): ReadonlyMap<StructuralSchema, SchemaNode> => {
  const nodes = treeOf(root).nodes.toReversed();
  return new Map(nodes.map((node) => [node.schema, node]));
});
