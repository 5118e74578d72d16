import type { LabelSelector } from '../../../server/kubernetes/types.generated.ts';
import { isMapping, type Path, stringsIn, type Value, valueAt } from '../../../yaml/index.ts';
import { POD_SELECTORS } from './reference-table.ts';

/** A selector of pods, and its field, from the object. */
export interface PodSelector {
  readonly field: Path;
  readonly selector: LabelSelector;
}

/** The selector of pods of an object. Undefined if it has none. */
export function podSelectorOf(kind: string, object: Value): PodSelector | undefined {
  const found = POD_SELECTORS.get(kind);
  if (found === undefined) return undefined;
  const { field, form } = found;
  const written = valueAt(object, field);
  if (!isMapping(written)) return undefined;
  if (form === 'selector') return { field, selector: readSelector(written) };
  // Without labels, such a selector selects no pods.
  if (Object.keys(written).length === 0) return undefined;
  return { field, selector: { matchLabels: textsOf(written) } };
}

/** A selector in a text that may be incomplete; requirements of a wrong type are left out. */
function readSelector(written: Value): LabelSelector {
  const labels = valueAt(written, ['matchLabels']);
  const expressions = valueAt(written, ['matchExpressions']);
  return {
    matchLabels: textsOf(labels),
    matchExpressions: (Array.isArray(expressions) ? expressions : []).flatMap((expression) => {
      const [key, operator] = [valueAt(expression, ['key']), valueAt(expression, ['operator'])];
      const values = valueAt(expression, ['values']);
      if (typeof key !== 'string' || typeof operator !== 'string') return [];
      return [{ key, operator, values: stringsIn(values) }];
    }),
  };
}

function textsOf(value: Value | undefined): NonNullable<LabelSelector['matchLabels']> {
  return Object.fromEntries(
    Object.entries(isMapping(value) ? value : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
