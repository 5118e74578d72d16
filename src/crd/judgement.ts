import type { Minor } from '../kubernetes/minors.ts';
import type { JSONSchemaProps } from '../kubernetes/types.generated.ts';
import type { Resource } from '../resource.ts';
import { type RelatedSpot, type Spot, spotAt } from '../spot.ts';
import { checkCollections } from './collections.ts';
import { checkDefaults } from './defaults.ts';
import { checkKeywords, isBuildable, unformedNodes } from './keywords.ts';
import {
  type Below,
  type SchemaProblem,
  type SchemaProblemCode,
  SchemaProblems,
} from './problem.ts';
import { checkRoot } from './root-schema.ts';
import { checkRuleFields } from './rule-fields.ts';
import { type SchemaNode, SchemaTree } from './schema-node.ts';
import { checkStructuralForm } from './structural-form.ts';
import { type JudgedVersion, judgedVersions } from './versions.ts';

/** What the server makes of the schema of a version, or of all versions where they share one. */
export interface SchemaJudgement extends JudgedVersion {
  readonly tree: SchemaTree;
  readonly problems: SchemaProblems;
  /** Whether it has a structural form at all; where not, nothing is known of what follows from that. */
  readonly isBuildable: boolean;
  /** Whether the form and the defaults are without fault: only then the server compiles rules. */
  readonly isSound: boolean;
}

/** Whether the server compiles the rules of a schema: nothing is wrong with its version's form, nor with it and all below. */
export function compilesRulesOf({ isSound, problems }: SchemaJudgement, node: SchemaNode): boolean {
  return isSound && node.role === 'structural' && !problems.taints(node);
}

const judgements = new WeakMap<object, readonly SchemaJudgement[]>();
const trees = new WeakMap<JSONSchemaProps, SchemaTree>();

/** Judges the schemas of a CRD, once for all rules that ask. */
export function schemaJudgements(
  resource: Resource<'CustomResourceDefinition'>,
): readonly SchemaJudgement[] {
  let known = judgements.get(resource);
  if (known === undefined) {
    known = judgedVersions(resource, 'schema').flatMap((judged) => {
      const schema = judged.version.value?.schema?.openAPIV3Schema;
      return schema === undefined ? [] : [judge(resource, judged, schema)];
    });
    judgements.set(resource, known);
  }
  return known;
}

/** The same schema is walked once, whatever the number of minors that it is judged for. */
function treeOf(schema: JSONSchemaProps): SchemaTree {
  let tree = trees.get(schema);
  if (tree === undefined) {
    tree = new SchemaTree(schema);
    trees.set(schema, tree);
  }
  return tree;
}

function judge(
  resource: Resource<'CustomResourceDefinition'>,
  judged: JudgedVersion,
  schema: JSONSchemaProps,
): SchemaJudgement {
  const { minor } = resource;
  const tree = treeOf(schema);
  const problems = new SchemaProblems();
  checkRoot(tree.root, hasStatus(resource, judged), problems);
  const buildable = isBuildable(tree);
  const isSound = buildable && isFormSound(tree, minor, problems);
  checkKeywords(tree, problems);
  checkCollections(tree, problems);
  const unformed = buildable ? undefined : unformedNodes(tree);
  checkRuleFields(tree, (node) => !(unformed?.has(node) ?? false), problems);
  if (!buildable && problems.count === 0) checkSchemaKeyword(tree, problems);
  return { ...judged, tree, problems, isBuildable: buildable, isSound };
}

function isFormSound(tree: SchemaTree, minor: Minor, problems: SchemaProblems): boolean {
  const before = problems.count;
  checkStructuralForm(tree, minor, problems);
  if (problems.count === before) checkDefaults(tree, minor, problems);
  return problems.count === before;
}

/** Of all that is in the way of a structural form, this alone is told by nothing else. */
function checkSchemaKeyword(tree: SchemaTree, problems: SchemaProblems): void {
  const node = tree.having('$schema').find(({ schema }) => schema.$schema !== '');
  if (node === undefined) return;
  problems.add('schema-keyword', node, '$schema', {}, { path: '' });
}

/** Whether the status subresource is there, in any of the versions that share a schema. */
function hasStatus(
  resource: Resource<'CustomResourceDefinition'>,
  { version, alike }: JudgedVersion,
): boolean {
  const versions = resource.root.get('spec').get('versions').value ?? [];
  if (alike.length > 0 || versions.length === 1) {
    return versions.some(({ subresources }) => subresources?.status !== undefined);
  }
  // The server looks for the version by its name, and takes the first that has it.
  const named = versions.find(({ name = '' }) => name === (version.value?.name ?? ''));
  return named?.subresources?.status !== undefined;
}

/** A problem with the place at which it is to be reported. */
export interface PlacedProblem<C extends SchemaProblemCode> {
  readonly values: SchemaProblem<C>['values'];
  readonly spot: Spot;
}

/**
 * The problems of one kind in all schemas of a CRD. Where several versions share a schema, they are
 * reported at the first one, and the others are told beside.
 */
export function* schemaProblems<C extends SchemaProblemCode>(
  resource: Resource<'CustomResourceDefinition'>,
  code: C,
): Iterable<PlacedProblem<C>> {
  for (const judgement of schemaJudgements(resource)) {
    for (const problem of judgement.problems.get(code)) {
      yield { values: problem.values, spot: spotOf(resource, judgement, problem) };
    }
  }
}

function spotOf(
  resource: Resource,
  judgement: SchemaJudgement,
  { node, below, path }: SchemaProblem,
): Spot {
  return schemaSpot(resource, judgement, node, below, path);
}

/**
 * The place of something in a schema: at the first of the versions that share it, the others beside.
 *
 * @param path the server's path below the root's schema, where it is not that of the place
 */
export function schemaSpot(
  { origin }: Resource,
  { version, alike }: SchemaJudgement,
  node: SchemaNode,
  below: Below,
  path = node.path + below.path,
): Spot {
  const segments = ['schema', 'openAPIV3Schema', ...node.segments, ...below.segments];
  const at = (one: typeof version, field: string | null): Spot =>
    spotAt(origin, [...one.documentPath, ...segments], field);
  const spot = at(version, `${version.path}.schema.openAPIV3Schema${path}`);
  const others = alike.map((other): RelatedSpot => {
    const name = other.value?.name ?? '';
    return { span: at(other, null).span, message: `the schema of version ${name} is the same` };
  });
  return { ...spot, related: [...others, ...spot.related] };
}
