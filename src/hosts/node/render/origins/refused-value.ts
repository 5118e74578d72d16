import { join } from 'node:path';
import { tokensOfPointer } from '../../../../base/json-pointer.ts';
import { textBetween } from '../../../../base/text-between.ts';
import { isMapping, type Path, type Value, valueAt } from '../../../../yaml/index.ts';
import { readSmallText } from '../../disk/open-file.ts';
import type { Build, BuildPlace } from '../sources/builds.ts';
import type { ChartTree } from '../sources/chart-tree.ts';
import { placeInObject, type StatedObject } from '../sources/stated-objects.ts';
import type { ValuesSource } from '../sources/values-source.ts';
import { OriginFiles } from './origin-files.ts';
import { chartsAround, valuesPathAt, valuesPathInContext } from './template-values.ts';

/**
 * The place of the first value that the schema of a chart refuses: in the last values that have it, or where values are
 * given.
 *
 * @param message the message of Helm, such as `shop: - at '/web/port': got string, want integer`
 * @param charts the charts within charts of the run
 */
export function refusedValuePlace(build: Build, message: string, charts: ChartTree): BuildPlace {
  const { folder, values } = build;
  const [, chart = '', pointer = ''] = /^(\S+):\n- at '([^'\n]*)'/m.exec(message) ?? [];
  const own = tokensOfPointer(pointer);
  const path = charts.innerOf(folder).byName.has(chart) ? [chart, ...own] : own;
  const last = values.at(-1);
  const fallback =
    last === undefined ? { file: join(folder, 'values.yaml'), line: 1 } : beginOf(last);
  return placeOfValue(build, path, charts, isValue) ?? fallback;
}

/** A call in an error of a template. */
interface Call {
  /** The path of the template in the chart. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** The part of the template that is evaluated. */
  readonly read: string;
}

/** The calls in an error of a template, the outermost first. */
function callsIn(message: string): readonly Call[] {
  const [, ...calls] = message.split('template: ');
  return calls.flatMap((call) => {
    const [, path = '', line] = /^[^\s/:()]+\/([^\s:()]+):(\d+):\d+: executing "/.exec(call) ?? [];
    const read = textBetween(call, '" at <', '>: ');
    return line === undefined || read === undefined ? [] : [{ path, line: Number(line), read }];
  });
}

/**
 * The place of the value that a template cannot use, such as a text where it selects a field, or that cannot be the
 * condition of a dependency; undefined if it is not known, or if there is no value.
 *
 * @param message the message of Helm, such as
 * `template: shop/templates/web.yaml:3:14: executing "shop/templates/web.yaml" at <.Values.a.b>: can't evaluate ...`
 * @param charts the charts within charts of the run
 */
export function unusableValuePlace(
  build: Build,
  message: string,
  charts: ChartTree,
): BuildPlace | undefined {
  const condition = /\btype mismatch on ([\w.-]{1,300}):/.exec(message)?.[1];
  if (condition !== undefined) return placeOfValue(build, condition.split('.'), charts, endsPath);
  for (const [depth, { path, line, read }] of callsIn(message).toReversed().entries()) {
    const lines = (readSmallText(charts.fileOf(build.folder, path)) ?? '').split('\n');
    // A function in a pipeline is named without the value that it is given.
    const isNamed = depth > 0 || /[.$]\w/.test(read);
    const names =
      valuesPathInContext(read, lines, line) ??
      (isNamed ? undefined : valuesPathAt(lines, line, false));
    if (names === undefined) continue;
    const full = names[0] === 'global' ? names : [...chartsAround(path), ...names];
    return placeOfValue(build, full, charts, endsPath);
  }
  return undefined;
}

/** The number of the steps of a path to the value that is meant in some values; 0 if they have none. */
type FindDepth = (values: Value | undefined, path: Path) => number;

const isValue: FindDepth = (values, path) =>
  valueAt(values, path) === undefined ? 0 : path.length;

/** The depth of the whole path, or of a value that can have nothing below it. */
const endsPath: FindDepth = (values, path) => {
  let depth = path.length;
  while (depth > 0 && valueAt(values, path.slice(0, depth)) === undefined) depth--;
  return depth === path.length || !isMapping(valueAt(values, path.slice(0, depth))) ? depth : 0;
};

/** The place of a value: in the last values that have it, or in those of the charts that its first keys name. */
function placeOfValue(
  { folder, values }: Pick<Build, 'folder' | 'values'>,
  path: Path,
  charts: ChartTree,
  depthOf: FindDepth,
): BuildPlace | undefined {
  for (const source of values.toReversed()) {
    const place = placeIn(source, path, depthOf);
    if (place !== undefined) return place;
  }
  const own = placeInFile(join(folder, 'values.yaml'), path, depthOf);
  const [first, ...rest] = path;
  const inner = charts.innerOf(folder).byName.get(String(first));
  if (own !== undefined || inner === undefined) return own;
  return placeOfValue({ folder: inner, values: [] }, rest, charts, depthOf);
}

function beginOf(source: ValuesSource): BuildPlace {
  return source.kind === 'file' ? { file: source.path, line: 1 } : source.object;
}

function placeIn(source: ValuesSource, path: Path, depthOf: FindDepth): BuildPlace | undefined {
  switch (source.kind) {
    case 'file':
      return placeInFile(source.path, path, depthOf);
    case 'literal': {
      const depth = depthOf(source.value, path);
      return depth === 0
        ? undefined
        : placeOfStated(source.object, [...source.at, ...path.slice(0, depth)]);
    }
    case 'setting':
      return source.name === path.join('.') ? placeOfStated(source.object, source.at) : undefined;
  }
}

function placeInFile(file: string, path: Path, depthOf: FindDepth): BuildPlace | undefined {
  const files = new OriginFiles((name) => name);
  const [document] = files.read(file)?.documents ?? [];
  const depth = depthOf(document?.value, path);
  return document !== undefined && depth > 0
    ? files.placeOf(file, document, path.slice(0, depth))
    : undefined;
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
