import { type CompiledRules, compiledRules } from '../../../src/analysis/crd/rules.ts';
import { type SchemaJudgement, schemaJudgements } from '../../../src/analysis/crd/schemas.ts';
import { withDefaults } from '../../../src/crd/defaulting.ts';
import type { SchemaNode } from '../../../src/crd/schema-node.ts';
import type { StructuralSchema } from '../../../src/crd/structural.ts';
import { validateValue } from '../../../src/crd/validate.ts';
import { RuleProgram } from '../../../src/expressions/rule-program.ts';
import { PER_CALL_LIMIT } from '../../../src/expressions/runtime.ts';
import { selfPaths } from '../../../src/expressions/self-paths.ts';
import type { Minor } from '../../../src/kubernetes/minors.ts';
import type { Mapping, Value } from '../../../src/kubernetes/value.ts';
import type { Resource } from '../../../src/rule/resource.ts';
import { createMapping, isMapping } from '../../../src/yaml/tree.ts';

type Path = readonly string[];

/** What an object becomes of which nothing is given, and why it is refused then. */
export interface RefusedFilling {
  readonly judgement: SchemaJudgement;
  readonly node: SchemaNode;
  /** What refuses it, as a path from the schema on. */
  readonly segments: readonly (string | number)[];
  readonly by: 'rule' | 'junctor' | 'max-properties';
  /** The properties that decide it, all of them filled in from defaults. */
  readonly names: readonly string[];
  /** These, as they are filled in. */
  readonly filling: Mapping;
}

const JUNCTORS = ['allOf', 'anyOf', 'oneOf', 'not'] as const;

/** What besides rules can refuse an object as a whole. */
const SHAPES = ['maxProperties', ...JUNCTORS] as const;

/**
 * The objects in custom resources that are refused if nothing is given of what has a default: by a rule, a junctor or a
 * limit of their own schema. Only what nothing but defaults decides counts: where a property without a default
 * has a say, it may be meant to be given.
 */
export function refusedFillings(
  resource: Resource<'CustomResourceDefinition'>,
): readonly RefusedFilling[] {
  const { minor } = resource;
  const refused: RefusedFilling[] = [];
  for (const judgement of schemaJudgements(resource)) {
    if (!judgement.isSound || judgement.tree.having('default').length === 0) continue;
    for (const node of candidates(judgement))
      refused.push(...refusedByShape(judgement, node, minor));
  }
  for (const rules of compiledRules(resource)) refused.push(...refusedByRules(rules));
  return refused;
}

function candidates({ tree }: SchemaJudgement): Iterable<SchemaNode> {
  const nodes = new Set(SHAPES.flatMap((keyword) => tree.having(keyword)));
  return [...nodes].filter(({ role, schema }) => role === 'structural' && isObject(schema));
}

function isObject({ type, properties }: StructuralSchema): boolean {
  return type === 'object' && properties !== undefined;
}

/** What an empty object becomes. */
function fillingOf(schema: StructuralSchema): Mapping {
  const filled = withDefaults(createMapping(), schema);
  return isMapping(filled) ? filled : createMapping();
}

function* refusedByShape(
  judgement: SchemaJudgement,
  node: SchemaNode,
  minor: Minor,
): Iterable<RefusedFilling> {
  const { schema } = node;
  const filling = fillingOf(schema);
  const names = Object.keys(filling);
  if (names.length === 0) return;
  const common = { judgement, node };
  const { maxProperties } = schema;
  if (maxProperties !== undefined && names.length > maxProperties) {
    yield { ...common, segments: ['maxProperties'], by: 'max-properties', names, filling };
  }
  for (const keyword of JUNCTORS) {
    const given = schema[keyword];
    if (given === undefined) continue;
    const branches = Array.isArray(given) ? given : [given];
    const read = new Set<string>();
    if (!branches.every((branch: StructuralSchema) => isDecided(branch, filling, read))) continue;
    const { problems } = validateValue(filling, { [keyword]: given }, { minor, of: 'resource' });
    if (problems.length === 0) continue;
    const decisive = [...read];
    yield {
      ...common,
      segments: [keyword],
      by: 'junctor',
      names: decisive,
      filling: pick(filling, decisive),
    };
  }
}

/** Keywords that look at nothing but the value itself. */
const OF_SCALARS: ReadonlySet<string> = new Set([
  'enum',
  'type',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'description',
  'title',
]);

/**
 * Whether a branch of a junctor asks for nothing but what is filled in.
 *
 * @param read collects the properties of the object that it asks for
 */
function isDecided(branch: StructuralSchema, value: Value, read: Set<string> | undefined): boolean {
  return Object.entries(branch).every(([keyword, given]) => {
    switch (keyword) {
      case 'required':
        return (branch.required ?? []).every((name) => isFilled(value, name, read));
      case 'properties':
        return Object.entries(branch.properties ?? {}).every(
          ([name, property]) =>
            isFilled(value, name, read) &&
            isMapping(value) &&
            isDecided(property, value[name] ?? null, undefined),
        );
      case 'allOf':
      case 'anyOf':
      case 'oneOf':
        return (branch[keyword] ?? []).every((inner) => isDecided(inner, value, read));
      case 'not':
        return branch.not === undefined || isDecided(branch.not, value, read);
      default:
        return given === undefined || (OF_SCALARS.has(keyword) && !isMapping(value));
    }
  });
}

function isFilled(value: Value, name: string, read: Set<string> | undefined): boolean {
  if (!isMapping(value) || !(name in value)) return false;
  read?.add(name);
  return true;
}

function* refusedByRules({ judgement, node, entries }: CompiledRules): Iterable<RefusedFilling> {
  const { schema } = node;
  if (!isObject(schema)) return;
  const filling = fillingOf(schema);
  if (Object.keys(filling).length === 0) return;
  for (const [index, { rule, condition, usesOldSelf }] of (entries ?? []).entries()) {
    if (condition?.compiled.ok !== true || usesOldSelf !== false) continue;
    const { checked } = condition.compiled;
    const paths = selfPaths(checked);
    if (paths.length === 0 || !paths.every((path) => leadsSomewhere(filling, path))) continue;
    const program = new RuleProgram(rule, { checked, context: condition.context }, undefined);
    const values = { self: filling, oldSelf: undefined, schema, isResourceRoot: node.isRoot };
    const { outcome } = program.run(values, PER_CALL_LIMIT);
    if (outcome !== 'failed' && outcome !== 'error') continue;
    const names = [...new Set(paths.map(([name = '']) => name))];
    yield {
      judgement,
      node,
      segments: ['x-kubernetes-validations', index, 'rule'],
      by: 'rule',
      names,
      filling: pick(filling, names),
    };
  }
}

/** Whether there is something at a path that is not the whole. */
function leadsSomewhere(value: Mapping, path: Path): boolean {
  let at: Value = value;
  for (const name of path) {
    if (!isMapping(at) || !(name in at)) return false;
    at = at[name] ?? null;
  }
  return path.length > 0;
}

function pick(value: Mapping, names: readonly string[]): Mapping {
  const picked = createMapping();
  for (const name of names) picked[name] = value[name] ?? null;
  return picked;
}
