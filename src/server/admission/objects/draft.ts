import { createMapping, isMapping, type OpenMapping } from '../../../yaml/tree.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';

/** An object that is being completed. */
export type Draft = OpenMapping;

/** A copy that can be changed; numbers keep no marks of how they were written, as in the server's types. */
export function draftOf(value: Value): Draft {
  const copy = isMapping(value) ? copyOf(value) : undefined;
  return isDraft(copy) ? copy : createMapping();
}

/** A deep copy of a value. Iterative, so that deep nesting does not overflow the stack. */
export function copyOf(value: Value): Value {
  const open: Open[] = [];
  const copy = begin(value, open);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'list') for (const item of next.from) next.to.push(begin(item, open));
    else
      for (const key of Object.keys(next.from)) next.to[key] = begin(next.from[key] ?? null, open);
  }
  return copy;
}

/** A list or mapping whose copy is still empty. */
type Open =
  | { readonly kind: 'list'; readonly from: readonly Value[]; readonly to: Value[] }
  | { readonly kind: 'mapping'; readonly from: Mapping; readonly to: Draft };

function begin(value: Value, open: Open[]): Value {
  if (Array.isArray(value)) {
    const to: Value[] = [];
    open.push({ kind: 'list', from: value, to });
    return to;
  }
  if (!isMapping(value)) return value;
  const to = createMapping();
  open.push({ kind: 'mapping', from: value, to });
  return to;
}

/** The struct in a field of a draft, which is a draft too; undefined if there is none. */
export function findStruct(draft: Draft, field: string): Draft | undefined {
  const value = draft[field];
  return isDraft(value) ? value : undefined;
}

/** The struct in a field of a draft; an absent one is added. */
export function ensureStruct(draft: Draft, field: string): Draft {
  const found = findStruct(draft, field);
  if (found !== undefined) return found;
  const added = createMapping();
  draft[field] = added;
  return added;
}

/** The structs in a list of a draft. */
export function structsIn(draft: Draft, field: string): readonly Draft[] {
  const value = draft[field];
  return Array.isArray(value) ? value.filter(isDraft) : [];
}

/** Every mapping in a draft is one of its copies, which nothing else holds. */
function isDraft(value: Value | undefined): value is Draft {
  return isMapping(value);
}
