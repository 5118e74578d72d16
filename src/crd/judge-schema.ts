import type { Minor } from '../kubernetes/minors.ts';
import type { JSONSchemaProps } from '../kubernetes/types.generated.ts';
import { checkCollections } from './collections.ts';
import { checkDefaults, type SettledDefault } from './defaults.ts';
import { checkKeywords, isBuildable, unformedNodes } from './keywords.ts';
import { SchemaProblems } from './problem.ts';
import { checkRoot } from './root-schema.ts';
import { checkRuleFields } from './rule-fields.ts';
import { type SchemaNode, SchemaTree } from './schema-node.ts';
import { checkStructuralForm } from './structural-form.ts';

/** What the server makes of a schema of a CRD, but for the expressions of its rules. */
export interface JudgedSchema {
  readonly tree: SchemaTree;
  readonly problems: SchemaProblems;
  /** Whether it has a structural form at all; where not, nothing is known of what follows from that. */
  readonly isBuildable: boolean;
  /**
   * Whether the form and the defaults are without fault, but for the rules of defaults: only then the server
   * compiles rules.
   */
  readonly isSound: boolean;
  /** The defaults that the server holds against the rules of their schemas. */
  readonly defaults: readonly SettledDefault[];
}

/**
 * Whether the server compiles the rules at a schema: nothing is wrong with the form and the defaults of the
 * whole, nor with the keywords of this schema and of all below it.
 */
export function compilesRulesOf({ isSound, problems }: JudgedSchema, node: SchemaNode): boolean {
  return isSound && node.role === 'structural' && !problems.taints(node);
}

/**
 * Judges a schema in time linear in its size. The server looks at the structural form first, at defaults
 * only if that is without fault, and at keywords whatever came before.
 *
 * @param hasStatus whether the version has a status subresource
 */
export function judgeSchema(
  schema: JSONSchemaProps,
  hasStatus: boolean,
  minor: Minor,
): JudgedSchema {
  const tree = treeOf(schema);
  const problems = new SchemaProblems();
  checkRoot(tree.root, hasStatus, problems);
  const atRoot = problems.count;
  const buildable = isBuildable(tree);
  const defaults = buildable ? settledDefaults(tree, minor, problems) : [];
  const isSound = buildable && problems.count === atRoot;
  checkKeywords(tree, problems);
  checkCollections(tree, problems);
  const unformed = buildable ? undefined : unformedNodes(tree);
  checkRuleFields(tree, (node) => !(unformed?.has(node) ?? false), problems);
  if (!buildable && problems.count === 0) checkDialect(tree, problems);
  return { tree, problems, isBuildable: buildable, isSound, defaults };
}

const trees = new WeakMap<JSONSchemaProps, SchemaTree>();

/** The same schema is walked once, whatever the number of minors that it is judged for. */
function treeOf(schema: JSONSchemaProps): SchemaTree {
  let tree = trees.get(schema);
  if (tree === undefined) {
    tree = new SchemaTree(schema);
    trees.set(schema, tree);
  }
  return tree;
}

function settledDefaults(
  tree: SchemaTree,
  minor: Minor,
  problems: SchemaProblems,
): readonly SettledDefault[] {
  const before = problems.count;
  checkStructuralForm(tree, minor, problems);
  return problems.count === before ? checkDefaults(tree, minor, problems) : [];
}

/** Of all that is in the way of a structural form, `$schema` alone is told by nothing else. */
function checkDialect(tree: SchemaTree, problems: SchemaProblems): void {
  const node = tree.having('$schema').find(({ schema }) => schema.$schema !== '');
  if (node !== undefined) problems.add('schema-keyword', node, '$schema', {}, { path: '' });
}
