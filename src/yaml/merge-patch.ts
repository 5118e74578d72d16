import { createMapping, isMapping, type Mapping, type Value } from './tree.ts';

/** Applies a JSON Merge Patch (RFC 7396). A value that is not a mapping is replaced. */
export function mergePatch(value: Value | undefined, patch: Mapping): Mapping {
  const merged = createMapping();
  if (isMapping(value)) Object.assign(merged, value);
  for (const [key, member] of Object.entries(patch)) {
    if (member === null) delete merged[key];
    else merged[key] = isMapping(member) ? mergePatch(merged[key], member) : member;
  }
  return merged;
}
