import type { Resource } from '../../rule/resource.ts';
import { hasUnprunedDefaults } from '../../server/crd/schema/defaults-pruning.ts';
import { SCHEMA_TYPES } from '../../server/crd/schema/keywords.ts';
import type { SchemaProblem, SchemaProblemCode } from '../../server/crd/schema/problem.ts';
import type { SchemaTree } from '../../server/crd/schema-node.ts';
import { type SchemaJudgement, schemaJudgements } from '../crd/schemas.ts';
import type { ServerError } from './server-error.ts';

type Definition = Resource<'CustomResourceDefinition'>;
type Cause = ServerError['cause'];
type Causes = { readonly [code in SchemaProblemCode]?: Cause };

/** The errors of the server about the form of a schema. If there are any, it does not check the defaults. */
const OF_FORM: Causes = {
  'root-untyped': 'FieldValueRequired',
  'root-type': 'FieldValueInvalid',
  'root-additional': 'FieldValueForbidden',
  'field-untyped': 'FieldValueRequired',
  'item-untyped': 'FieldValueRequired',
  'items-missing': 'FieldValueRequired',
  'int-or-string-preserve': 'FieldValueInvalid',
  'int-or-string-embedded': 'FieldValueInvalid',
  'embedded-untyped': 'FieldValueRequired',
  'embedded-type': 'FieldValueInvalid',
  'embedded-additional': 'FieldValueForbidden',
  'embedded-empty': 'FieldValueRequired',
  'metadata-member-type': 'FieldValueInvalid',
  'metadata-restricted': 'FieldValueForbidden',
  pattern: 'FieldValueInvalid',
  'nested-keyword': 'FieldValueForbidden',
  'nested-metadata': 'FieldValueForbidden',
  'nested-undeclared': 'FieldValueRequired',
  'nested-items': 'FieldValueRequired',
};

/** The errors that are ignored together if the stored CRD has one of them, and similar errors. */
interface Ratchet {
  readonly codes: Causes;
  /** Errors of the same type that can be at the same path, and are reported anyway. */
  readonly alsoReported: readonly SchemaProblemCode[];
  holds(stored: Definition, sent: Definition): boolean;
}

const RATCHETS: readonly Ratchet[] = [
  {
    codes: { 'default-unknown-field': 'FieldValueInvalid' },
    alsoReported: ['default-value', 'default-embedded-metadata', 'default-inside-metadata'],
    holds: (stored) =>
      someSchema(
        stored,
        (judgement) =>
          !isNotStructural(judgement) && hasUnprunedDefaults(judgement.tree, stored.minor),
      ),
  },
  {
    codes: { 'set-of-lists': 'FieldValueInvalid', 'set-of-objects': 'FieldValueInvalid' },
    alsoReported: ['keys-of-other-list-type'],
    holds: (stored) => hasProblem(stored, 'set-of-lists') || hasProblem(stored, 'set-of-objects'),
  },
  {
    codes: {
      'key-optional': 'FieldValueRequired',
      'key-nullable': 'FieldValueForbidden',
      'items-nullable': 'FieldValueForbidden',
    },
    alsoReported: ['nested-keyword'],
    holds: (stored) =>
      (['key-optional', 'key-nullable', 'items-nullable'] as const).some((code) =>
        hasProblem(stored, code),
      ),
  },
  {
    codes: { 'unknown-type': 'FieldValueNotSupported' },
    alsoReported: [],
    holds: (stored) => someSchema(stored, hasUnknownType),
  },
  {
    codes: { ...OF_FORM, 'schema-keyword': 'FieldValueInvalid' },
    alsoReported: [
      'status-root-type',
      'status-root-keyword',
      'map-type-untyped',
      'map-type-of-other',
      'list-type-untyped',
      'list-type-of-other',
      'map-items-missing',
      'additional-with-properties',
    ],
    holds: (stored, sent) => needsNoStructure(sent) && someSchema(stored, isNotStructural),
  },
];

/**
 * The errors in the schemas of a new CRD that the server ignores in an update, because the stored CRD has such errors.
 */
export function* overlookedInSchemas(stored: Definition, sent: Definition): Iterable<ServerError> {
  for (const { codes, alsoReported, holds } of RATCHETS) {
    if (!holds(stored, sent)) continue;
    for (const judgement of schemaJudgements(sent)) {
      const { problems } = judgement;
      const kept = new Set(alsoReported.flatMap((code) => problems.get(code).map(pathIn)));
      for (const [code, cause] of entriesOf(codes)) {
        for (const problem of problems.get(code)) {
          const path = pathIn(problem);
          if (kept.has(path)) continue;
          yield { cause, field: `${judgement.version.path}.schema.openAPIV3Schema${path}` };
        }
      }
    }
  }
}

function entriesOf(codes: Causes): readonly (readonly [SchemaProblemCode, Cause])[] {
  // The keys are the keys of the type.
  return Object.entries(codes) as [SchemaProblemCode, Cause][];
}

/** The server's path of a problem, from the root's schema on. */
function pathIn({ node, below, path }: SchemaProblem): string {
  return path ?? node.path + below.path;
}

function someSchema(resource: Definition, holds: (judgement: SchemaJudgement) => boolean): boolean {
  return schemaJudgements(resource).some(holds);
}

function hasProblem(resource: Definition, code: SchemaProblemCode): boolean {
  return someSchema(resource, ({ problems }) => problems.get(code).length > 0);
}

/** Reports whether a schema has an unknown type, even where the server checks nothing else. */
function hasUnknownType({ tree }: { readonly tree: SchemaTree }): boolean {
  return tree
    .having('type')
    .some(({ schema: { type = '' } }) => type !== '' && !SCHEMA_TYPES.has(type));
}

function isNotStructural({ isBuildable, problems }: SchemaJudgement): boolean {
  return !isBuildable || entriesOf(OF_FORM).some(([code]) => problems.get(code).length > 0);
}

/** Reports whether a CRD prunes no fields, and has no keywords that require structural schemas. */
function needsNoStructure(resource: Definition): boolean {
  if (resource.root.get('spec').get('preserveUnknownFields').value !== true) return false;
  return !someSchema(resource, ({ tree }) =>
    tree.nodes.some(
      ({ schema }) =>
        schema.default !== undefined ||
        schema['x-kubernetes-embedded-resource'] === true ||
        schema['x-kubernetes-preserve-unknown-fields'] !== undefined ||
        schema['x-kubernetes-int-or-string'] === true ||
        (schema['x-kubernetes-list-map-keys'] ?? []).length > 0 ||
        schema['x-kubernetes-list-type'] !== undefined ||
        (schema['x-kubernetes-validations'] ?? []).length > 0,
    ),
  );
}
