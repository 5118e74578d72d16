import { isMapping, type Value } from '../../../../yaml/index.ts';

/**
 * The most containers of a value within each other. Functions that call themselves for each of them end a run with
 * more.
 */
const MOST = 500;

/** Reports whether a value has more containers within each other than values are searched for. */
export function isTooDeep(value: Value): boolean {
  let level: readonly Value[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST) return true;
    level = level.flatMap((one) =>
      Array.isArray(one) ? one : isMapping(one) ? Object.values(one) : [],
    );
  }
  return false;
}
