import { type Definition, findDefinition } from '../../server/kubernetes/definitions.ts';
import type { FieldType } from '../../server/kubernetes/field-type.ts';

/**
 * Reports whether two versions of a kind have the same fields, of the same types, with the same defaults, in the same
 * minors.
 *
 * @param a the name of the definition in one version, such as `flowcontrol.v1.FlowSchema`
 * @param b the name of the definition in the other version
 */
export function haveSameSchema(a: string, b: string): boolean {
  return new Comparison().areAlike(a, b);
}

class Comparison {
  /** The pairs that have been compared, or are being. */
  readonly #known = new Set<string>();

  areAlike(a: string, b: string): boolean {
    const pair = `${a} ${b}`;
    if (a === b || this.#known.has(pair)) return true;
    this.#known.add(pair);
    const first = findDefinition(a);
    const second = findDefinition(b);
    return first !== undefined && second !== undefined && this.#haveSameFields(first, second);
  }

  #haveSameFields({ fields }: Definition, { fields: others }: Definition): boolean {
    if (fields.size !== others.size) return false;
    return [...fields].every(([name, field]) => {
      const other = others.get(name);
      return (
        other !== undefined &&
        areSameJson(field.minors, other.minors) &&
        areSameJson(field.default, other.default) &&
        this.#areSameTypes(field.type, other.type)
      );
    });
  }

  #areSameTypes(a: FieldType, b: FieldType): boolean {
    if (a.shape === 'object' && b.shape === 'object') {
      return this.areAlike(a.definition, b.definition);
    }
    if ((a.shape === 'list' && b.shape === 'list') || (a.shape === 'map' && b.shape === 'map')) {
      return this.#areSameTypes(a.of, b.of);
    }
    return areSameJson(a, b);
  }
}

/** Reports whether two values are the same JSON, with their keys in the same order. */
export function areSameJson(a: unknown, b: unknown): boolean {
  return jsonOf(a) === jsonOf(b);
}

function jsonOf(value: unknown): string | undefined {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? String(member) : member,
  );
}
