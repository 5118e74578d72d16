import { onceForEach } from '../../base/once-for-each.ts';
import type { Message, Messages } from '../../rule/description.ts';
import { type Location, locationAt, type RelatedSpan } from '../../rule/location.ts';
import type { Resource } from '../../rule/resource.ts';
import type { MessageValues, Report } from '../../rule/rule.ts';
import { areSame } from '../../server/crd/equality.ts';
import { type CheckedSchema, checkSchema } from '../../server/crd/schema/check-schema.ts';
import type {
  Below,
  SchemaProblem,
  SchemaProblemCode,
  SchemaProblemValues,
} from '../../server/crd/schema/problem.ts';
import type { SchemaNode } from '../../server/crd/schema-node.ts';
import type { Path } from '../../yaml/index.ts';
import { type JudgedVersion, judgedVersions, type VersionField } from './versions.ts';

/** The result of checking the schema of a version, or of all versions if they share one. */
export interface SchemaJudgement extends JudgedVersion, CheckedSchema {}

/** Checks the schemas of a CRD, once for all rules. */
export const schemaJudgements = onceForEach(
  (resource: Resource<'CustomResourceDefinition'>): readonly SchemaJudgement[] =>
    judgedVersions(resource, 'schema').flatMap((judged) => {
      const schema = judged.version.value?.schema?.openAPIV3Schema;
      if (schema === undefined) return [];
      const { minor } = resource;
      return [{ ...judged, ...checkSchema(schema, hasStatus(resource, judged), minor) }];
    }),
);

/** Reports whether the status subresource is enabled, in any of the versions that share a schema. */
function hasStatus(
  resource: Resource<'CustomResourceDefinition'>,
  { version, alike }: JudgedVersion,
): boolean {
  const versions = resource.root.get('spec').get('versions').value ?? [];
  if (alike.length > 0 || versions.length === 1) {
    return versions.some(({ subresources }) => subresources?.status !== undefined);
  }
  // The server finds the version by its name, and uses the first that has it.
  const named = versions.find(({ name = '' }) => name === (version.value?.name ?? ''));
  return named?.subresources?.status !== undefined;
}

/** A problem with the location at which it is reported. */
interface PlacedProblem<C extends SchemaProblemCode>
  extends Pick<SchemaProblem<C>, 'node' | 'values'> {
  readonly location: Location;
  /** The paths of the schema in the document: in each of the versions that share it. */
  readonly schemas: readonly Path[];
}

/**
 * The problems of one kind in all schemas of a CRD. Where several versions share a schema, a problem is located in the
 * first one, with the others as related locations.
 */
export function* schemaProblems<C extends SchemaProblemCode>(
  resource: Resource<'CustomResourceDefinition'>,
  code: C,
): Iterable<PlacedProblem<C>> {
  for (const judgement of schemaJudgements(resource)) {
    for (const problem of judgement.problems.get(code)) {
      const { node, below, path, values } = problem;
      const location = schemaLocation(resource, judgement, node, below, path);
      yield { node, values, location, schemas: schemaPaths(judgement, node) };
    }
  }
}

/** The problems whose values are those of a message. */
type CodeFor<M extends Message> = {
  [C in SchemaProblemCode]: SchemaProblemValues[C] extends MessageValues<M> ? C : never;
}[SchemaProblemCode];

/**
 * Reports the problems of several kinds in all schemas of a CRD.
 *
 * @param codes the kind of problem for each message
 */
export function reportSchemaProblems<M extends Messages>(
  report: Report<M>,
  resource: Resource<'CustomResourceDefinition'>,
  codes: { readonly [Id in keyof M & string]?: CodeFor<M[Id]> },
): void {
  const entries = Object.entries(codes) as readonly (readonly [string, SchemaProblemCode])[];
  for (const [message, code] of entries) {
    for (const { location: at, values } of schemaProblems(resource, code)) {
      // The types of the parameters say that the values are those of the message.
      report({ message, at, values } as unknown as Parameters<Report<M>>[0]);
    }
  }
}

/** The paths of a schema in its document: in each of the versions that share it. */
export function schemaPaths({ version, alike }: JudgedVersion, node: SchemaNode): readonly Path[] {
  return [version, ...alike].map((one) => schemaPath(one, node));
}

/** The path of a schema of a version in its document. */
export function schemaPath(
  { documentPath }: VersionField,
  { segments }: SchemaNode,
): readonly (string | number)[] {
  return [...documentPath, 'schema', 'openAPIV3Schema', ...segments];
}

/**
 * The location of something in a schema: in the first of the versions that share it, with the others as related
 * locations.
 *
 * @param path the server's path below the root's schema, if it is not that of the location
 */
export function schemaLocation(
  { origin }: Resource,
  { version, alike }: SchemaJudgement,
  node: SchemaNode,
  below: Below,
  path = node.path + below.path,
): Location {
  const at = (one: VersionField, field: string | null): Location =>
    locationAt(origin, [...schemaPath(one, node), ...below.segments], field);
  const location = at(version, `${version.path}.schema.openAPIV3Schema${path}`);
  const others = alike.map((other): RelatedSpan => {
    const name = other.value?.name ?? '';
    return { span: at(other, null).span, message: `the schema of version ${name} is the same` };
  });
  return { ...location, related: [...others, ...location.related] };
}

/** The location of a whole schema. */
export function rootLocation(resource: Resource, judgement: SchemaJudgement): Location {
  return schemaLocation(resource, judgement, judgement.tree.root, { segments: [], path: '' });
}

/** Reports whether an update does not change the schema of a version. */
export function hasUnchangedSchema(
  { stored }: Resource<'CustomResourceDefinition'>,
  { version }: SchemaJudgement,
): boolean {
  const name = version.value?.name ?? '';
  const versions = stored?.root.get('spec').get('versions').value ?? [];
  const before = versions.find((one) => (one.name ?? '') === name);
  return (
    before !== undefined &&
    areSame(before.schema?.openAPIV3Schema, version.value?.schema?.openAPIV3Schema)
  );
}
