import { isMapping, stringAt, type Value } from '../../yaml/index.ts';

export type FieldStep =
  | { readonly kind: 'key'; readonly key: string }
  /** The field `name` of the item. `index` and `name` are undefined for any item. */
  | {
      readonly kind: 'item';
      readonly index: number | undefined;
      readonly name: string | undefined;
    };

/** A key, or something in brackets: a position, `*` for any, or a key of a map. */
const FIELD_STEP = /\[([^\][]*)\]|[^.[\]]+/g;

/**
 * The steps of a path as the API server writes it: `webhooks[0].clientConfig`, `metadata.labels[a.b/c]`. `[*]` is any
 * item of a list.
 *
 * @param object the object that the path starts from, which has the names of list items
 */
export function stepsOfField(field: string, object: Value): readonly FieldStep[] {
  let value: Value | undefined = object;
  return [...field.matchAll(FIELD_STEP)].map(([text, inBrackets]): FieldStep => {
    if (inBrackets === '*') {
      value = undefined;
      return { kind: 'item', index: undefined, name: undefined };
    }
    if (inBrackets !== undefined && /^\d+$/.test(inBrackets)) {
      const index = Number(inBrackets);
      value = Array.isArray(value) ? value[index] : undefined;
      const name = stringAt(value, 'name');
      return { kind: 'item', index, name };
    }
    const key = inBrackets ?? text;
    value = isMapping(value) ? value[key] : undefined;
    return { kind: 'key', key };
  });
}
