import { jsonOf } from '../../base/json.ts';
import type { CustomResource } from '../../rule/custom-resource.ts';
import { type Path, type Value, valueAt as valueIn } from '../../yaml/index.ts';

/** The value at a path of a custom resource as the server validates it; undefined if there is none. */
export function valueAt({ decoded }: CustomResource, path: Path): Value | undefined {
  return valueIn(decoded.value, path);
}

/** A value as messages show it: strings in single quotes, others as JSON. */
export function shownValue(value: Value | undefined): string {
  if (typeof value === 'string') return `'${value}'`;
  return typeof value === 'object' && value !== null ? jsonOf(value) : String(value);
}
