import { acceptsKeywords } from '../cel/kubernetes/environments.ts';
import { escapeProperty } from '../cel/kubernetes/escaping.ts';
import { SchemaTypes, SelfTypes } from '../cel/kubernetes/schema-types.ts';
import type { Below } from '../crd/problem.ts';
import type { SchemaNode } from '../crd/schema-node.ts';
import {
  isEmbeddedResource,
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../crd/structural.ts';
import { isBlank } from '../kubernetes/formats/white-space.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { ValidationRule } from '../kubernetes/types.generated.ts';
import type { Value } from '../kubernetes/value.ts';
import { isMapping } from '../yaml/tree.ts';
import { type CompiledText, compileText } from './cel-text.ts';
import type { SchemaJudgement } from './crd-schemas.ts';

/** A rule that the server runs on a default, or on a part of one, before it looks at the rules of the CRD. */
export interface DefaultRule {
  /** The schema that has the default. */
  readonly node: SchemaNode;
  /** From there on, to the value that the rule is about. */
  readonly below: Below;
  readonly value: Value;
  /** The schema that has the rule, and the way to it from that of the default. */
  readonly schema: StructuralSchema;
  readonly schemaSegments: readonly (string | number)[];
  /** Undefined where CEL has no type for the schema, so that none of its rules can be compiled. */
  readonly rule: ValidationRule | undefined;
  readonly index: number;
  /** In the environment of stored expressions: what the minor has, not only the one before. */
  readonly condition: CompiledText | undefined;
}

const VALIDATIONS = 'x-kubernetes-validations';

/** A value of a default that is still to be looked at. */
interface Part {
  readonly value: Value;
  readonly schema: StructuralSchema;
  /** From the default on, in the file and as the server writes it. */
  readonly segments: readonly (string | number)[];
  readonly path: string;
  /** From the schema of the default on. */
  readonly schemaSegments: readonly (string | number)[];
}

/** The rules of one schema; undefined for blank ones. */
type Conditions = readonly (CompiledText | undefined)[];

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

/**
 * The rules of defaults that do not compile. Where there is any, the server says that at the default, and
 * compiles the rules of the CRD no more.
 *
 * Source: `pkg/apiserver/schema/defaulting/validation.go` and `pkg/apiserver/schema/cel/validation.go` of
 * apiextensions-apiserver.
 */
export function uncompiledRulesOfDefaults(
  judgement: SchemaJudgement,
  minor: Minor,
): readonly DefaultRule[] {
  return rulesOfDefaults(judgement, minor).filter(
    ({ condition }) => condition?.compiled.ok !== true,
  );
}

class RuleFinder {
  readonly #judgement: SchemaJudgement;
  readonly #minor: Minor;
  readonly #types: SchemaTypes;
  /** The schemas that have rules, or any below them. */
  readonly #schemas = new Set<StructuralSchema>();
  readonly #conditions = new Map<StructuralSchema, Conditions | undefined>();

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
      { value: whole, schema: node.schema, segments: [], path: '', schemaSegments: [] },
    ];
    for (let part = left.pop(); part !== undefined; part = left.pop()) {
      const { value, schema, schemaSegments } = part;
      if (value === null || !this.#schemas.has(schema)) continue;
      const below = { segments: ['default', ...part.segments], path: `.default${part.path}` };
      const common = { node, below, value, schema, schemaSegments };
      const isRoot = node.isRoot && part.path === '';
      const rules = schema[VALIDATIONS] ?? [];
      const conditions = rules.length === 0 ? [] : this.#compile(schema, isRoot);
      if (conditions === undefined) {
        yield { ...common, rule: undefined, index: 0, condition: undefined };
      }
      for (const [index, rule] of rules.entries()) {
        const condition = conditions?.[index];
        if (condition !== undefined) yield { ...common, rule, index, condition };
      }
      left.push(...this.#partsOf(part).reverse());
    }
  }

  #partsOf({ value, schema, segments, path, schemaSegments }: Part): Part[] {
    if (Array.isArray(value)) {
      const items = itemSchema(schema);
      if (items === undefined) return [];
      return value.map((item: Value, index) => ({
        value: item,
        schema: items,
        segments: [...segments, index],
        path: `${path}[${index}]`,
        schemaSegments: [...schemaSegments, 'items'],
      }));
    }
    if (!isMapping(value)) return [];
    const values = mapValueSchema(schema);
    const parts: Part[] = [];
    for (const key in value) {
      const one = value[key] ?? null;
      const property = propertySchema(schema, key);
      if (values !== undefined) {
        parts.push({
          value: one,
          schema: values,
          segments: [...segments, key],
          path: `${path}[${key}]`,
          schemaSegments: [...schemaSegments, 'additionalProperties'],
        });
      } else if (property !== undefined && this.#isSeen(schema, property, key)) {
        parts.push({
          value: one,
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
  #compile(schema: StructuralSchema, isRoot: boolean): Conditions | undefined {
    if (this.#conditions.has(schema)) return this.#conditions.get(schema);
    const type = this.#types.typeOf(schema, isRoot || isEmbeddedResource(schema));
    let conditions: Conditions | undefined;
    if (type !== undefined) {
      const minor = this.#minor;
      const self = new SelfTypes(type, acceptsKeywords(minor, 'stored'));
      conditions = schema[VALIDATIONS]?.map(({ rule = '', optionalOldSelf }) => {
        const context = {
          place: 'crd',
          minor,
          self,
          expressions: 'stored',
          optionalOldSelf: optionalOldSelf === true,
        } as const;
        return isBlank(rule) ? undefined : compileText(rule, context);
      });
    }
    this.#conditions.set(schema, conditions);
    return conditions;
  }
}
