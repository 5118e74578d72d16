import { join } from 'node:path';
import { tokensOfPointer } from '../../../../base/json-pointer.ts';
import { type Path, valueAt } from '../../../../yaml/index.ts';
import type { Build, BuildPlace } from '../sources/builds.ts';
import type { ChartTree } from '../sources/chart-tree.ts';
import { placeInObject, type StatedObject } from '../sources/stated-objects.ts';
import type { ValuesSource } from '../sources/values-source.ts';
import { depthIn, OriginFiles } from './origin-files.ts';

/**
 * The place of the first value that the schema of a chart refuses: in the last values that have it, or where values are
 * given.
 *
 * @param message the message of Helm, such as `shop: - at '/web/port': got string, want integer`
 * @param charts the charts within charts of the run
 */
export function refusedValuePlace(
  { folder, values }: Build,
  message: string,
  charts: ChartTree,
): BuildPlace {
  const [, chart = '', pointer = ''] = /^(\S+):\n- at '([^'\n]*)'/m.exec(message) ?? [];
  const own = tokensOfPointer(pointer);
  const path = charts.innerOf(folder).byName.has(chart) ? [chart, ...own] : own;
  for (const source of values.toReversed()) {
    const place = placeIn(source, path);
    if (place !== undefined) return place;
  }
  const file = join(folder, 'values.yaml');
  const last = values.at(-1);
  const fallback = last === undefined ? { file, line: 1 } : beginOf(last);
  return placeInFile(file, path) ?? fallback;
}

function beginOf(source: ValuesSource): BuildPlace {
  return source.kind === 'file' ? { file: source.path, line: 1 } : source.object;
}

function placeIn(source: ValuesSource, path: Path): BuildPlace | undefined {
  switch (source.kind) {
    case 'file':
      return placeInFile(source.path, path);
    case 'literal':
      return valueAt(source.value, path) === undefined
        ? undefined
        : placeOfStated(source.object, [...source.at, ...path]);
    case 'setting':
      return source.name === path.join('.') ? placeOfStated(source.object, source.at) : undefined;
  }
}

function placeInFile(file: string, path: Path): BuildPlace | undefined {
  const files = new OriginFiles((name) => name);
  const [document] = files.read(file)?.documents ?? [];
  const hasValue =
    document !== undefined && path.length > 0 && depthIn(document, path) === path.length;
  return hasValue ? files.placeOf(file, document, path) : undefined;
}

/** The place of a value in the file of an object or of what generates it; that of the object if it is rendered. */
function placeOfStated(object: StatedObject, at: Path): BuildPlace {
  const { text, index, path } = placeInObject(object, at);
  const files = new OriginFiles((name) => name);
  const document = text.kind === 'file' ? files.read(text.path)?.documents[index] : undefined;
  return text.kind === 'file' && document !== undefined
    ? files.placeOf(text.path, document, path)
    : object;
}
