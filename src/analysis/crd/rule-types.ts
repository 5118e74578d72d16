import type { SchemaNode } from '../../server/crd/schema-node.ts';
import { escapeProperty } from '../../server/expressions/escaping.ts';
import type { SchemaType, SchemaTypes } from '../../server/expressions/types/schema-types.ts';

/** The type of `self` in the rules of a schema, as far as the server finds it. */
export type RuleType =
  | { readonly outcome: 'found'; readonly type: SchemaType }
  /** A schema has no type: that of the rules, or one above that has rules too or is below such a schema. */
  | { readonly outcome: 'untyped'; readonly node: SchemaNode }
  /** The schema is that of items or values below a type that has none. */
  | { readonly outcome: 'misplaced' }
  /** The schema is below a misplaced one, whose type the server reads all the same. */
  | { readonly outcome: 'crash'; readonly misplaced: SchemaNode };

/**
 * Finds the types of the rules of a CRD. With rules above, the server takes the type from the schema above, and its
 * errors too.
 *
 * Source: `TypeInfo` in `pkg/apis/apiextensions/validation/cel_validation.go` of the API server for extensions.
 */
export class RuleTypes {
  readonly #types: SchemaTypes;
  readonly #known = new Map<SchemaNode, RuleType>();
  /** The schemas that have rules, and those below one. */
  readonly #ruled = new Set<SchemaNode>();

  constructor(types: SchemaTypes) {
    this.#types = types;
  }

  typeOf(node: SchemaNode): RuleType {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const above: SchemaNode[] = [];
    for (
      let { parent } = node;
      parent !== undefined && !this.#known.has(parent);
      { parent } = parent
    ) {
      above.push(parent);
    }
    // The highest one comes first, so that no nesting is too deep for the stack.
    for (const one of above.reverse()) this.#find(one);
    return this.#find(node);
  }

  /** Finds the type of a schema. Those of the schemas above it are known. */
  #find(node: SchemaNode): RuleType {
    const { parent, schema } = node;
    const { 'x-kubernetes-validations': rules = [] } = schema;
    if (rules.length > 0 || (parent !== undefined && this.#ruled.has(parent)))
      this.#ruled.add(node);
    const type = this.#inherited(node) ?? this.#own(node);
    this.#known.set(node, type);
    return type;
  }

  #own(node: SchemaNode): RuleType {
    const { schema, isRoot } = node;
    const type = isRoot ? this.#types.typeOf(schema, true) : this.#types.typeOf(schema);
    return type === undefined ? { outcome: 'untyped', node } : { outcome: 'found', type };
  }

  /** The type that the schema above has for a schema. Undefined if the server takes that of the schema itself. */
  #inherited({ parent, keyword, key }: SchemaNode): RuleType | undefined {
    if (parent === undefined || !this.#ruled.has(parent)) return undefined;
    const above = this.typeOf(parent);
    if (above.outcome === 'untyped' || above.outcome === 'crash') return above;
    const isProperty = keyword === 'properties';
    const name = isProperty ? escapeProperty(String(key)) : undefined;
    if (isProperty && name === undefined) return undefined;
    if (above.outcome === 'misplaced') return { outcome: 'crash', misplaced: parent };
    const type = name === undefined ? elementOf(above.type) : fieldOf(above.type, name);
    if (type !== undefined) return { outcome: 'found', type };
    return isProperty ? undefined : { outcome: 'misplaced' };
  }
}

function elementOf(type: SchemaType): SchemaType | undefined {
  return type.kind === 'list' || type.kind === 'map' ? type.element : undefined;
}

function fieldOf(type: SchemaType, name: string): SchemaType | undefined {
  return type.kind === 'object' ? type.fields.get(name) : undefined;
}
