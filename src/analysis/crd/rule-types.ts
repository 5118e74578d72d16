import { getOrCompute } from '../../base/get-or-compute.ts';
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

  constructor(types: SchemaTypes) {
    this.#types = types;
  }

  typeOf(node: SchemaNode): RuleType {
    return getOrCompute(this.#known, node, () => this.#inherited(node) ?? this.#own(node));
  }

  #own(node: SchemaNode): RuleType {
    const { schema, isRoot } = node;
    const type = isRoot ? this.#types.typeOf(schema, true) : this.#types.typeOf(schema);
    return type === undefined ? { outcome: 'untyped', node } : { outcome: 'found', type };
  }

  /** The type that the schema above has for a schema. Undefined if the server takes that of the schema itself. */
  #inherited({ parent, keyword, key }: SchemaNode): RuleType | undefined {
    if (parent === undefined || !hasRules(parent)) return undefined;
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

/** Reports whether a schema or one above it has rules. */
function hasRules({ schema, parent }: SchemaNode): boolean {
  const { 'x-kubernetes-validations': rules = [] } = schema;
  return rules.length > 0 || (parent !== undefined && hasRules(parent));
}
