import type { Fix } from '../../result/fix.ts';
import type { Field } from '../../rule/field.ts';
import { safeFix } from '../../rule/fix.ts';
import type { Origin } from '../../rule/origin.ts';

/** Removes an entry of a list that has no effect. */
export function withoutEntry(
  { origin }: { readonly origin: Origin },
  entry: Field,
): Fix | undefined {
  return safeFix(origin, {
    title: 'remove this entry',
    edits: [{ kind: 'remove', path: entry.documentPath.slice(0, -1), entries: [entry.segment] }],
  });
}

/** Removes the entries of a list that have no effect because the list has a wildcard. */
export function withoutCoveredEntries(
  { origin }: { readonly origin: Origin },
  list: Field<readonly string[] | undefined>,
  wildcard: string,
  isCovered: (entry: string) => boolean = (entry) => entry !== wildcard,
): Fix | undefined {
  const entries = list
    .items()
    .flatMap(({ value = '', segment }) => (isCovered(value) ? [segment] : []));
  const path = list.documentPath;
  return safeFix(origin, {
    title: `keep only '${wildcard}'`,
    edits: [{ kind: 'remove', path, entries }],
  });
}
