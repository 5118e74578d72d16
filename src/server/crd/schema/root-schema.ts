import type { Keyword, SchemaNode } from '../schema-node.ts';
import { isGiven } from '../structural.ts';
import { HERE, type SchemaProblems } from './problem.ts';

/**
 * The keywords that a root schema may have if there is a status subresource, from which the server extracts a schema.
 */
const ALLOWED_WITH_STATUS: ReadonlySet<string> = new Set<Keyword>([
  'description',
  'type',
  'format',
  'title',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'multipleOf',
  'required',
  'items',
  'properties',
  'externalDocs',
  'example',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-validations',
]);

/** The keywords that the server checks before the type. It reports only the first error. */
const BEFORE_TYPE: readonly Keyword[] = ['id', '$schema', '$ref'];

/**
 * Checks the root schema, apart from its structural form.
 *
 * @param hasStatus true if the version has a status subresource
 */
export function checkRoot(root: SchemaNode, hasStatus: boolean, problems: SchemaProblems): void {
  const { schema } = root;
  if (schema.nullable === true) problems.add('root-nullable', root, 'nullable', {});
  if (!hasStatus) return;
  const early = BEFORE_TYPE.find((keyword) => isGiven(keyword, schema[keyword]));
  const type = schema.type ?? '';
  if (early === undefined && type !== '' && type !== 'object') {
    problems.add('status-root-type', root, 'type', { type });
    return;
  }
  const refused = early ?? firstRefused(root);
  if (refused !== undefined) {
    const at = { ...HERE, segments: [refused] };
    problems.add('status-root-keyword', root, at, { keyword: refused });
  }
}

function firstRefused({ schema }: SchemaNode): string | undefined {
  for (const [keyword, value] of Object.entries(schema)) {
    if (!ALLOWED_WITH_STATUS.has(keyword) && isGiven(keyword, value)) return keyword;
  }
  return undefined;
}
