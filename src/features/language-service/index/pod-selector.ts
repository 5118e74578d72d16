import type { LabelSelector } from '../../../server/kubernetes/types.generated.ts';
import {
  isMapping,
  type Mapping,
  mappingFrom,
  mappingsIn,
  type Path,
  stringsIn,
  type Value,
  valueAt,
} from '../../../yaml/index.ts';
import { POD_SELECTORS } from './reference-table.ts';

/** A selector of pods, and its field, from the object. */
interface PodSelector {
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
function readSelector(written: Mapping): LabelSelector {
  return {
    matchLabels: textsOf(written.matchLabels),
    matchExpressions: mappingsIn(written.matchExpressions).flatMap(({ key, operator, values }) =>
      typeof key === 'string' && typeof operator === 'string'
        ? [{ key, operator, values: stringsIn(values) }]
        : [],
    ),
  };
}

function textsOf(value: Value | undefined): NonNullable<LabelSelector['matchLabels']> {
  return Object.fromEntries(
    Object.entries(mappingFrom(value)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
