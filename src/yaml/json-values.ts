import type { Document } from './document.ts';
import type { BadKey } from './extras.ts';
import { Refused } from './refusals.ts';
import { isMapping, type Value } from './tree.ts';

/** A container that is being visited. */
interface Visit {
  readonly value: object;
  readonly keys: readonly (string | number)[];
  next: number;
}

/**
 * Refuses a document whose value contains what JSON cannot represent. Pairs that later ones
 * override do not count, because they are not part of the value.
 */
export function refuseNonJsonValues(
  document: Document,
  badKeys: ReadonlyMap<object, BadKey>,
): void {
  const seen = new Set<object>();
  const visits: Visit[] = [];
  const enter = (value: Value): void => {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw notFinite(document, value, visits);
    }
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const bad = badKeys.get(value);
    if (bad !== undefined) throw badKey(bad);
    const keys = isMapping(value) ? Object.keys(value) : [...value.keys()];
    visits.push({ value, keys, next: 0 });
  };
  enter(document.value);
  for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
    const key = visit.keys[visit.next++];
    if (key === undefined) visits.pop();
    else enter((visit.value as Readonly<Record<string | number, Value>>)[key] ?? null);
  }
}

function notFinite(document: Document, value: number, visits: readonly Visit[]): Refused {
  const path = visits.map((visit) => visit.keys[visit.next - 1] ?? 0);
  const location = document.locate(path);
  const span = location?.anchor?.value ?? location?.value ?? { start: 0, end: 0 };
  const name = Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  const written = document.text.slice(span.start, span.end);
  return Refused.plain('not-finite', span, `json: unsupported value: ${name}`, written);
}

function badKey({ id, span }: BadKey): Refused {
  const type = id === 'null-key' ? '%!s(<nil>)' : 'uint64';
  return Refused.plain(id, span, `unsupported map key of type: ${type}`);
}
