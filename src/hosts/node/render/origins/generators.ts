import { basename } from 'node:path/posix';
import {
  isMapping,
  itemsAt,
  type Mapping,
  type Path,
  stringAt,
  type Value,
  valueAt,
} from '../../../../yaml/index.ts';

/**
 * The paths in a kustomization that may have what generates the value at a path of a ConfigMap or Secret, the nearest
 * one first. None if no generator makes the object.
 *
 * @param name the name of the object, which may have a prefix, a suffix and a hash
 */
export function generatorOf(
  kustomization: Value,
  kind: string | null,
  name: string,
  steps: Path,
): readonly Path[] {
  // A generator is named after the kind that it makes.
  const field = `${kind?.charAt(0).toLowerCase()}${kind?.slice(1)}Generator`;
  const names = itemsAt(kustomization, field).map((one) => stringAt(one, 'name') ?? '');
  const own = names.filter((one) => name.includes(one)).sort((a, b) => b.length - a.length)[0];
  if (own === undefined || !isMapping(kustomization)) return [];
  const at = [field, names.indexOf(own)];
  const [first, ...rest] = steps;
  const isData = first === 'data' || first === 'stringData' || first === 'binaryData';
  const setting = first === 'metadata' ? rest : steps;
  const found = isData
    ? dataPaths(kustomization, at, rest[0])
    : [
        [...at, ...setting],
        [...at, 'options', ...setting],
        ['generatorOptions', ...setting],
      ].filter((path) => valueAt(kustomization, path) !== undefined);
  return [...found, at];
}

/** The paths of the items of a generator that may have a key of the data. */
function dataPaths(
  kustomization: Mapping,
  generator: Path,
  key: string | number | undefined,
): readonly Path[] {
  return ['literals', 'files'].flatMap((field) => {
    const at = [...generator, field];
    const index = itemsAt(kustomization, ...at).findIndex((item) => keyOf(String(item)) === key);
    return index < 0 ? [] : [[...at, index]];
  });
}

/** The key of an item, which a file need not state. */
function keyOf(item: string): string {
  const end = item.indexOf('=');
  return end < 0 ? basename(item) : item.slice(0, end);
}
