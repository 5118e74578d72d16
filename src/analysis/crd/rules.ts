import { onceForEach } from '../../base/once-for-each.ts';
import { type Location, locationWithin } from '../../rule/location.ts';
import type { Resource } from '../../rule/resource.ts';
import { compilesRulesOf, treeOf } from '../../server/crd/schema/check-schema.ts';
import type { SchemaNode } from '../../server/crd/schema-node.ts';
import { matchesItems, matchesMembers } from '../../server/crd/values/correlation.ts';
import type { Compiled } from '../../server/expressions/compile.ts';
import type { CompiledExpression } from '../../server/expressions/compiled-expression.ts';
import { compileRule, type RuleContext } from '../../server/expressions/compiled-rule.ts';
import { acceptsKeywords } from '../../server/expressions/environments.ts';
import { usesOldSelf } from '../../server/expressions/rule-program.ts';
import {
  type SchemaType,
  SchemaTypes,
  SelfTypes,
} from '../../server/expressions/types/schema-types.ts';
import type { ValidationRule } from '../../server/kubernetes/types.generated.ts';
import type { TextRange } from '../cel/text-ranges.ts';
import { refusedDefaults } from './default-runs.ts';
import { type RuleType, RuleTypes } from './rule-types.ts';
import { type SchemaJudgement, schemaJudgements, schemaLocation, schemaPath } from './schemas.ts';

/** The rules at one schema of a CRD, compiled as far as the server gets. */
export interface CompiledRules {
  readonly judgement: SchemaJudgement;
  readonly node: SchemaNode;
  /** The CEL type of `self`. */
  readonly type: RuleType;
  /** One for each entry of `x-kubernetes-validations`; undefined if the server finds no type for the schema. */
  readonly entries: readonly CompiledEntry[] | undefined;
}

/** One entry of `x-kubernetes-validations`. */
export interface CompiledEntry {
  readonly rule: ValidationRule;
  /** Undefined if there is no rule to compile. */
  readonly condition: CompiledExpression | undefined;
  /** Undefined if there is none, or if the server does not reach it because of an error in the rule. */
  readonly message: CompiledExpression | undefined;
  /** True if the rule uses `oldSelf`. Undefined if that is not known. */
  readonly usesOldSelf: boolean | undefined;
}

const VALIDATIONS = 'x-kubernetes-validations';

/**
 * The rules of a CRD, schema by schema, compiled as far as the server does: it does not compile the rules of a schema
 * with an invalid default. They are compiled once for all rules of kubeadmit that need them.
 */
export const compiledRules = onceForEach(
  (resource: Resource<'CustomResourceDefinition'>): readonly CompiledRules[] => [
    ...compileRules(resource),
  ],
);

function* compileRules(resource: Resource<'CustomResourceDefinition'>): Iterable<CompiledRules> {
  const { minor } = resource;
  const stored = storedRules(resource);
  const known = new Map<SchemaType, Map<string, SelfTypes>>();
  const selfTypes = (type: SchemaType, expressions: 'new' | 'stored'): SelfTypes => {
    const ofType = known.get(type) ?? new Map<string, SelfTypes>();
    const self =
      ofType.get(expressions) ?? new SelfTypes(type, acceptsKeywords(minor, expressions));
    known.set(type, ofType.set(expressions, self));
    return self;
  };
  const contextOf = (rule: ValidationRule, type: SchemaType): RuleContext => {
    const expressions = stored.rules.has(rule.rule ?? '') ? 'stored' : 'new';
    const isMessageStored = stored.messageExpressions.has(rule.messageExpression ?? '');
    const self = selfTypes(type, expressions);
    return { minor, self, expressions, messageExpressions: isMessageStored ? 'stored' : 'new' };
  };
  // Made for the first rule: most CRDs have none.
  let types: RuleTypes | undefined;
  for (const judgement of schemaJudgements(resource)) {
    if (refusedDefaults(judgement, minor).length > 0) continue;
    for (const node of judgement.tree.having(VALIDATIONS)) {
      const rules = node.schema[VALIDATIONS] ?? [];
      if (rules.length === 0 || !compilesRulesOf(judgement, node)) continue;
      types ??= new RuleTypes(new SchemaTypes(minor));
      const type = types.typeOf(node);
      const entries =
        type.outcome === 'found'
          ? rules.map((rule) => compileEntry(rule, contextOf(rule, type.type)))
          : undefined;
      yield { judgement, node, type, entries };
    }
  }
}

/** The expressions that the stored CRD has, which may use all that the server has. */
function storedRules({ stored }: Resource<'CustomResourceDefinition'>): {
  readonly rules: ReadonlySet<string>;
  readonly messageExpressions: ReadonlySet<string>;
} {
  const rules = new Set<string>();
  const messageExpressions = new Set<string>();
  const versions = stored?.root.get('spec').get('versions').value ?? [];
  for (const { schema } of versions) {
    if (schema?.openAPIV3Schema === undefined) continue;
    for (const node of treeOf(schema.openAPIV3Schema).having(VALIDATIONS)) {
      for (const { rule = '', messageExpression = '' } of node.schema[VALIDATIONS] ?? []) {
        rules.add(rule);
        messageExpressions.add(messageExpression);
      }
    }
  }
  return { rules, messageExpressions };
}

function compileEntry(rule: ValidationRule, context: RuleContext): CompiledEntry {
  const compiled = compileRule(rule, context);
  if (compiled === undefined) {
    return { rule, condition: undefined, message: undefined, usesOldSelf: false };
  }
  return { rule, ...compiled, usesOldSelf: conditionUsesOldSelf(compiled.condition.compiled) };
}

function conditionUsesOldSelf(condition: Compiled): boolean | undefined {
  if (condition.ok) return usesOldSelf(condition.checked);
  // The server searches for `oldSelf` before it makes a program. It finds nothing in a text that does not compile.
  return condition.reason === 'program' ? undefined : false;
}

/**
 * The highest schema above a node whose values cannot be matched with the stored values: a list that is not a map, or
 * properties of a map type that the server does not know. Below it, there is no `oldSelf`.
 */
export function uncorrelatableAbove(node: SchemaNode): SchemaNode | undefined {
  let highest: SchemaNode | undefined;
  for (let below = node; below.parent !== undefined; below = below.parent) {
    const above = below.parent;
    if (!isCorrelatable(above, below)) highest = above;
  }
  return highest;
}

function isCorrelatable({ schema }: SchemaNode, { keyword }: SchemaNode): boolean {
  if (keyword === 'items') return matchesItems(schema);
  return keyword !== 'properties' || matchesMembers(schema);
}

/** A member of an entry of `x-kubernetes-validations`. */
export interface RuleMember {
  readonly index: number;
  readonly name: keyof ValidationRule;
}

/** The place of a member of an entry, or of a range of its text. */
export function ruleLocation(
  resource: Resource,
  { judgement, node }: CompiledRules,
  { index, name }: RuleMember,
  range?: TextRange,
): Location {
  const segments = [VALIDATIONS, index, name];
  const location = schemaLocation(resource, judgement, node, {
    segments,
    path: `.${VALIDATIONS}[${index}].${name}`,
  });
  if (range === undefined) return location;
  const path = [...schemaPath(judgement.version, node), ...segments];
  const { span } = locationWithin(resource.origin, path, location.field, range.from, range.to);
  return { ...location, span };
}

/** The place of all entries of a schema. */
export function rulesLocation(resource: Resource, { judgement, node }: CompiledRules): Location {
  return schemaLocation(resource, judgement, node, {
    segments: [VALIDATIONS],
    path: `.${VALIDATIONS}`,
  });
}
