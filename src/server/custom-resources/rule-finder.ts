import { isList, isMapping, type Path, writtenAsFloat } from '../../yaml/tree.ts';
import type { SchemaNode, SchemaTree } from '../crd/schema-node.ts';
import {
  isEmbeddedResource,
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../crd/structural.ts';
import { KeyedItems, matchesMembers } from '../crd/values/correlation.ts';
import type { CompiledExpression } from '../expressions/compiled-expression.ts';
import { type CompiledRule, compileRule } from '../expressions/compiled-rule.ts';
import { acceptsKeywords } from '../expressions/environments.ts';
import { escapeProperty } from '../expressions/escaping.ts';
import { SchemaTypes, SelfTypes } from '../expressions/types/schema-types.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { ValidationRule } from '../kubernetes/types.generated.ts';
import type { Value } from '../kubernetes/value.ts';
import type { RuleRatchet } from './ratchet.ts';

/** A value with rules, or one on the way to such. */
interface ValueWithRules {
  readonly value: Value;
  /** The value that it replaces; undefined if there is none, or none that can be correlated. */
  readonly oldValue: Value | undefined;
  /**
   * True if JSON writes the value as a float: 1.0 is not an integer in CEL. `wasFloat` is the same for the value that
   * it replaces.
   */
  readonly isFloat: boolean;
  readonly wasFloat: boolean;
  readonly schema: StructuralSchema;
  /** True if the value is a whole object, which has `apiVersion`, `kind` and `metadata`. */
  readonly isResourceRoot: boolean;
  /** The path from the value that the search starts at, in the file. */
  readonly segments: Path;
  /** The same path as the server writes it, starting with a dot or bracket. */
  readonly path: string;
  /** The path from the schema of that value. */
  readonly schemaSegments: Path;
  /** The ratchet, which decides whether failures are warnings. Undefined if nothing is updated. */
  readonly ratchet: RuleRatchet | undefined;
}

/** A rule that the server evaluates on a value. */
export interface FoundRule extends ValueWithRules {
  /** Undefined if CEL has no type for the schema, so that none of its rules can be compiled. */
  readonly rule: ValidationRule | undefined;
  /** The position in `x-kubernetes-validations`. */
  readonly index: number;
  /** The condition, compiled in the environment of stored expressions, which has everything that the minor has. */
  readonly condition: CompiledExpression | undefined;
  /** The `messageExpression` of the rule, if the condition compiles. */
  readonly message: CompiledExpression | undefined;
}

export type SearchStart = Pick<ValueWithRules, 'value' | 'oldValue' | 'ratchet'>;

const VALIDATIONS = 'x-kubernetes-validations';

/** The rules of one schema; undefined for blank ones. */
type CompiledRules = readonly (CompiledRule | undefined)[];

/**
 * Finds the rules of a schema that the server evaluates on a value and on the values in it. Each rule is compiled once.
 *
 * Source: `pkg/apiserver/schema/cel/validation.go` of apiextensions-apiserver.
 */
export class RuleFinder {
  readonly #minor: Minor;
  readonly #types: SchemaTypes;
  /** The schemas that have rules, or any below them. */
  readonly #schemas = new Set<StructuralSchema>();
  readonly #expressions = new Map<StructuralSchema, CompiledRules | undefined>();

  constructor(tree: SchemaTree, minor: Minor) {
    this.#minor = minor;
    this.#types = new SchemaTypes(minor);
    for (const node of tree.having(VALIDATIONS)) {
      let above: SchemaNode | undefined = node;
      for (; above !== undefined && !this.#schemas.has(above.schema); above = above.parent) {
        this.#schemas.add(above.schema);
      }
    }
  }

  /** Goes through a value and its schemas together, without recursion, in the order of the server. */
  *rulesOf(node: SchemaNode, start: SearchStart): Iterable<FoundRule> {
    const { schema, isRoot } = node;
    const left: ValueWithRules[] = [
      {
        ...start,
        isFloat: false,
        wasFloat: false,
        schema,
        isResourceRoot: isRoot || isEmbeddedResource(schema),
        segments: [],
        path: '',
        schemaSegments: [],
      },
    ];
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      if (at.value === null || !this.#schemas.has(at.schema)) continue;
      yield* this.#rulesAt(at);
      left.push(...this.#partsOf(at).reverse());
    }
  }

  *#rulesAt(at: ValueWithRules): Iterable<FoundRule> {
    const rules = at.schema[VALIDATIONS] ?? [];
    if (rules.length === 0) return;
    const expressions = this.#compile(at);
    if (expressions === undefined) {
      yield { ...at, rule: undefined, index: 0, condition: undefined, message: undefined };
      return;
    }
    for (const [index, rule] of rules.entries()) {
      const compiled = expressions[index];
      if (compiled !== undefined) yield { ...at, rule, index, ...compiled };
    }
  }

  #partsOf(at: ValueWithRules): ValueWithRules[] {
    if (Array.isArray(at.value)) return this.#itemsOf(at, at.value);
    return isMapping(at.value) ? this.#membersOf(at, Object.keys(at.value)) : [];
  }

  #itemsOf(at: ValueWithRules, list: readonly Value[]): ValueWithRules[] {
    const { schema, oldValue, segments, path, schemaSegments, ratchet } = at;
    const items = itemSchema(schema);
    if (items === undefined || !this.#schemas.has(items)) return [];
    const before = new KeyedItems(isList(oldValue) ? oldValue : [], schema);
    return list.map((value, index) => ({
      value,
      oldValue: before.find(value),
      isFloat: writtenAsFloat(list, index),
      wasFloat: false,
      schema: items,
      isResourceRoot: isEmbeddedResource(items),
      segments: [...segments, index],
      path: `${path}[${index}]`,
      schemaSegments: [...schemaSegments, 'items'],
      ratchet: ratchet?.index(index),
    }));
  }

  #membersOf(at: ValueWithRules, keys: readonly string[]): ValueWithRules[] {
    const { value, schema, segments, path, schemaSegments, ratchet } = at;
    if (!isMapping(value)) return [];
    const old = isMapping(at.oldValue) && matchesMembers(schema) ? at.oldValue : undefined;
    const values = mapValueSchema(schema);
    const parts: ValueWithRules[] = [];
    for (const key of keys) {
      const below = values ?? propertySchema(schema, key);
      if (below === undefined || !this.#schemas.has(below)) continue;
      if (values === undefined && !this.#isSeen(schema, below, key)) continue;
      parts.push({
        value: value[key] ?? null,
        oldValue: old?.[key] ?? undefined,
        isFloat: writtenAsFloat(value, key),
        wasFloat: old !== undefined && writtenAsFloat(old, key),
        schema: below,
        isResourceRoot: isEmbeddedResource(below),
        segments: [...segments, key],
        path: values === undefined ? `${path}.${key}` : `${path}[${key}]`,
        schemaSegments:
          values === undefined
            ? [...schemaSegments, 'properties', key]
            : [...schemaSegments, 'additionalProperties'],
        ratchet: ratchet?.key(key),
      });
    }
    return parts;
  }

  /** Reports whether the server visits a property. It does not if CEL has no type for the property. */
  #isSeen(schema: StructuralSchema, property: StructuralSchema, name: string): boolean {
    if (this.#types.typeOf(property) === undefined) return false;
    return escapeProperty(name) === undefined || this.#types.typeOf(schema)?.kind === 'object';
  }

  /** The rules of a schema. Undefined if it has no type. A blank rule does not count. */
  #compile({ schema, isResourceRoot }: ValueWithRules): CompiledRules | undefined {
    if (this.#expressions.has(schema)) return this.#expressions.get(schema);
    const type = this.#types.typeOf(schema, isResourceRoot);
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
