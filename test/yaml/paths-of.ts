import { isMapping, type Path, type Value } from '../../src/yaml/index.ts';

/** The paths of all values, the root included. */
export function pathsOf(value: Value, path: Path = []): readonly Path[] {
  const below = Array.isArray(value)
    ? value.flatMap((item, index) => pathsOf(item, [...path, index]))
    : isMapping(value)
      ? Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...path, key]))
      : [];
  return [path, ...below];
}
