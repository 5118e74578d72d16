import { onceForEach } from '../../../base/once-for-each.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import type { JSONSchemaProps } from '../../kubernetes/types.generated.ts';
import { type SchemaNode, SchemaTree } from '../schema-node.ts';
import { checkCollections } from './collections.ts';
import { checkDefaults, type SettledDefault } from './defaults.ts';
import { checkKeywords, isBuildable, unconvertibleNodes } from './keywords.ts';
import { SchemaProblems } from './problem.ts';
import { checkRoot } from './root-schema.ts';
import { checkRuleFields } from './rule-fields.ts';
import { checkStructuralForm } from './structural-form.ts';

/** The result of the server's validation of a CRD's schema, without the expressions of its rules. */
export interface CheckedSchema {
  readonly tree: SchemaTree;
  readonly problems: SchemaProblems;
  /**
   * True if the server can convert the schema to a structural schema. If not, everything that depends on the conversion
   * is unknown.
   */
  readonly isBuildable: boolean;
  /**
   * True if the structural form and the defaults are valid, apart from the rules of defaults. Only then does the server
   * compile rules.
   */
  readonly isSound: boolean;
  /** The defaults whose rules the server evaluates. */
  readonly defaults: readonly SettledDefault[];
}

/**
 * Reports whether the server compiles the rules of a schema: the structural form and the defaults of the whole schema
 * are valid, and so are the keywords of this schema and of those below it.
 */
export function compilesRulesOf({ isSound, problems }: CheckedSchema, node: SchemaNode): boolean {
  return isSound && node.role === 'structural' && !problems.taints(node);
}

/**
 * Validates a schema, in time linear in its size. Like the server, checks defaults only if the structural form is
 * valid, and keywords in any case.
 *
 * @param hasStatus true if the version has a status subresource
 */
export function checkSchema(
  schema: JSONSchemaProps,
  hasStatus: boolean,
  minor: Minor,
): CheckedSchema {
  const tree = treeOf(schema);
  const problems = new SchemaProblems();
  checkRoot(tree.root, hasStatus, problems);
  const atRoot = problems.count;
  const buildable = isBuildable(tree);
  const defaults = buildable ? settledDefaults(tree, minor, problems) : [];
  const isSound = buildable && problems.count === atRoot;
  checkKeywords(tree, problems);
  checkCollections(tree, problems);
  const unconvertible = buildable ? undefined : unconvertibleNodes(tree);
  checkRuleFields(tree, (node) => !(unconvertible?.has(node) ?? false), problems);
  if (!buildable && problems.count === 0) checkDialect(tree, problems);
  return { tree, problems, isBuildable: buildable, isSound, defaults };
}

/** The tree of a schema is built once for all minors. */
export const treeOf = onceForEach((schema: JSONSchemaProps) => new SchemaTree(schema));

function settledDefaults(
  tree: SchemaTree,
  minor: Minor,
  problems: SchemaProblems,
): readonly SettledDefault[] {
  const before = problems.count;
  checkStructuralForm(tree, minor, problems);
  return problems.count === before ? checkDefaults(tree, minor, problems) : [];
}

/** Checks `$schema`, the only keyword that prevents a structural schema and is not reported by another check. */
function checkDialect(tree: SchemaTree, problems: SchemaProblems): void {
  const node = tree.having('$schema').find(({ schema }) => schema.$schema !== '');
  if (node !== undefined) problems.add('schema-keyword', node, '$schema', {}, { path: '' });
}
