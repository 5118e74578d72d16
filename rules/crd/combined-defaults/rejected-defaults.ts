import { type CompiledRules, compiledRules } from '../../../src/analysis/crd/rules.ts';
import { type SchemaJudgement, schemaJudgements } from '../../../src/analysis/crd/schemas.ts';
import type { Resource } from '../../../src/rule/resource.ts';
import type { SchemaNode } from '../../../src/server/crd/schema-node.ts';
import type { StructuralSchema } from '../../../src/server/crd/structural.ts';
import { withDefaults } from '../../../src/server/crd/values/defaulting.ts';
import { validateValue } from '../../../src/server/crd/values/validate.ts';
import { RuleProgram } from '../../../src/server/expressions/rule-program.ts';
import { PER_CALL_LIMIT } from '../../../src/server/expressions/runtime.ts';
import { selfPaths } from '../../../src/server/expressions/self-paths.ts';
import type { Minor } from '../../../src/server/kubernetes/minors.ts';
import type { Mapping, Value } from '../../../src/server/kubernetes/value.ts';
import { createMapping, isMapping, mappingFrom } from '../../../src/yaml/tree.ts';

type Path = readonly string[];

/** Defaults of the properties of an object that the schema of the object itself rejects. */
export interface RejectedDefaults {
  readonly judgement: SchemaJudgement;
  /** The schema of the object. */
  readonly node: SchemaNode;
  /** The path from the schema to the keyword or rule that rejects them. */
  readonly segments: readonly (string | number)[];
  readonly by: 'rule' | 'junctor' | 'max-properties';
  /** The properties that the keyword or rule depends on; all of them have defaults. */
  readonly names: readonly string[];
  /** The defaults of these properties. */
  readonly defaults: Mapping;
}

const JUNCTORS = ['allOf', 'anyOf', 'oneOf', 'not'] as const;

/** The keywords that apply to an object as a whole. */
const WHOLE_OBJECT_KEYWORDS = ['maxProperties', ...JUNCTORS] as const;

/**
 * Finds the schemas of objects whose rules, junctors or `maxProperties` reject the defaults of their own properties.
 * Only parts that the defaults alone decide are considered: if a property has no default, or an empty string as
 * default, a rule that reads it may be there to require a value.
 */
export function rejectedDefaults(
  resource: Resource<'CustomResourceDefinition'>,
): readonly RejectedDefaults[] {
  const { minor } = resource;
  const rejected: RejectedDefaults[] = [];
  for (const judgement of schemaJudgements(resource)) {
    if (!judgement.isSound || judgement.tree.having('default').length === 0) continue;
    for (const node of objectsWithKeywords(judgement)) {
      rejected.push(...rejectedByKeywords(judgement, node, minor));
    }
  }
  for (const rules of compiledRules(resource)) rejected.push(...rejectedByRules(rules));
  return rejected;
}

function objectsWithKeywords({ tree }: SchemaJudgement): Iterable<SchemaNode> {
  const nodes = new Set(WHOLE_OBJECT_KEYWORDS.flatMap((keyword) => tree.having(keyword)));
  return [...nodes].filter(({ role, schema }) => role === 'structural' && isObject(schema));
}

function isObject({ type, properties }: StructuralSchema): boolean {
  return type === 'object' && properties !== undefined;
}

/** An empty object after defaulting. */
function defaultedObject(schema: StructuralSchema): Mapping {
  const defaulted = withDefaults(createMapping(), schema);
  return mappingFrom(defaulted);
}

function* rejectedByKeywords(
  judgement: SchemaJudgement,
  node: SchemaNode,
  minor: Minor,
): Iterable<RejectedDefaults> {
  const { schema } = node;
  const defaults = defaultedObject(schema);
  const names = Object.keys(defaults);
  if (names.length === 0) return;
  const common = { judgement, node };
  const { maxProperties } = schema;
  if (maxProperties !== undefined && names.length > maxProperties) {
    yield { ...common, segments: ['maxProperties'], by: 'max-properties', names, defaults };
  }
  for (const keyword of JUNCTORS) {
    const given = schema[keyword];
    if (given === undefined) continue;
    const branches = Array.isArray(given) ? given : [given];
    const read = new Set<string>();
    if (!branches.every((branch: StructuralSchema) => isDecided(branch, defaults, read))) continue;
    const { problems } = validateValue(defaults, { [keyword]: given }, { minor, of: 'resource' });
    if (problems.length === 0) continue;
    yield { ...common, segments: [keyword], by: 'junctor', ...picked(defaults, read) };
  }
}

/** Keywords that constrain only the value itself. */
const SCALAR_KEYWORDS: ReadonlySet<string> = new Set([
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
 * Reports whether a branch of a junctor depends on defaults only.
 *
 * @param read collects the properties of the object that it depends on
 */
function isDecided(branch: StructuralSchema, value: Value, read: Set<string> | undefined): boolean {
  return Object.entries(branch).every(([keyword, given]) => {
    switch (keyword) {
      case 'required':
        return (branch.required ?? []).every((name) => isDefaulted(value, name, read));
      case 'properties':
        return Object.entries(branch.properties ?? {}).every(
          ([name, property]) =>
            isDefaulted(value, name, read) &&
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
        return given === undefined || (SCALAR_KEYWORDS.has(keyword) && !isMapping(value));
    }
  });
}

function isDefaulted(value: Value, name: string, read: Set<string> | undefined): boolean {
  if (!hasDefault(value, [name])) return false;
  read?.add(name);
  return true;
}

function* rejectedByRules({ judgement, node, entries }: CompiledRules): Iterable<RejectedDefaults> {
  const { schema } = node;
  if (!isObject(schema)) return;
  const defaults = defaultedObject(schema);
  if (Object.keys(defaults).length === 0) return;
  for (const [index, { rule, condition, usesOldSelf }] of (entries ?? []).entries()) {
    if (condition?.compiled.ok !== true || usesOldSelf !== false) continue;
    const { checked } = condition.compiled;
    const paths = selfPaths(checked);
    if (paths.length === 0 || !paths.every((path) => hasDefault(defaults, path))) continue;
    const program = new RuleProgram(rule, { checked, context: condition.context }, undefined);
    const values = { self: defaults, oldSelf: undefined, schema, isResourceRoot: node.isRoot };
    const { outcome } = program.run(values, PER_CALL_LIMIT);
    if (outcome !== 'failed' && outcome !== 'error') continue;
    const segments = ['x-kubernetes-validations', index, 'rule'];
    const names = paths.map(([name = '']) => name);
    yield { judgement, node, segments, by: 'rule', ...picked(defaults, names) };
  }
}

/**
 * Reports whether the defaults set a value at a path below the object, other than an empty string, which means that a
 * value is not set.
 */
function hasDefault(object: Value, path: Path): boolean {
  let value = object;
  for (const name of path) {
    if (!isMapping(value) || !Object.hasOwn(value, name)) return false;
    value = value[name] ?? null;
  }
  return path.length > 0 && value !== '';
}

/** Some properties of an object, each once. */
function picked(
  object: Mapping,
  properties: Iterable<string>,
): Pick<RejectedDefaults, 'names' | 'defaults'> {
  const names = [...new Set(properties)];
  const defaults = createMapping();
  for (const name of names) defaults[name] = object[name] ?? null;
  return { names, defaults };
}
