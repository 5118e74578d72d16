import { matchesItems, matchesMembers } from '../../crd/correlation.ts';
import type { Below } from '../../crd/problem.ts';
import type { SchemaNode } from '../../crd/schema-node.ts';
import {
  isEmbeddedResource,
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../../crd/structural.ts';
import { acceptsKeywords } from '../../expressions/environments.ts';
import { escapeProperty } from '../../expressions/escaping.ts';
import { SchemaTypes, SelfTypes } from '../../expressions/types/schema-types.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import type { ValidationRule } from '../../kubernetes/types.generated.ts';
import type { Value } from '../../kubernetes/value.ts';
import { isMapping } from '../../yaml/tree.ts';
import type { CompiledExpression } from '../cel/compiled-expression.ts';
import { type CompiledRule, compileRule } from './compiled-rule.ts';
import type { SchemaJudgement } from './schemas.ts';

/** A rule that the server runs on a default, or on a part of one, before it looks at the rules of the CRD. */
export interface DefaultRule {
  /** The schema that has the default. */
  readonly node: SchemaNode;
  /** From there on, to the value that the rule is about. */
  readonly below: Below;
  readonly value: Value;
  /**
   * Whether the value can be matched with itself where the default is taken for a change of nothing: no list
   * lies between that is no map, no item without its keys, and no map of an unknown type.
   */
  readonly isMatched: boolean;
  /** The schema that has the rule, and the way to it from that of the default. */
  readonly schema: StructuralSchema;
  readonly schemaSegments: readonly (string | number)[];
  /** Undefined where CEL has no type for the schema, so that none of its rules can be compiled. */
  readonly rule: ValidationRule | undefined;
  readonly index: number;
  /** In the environment of stored expressions: what the minor has, not only the one before. */
  readonly condition: CompiledExpression | undefined;
  /** Its `messageExpression`, where the condition compiles. */
  readonly message: CompiledExpression | undefined;
}

const VALIDATIONS = 'x-kubernetes-validations';

/** A value of a default that is still to be looked at. */
interface Part {
  readonly value: Value;
  readonly isMatched: boolean;
  readonly schema: StructuralSchema;
  /** From the default on, in the file and as the server writes it. */
  readonly segments: readonly (string | number)[];
  readonly path: string;
  /** From the schema of the default on. */
  readonly schemaSegments: readonly (string | number)[];
}

/** The rules of one schema; undefined for blank ones. */
type CompiledRules = readonly (CompiledRule | undefined)[];

const known = new WeakMap<SchemaJudgement, readonly DefaultRule[]>();

/** The rules for the defaults of a schema, in the order of the defaults. */
export function rulesOfDefaults(judgement: SchemaJudgement, minor: Minor): readonly DefaultRule[] {
  let rules = known.get(judgement);
  if (rules === undefined) {
    const { defaults, tree } = judgement;
    const hasRules = defaults.length > 0 && tree.having(VALIDATIONS).length > 0;
    rules = hasRules ? new RuleFinder(judgement, minor).run() : [];
    known.set(judgement, rules);
  }
  return rules;
}

class RuleFinder {
  readonly #judgement: SchemaJudgement;
  readonly #minor: Minor;
  readonly #types: SchemaTypes;
  /** The schemas that have rules, or any below them. */
  readonly #schemas = new Set<StructuralSchema>();
  readonly #expressions = new Map<StructuralSchema, CompiledRules | undefined>();

  constructor(judgement: SchemaJudgement, minor: Minor) {
    this.#judgement = judgement;
    this.#minor = minor;
    this.#types = new SchemaTypes(minor);
    for (const node of judgement.tree.having(VALIDATIONS)) {
      let above: SchemaNode | undefined = node;
      for (; above !== undefined && !this.#schemas.has(above.schema); above = above.parent) {
        this.#schemas.add(above.schema);
      }
    }
  }

  run(): readonly DefaultRule[] {
    return this.#judgement.defaults.flatMap(({ node, value }) => [...this.#rulesOf(node, value)]);
  }

  /** Goes through a default and its schemas together, and takes no stack for it. */
  *#rulesOf(node: SchemaNode, whole: Value): Iterable<DefaultRule> {
    const left: Part[] = [
      {
        value: whole,
        isMatched: true,
        schema: node.schema,
        segments: [],
        path: '',
        schemaSegments: [],
      },
    ];
    for (let part = left.pop(); part !== undefined; part = left.pop()) {
      const { value, isMatched, schema, schemaSegments } = part;
      if (value === null || !this.#schemas.has(schema)) continue;
      const below = { segments: ['default', ...part.segments], path: `.default${part.path}` };
      const common = { node, below, value, isMatched, schema, schemaSegments };
      const isRoot = node.isRoot && part.path === '';
      const rules = schema[VALIDATIONS] ?? [];
      const expressions = rules.length === 0 ? [] : this.#compile(schema, isRoot);
      if (expressions === undefined) {
        yield { ...common, rule: undefined, index: 0, condition: undefined, message: undefined };
      }
      for (const [index, rule] of rules.entries()) {
        const compiled = expressions?.[index];
        if (compiled !== undefined) yield { ...common, rule, index, ...compiled };
      }
      left.push(...this.#partsOf(part).reverse());
    }
  }

  #partsOf({ value, isMatched, schema, segments, path, schemaSegments }: Part): Part[] {
    if (Array.isArray(value)) {
      const items = itemSchema(schema);
      if (items === undefined) return [];
      return value.map((item: Value, index) => ({
        value: item,
        isMatched: isMatched && isKeyed(item, schema),
        schema: items,
        segments: [...segments, index],
        path: `${path}[${index}]`,
        schemaSegments: [...schemaSegments, 'items'],
      }));
    }
    if (!isMapping(value)) return [];
    const values = mapValueSchema(schema);
    const areMatched = isMatched && matchesMembers(schema);
    const parts: Part[] = [];
    for (const key in value) {
      const one = value[key] ?? null;
      const property = propertySchema(schema, key);
      if (values !== undefined) {
        parts.push({
          value: one,
          isMatched: areMatched,
          schema: values,
          segments: [...segments, key],
          path: `${path}[${key}]`,
          schemaSegments: [...schemaSegments, 'additionalProperties'],
        });
      } else if (property !== undefined && this.#isSeen(schema, property, key)) {
        parts.push({
          value: one,
          isMatched: areMatched,
          schema: property,
          segments: [...segments, key],
          path: `${path}.${key}`,
          schemaSegments: [...schemaSegments, 'properties', key],
        });
      }
    }
    return parts;
  }

  /** Whether the server goes on to a property: not where CEL has no type for it. */
  #isSeen(schema: StructuralSchema, property: StructuralSchema, name: string): boolean {
    if (this.#types.typeOf(property) === undefined) return false;
    return escapeProperty(name) === undefined || this.#types.typeOf(schema)?.kind === 'object';
  }

  /** The rules of a schema; undefined where it has no type. A blank rule is none. */
  #compile(schema: StructuralSchema, isRoot: boolean): CompiledRules | undefined {
    if (this.#expressions.has(schema)) return this.#expressions.get(schema);
    const type = this.#types.typeOf(schema, isRoot || isEmbeddedResource(schema));
    let expressions: CompiledRules | undefined;
    if (type !== undefined) {
      const minor = this.#minor;
      const self = new SelfTypes(type, acceptsKeywords(minor, 'stored'));
      expressions = schema[VALIDATIONS]?.map((rule) =>
        compileRule(rule, { minor, self, expressions: 'stored' }),
      );
    }
    this.#expressions.set(schema, expressions);
    return expressions;
  }
}

/** Whether an item can be told from the others of its list: it is of a list map, and has all of its keys. */
function isKeyed(item: Value, list: StructuralSchema): boolean {
  const keys = list['x-kubernetes-list-map-keys'] ?? [];
  if (!matchesItems(list) || keys.length === 0 || !isMapping(item)) return false;
  return keys.every((key) => {
    const value = item[key] ?? null;
    return value !== null && typeof value !== 'object';
  });
}
