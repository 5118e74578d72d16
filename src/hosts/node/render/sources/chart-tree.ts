import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  firstValueIn,
  type Mapping,
  mappingFrom,
  stringAt,
  type Value,
} from '../../../../yaml/index.ts';
import { isFolder } from '../../disk/disk.ts';
import { entriesOf } from '../../disk/folder-entries.ts';
import { readSmallText } from '../../disk/open-file.ts';

/** The name of a packed chart, and the begin of its version. */
const PACKED = /^(.+?)-v?\d{1,9}\.\d/;

/** The charts that a chart renders with itself. Paths are absolute. */
interface InnerCharts {
  /** The folders of the charts in the folder `charts`, by their names. That of a packed chart does not exist. */
  readonly vendored: ReadonlyMap<string, string>;
  /**
   * The folders of the charts that are not there, and that it depends on by their paths: `repository: file://../base`.
   */
  readonly local: ReadonlyMap<string, string>;
  /** The folders of all of them, by the names that values and rendered texts have. */
  readonly byName: ReadonlyMap<string, string>;
}

/** The charts within charts, as their files show them. */
export class ChartTree {
  readonly #charts = new Map<string, InnerCharts>();

  /** @param folder the absolute path of a chart, which need not exist */
  innerOf(folder: string): InnerCharts {
    const known = this.#charts.get(folder) ?? innerCharts(folder);
    this.#charts.set(folder, known);
    return known;
  }

  /** Reports whether a chart, or one in its folder `charts`, depends on a chart by its path that is not there. */
  isIncomplete(folder: string): boolean {
    const { vendored, local } = this.innerOf(folder);
    return local.size > 0 || [...vendored.values()].some((chart) => this.isIncomplete(chart));
  }

  /** The absolute path of a file of a chart that Helm names, such as `charts/base/templates/web.yaml`. */
  fileOf(folder: string, path: string): string {
    const [, name = '', rest = ''] = /^charts\/([^/]+)\/(.+)$/s.exec(path) ?? [];
    const inner = this.innerOf(folder).byName.get(name);
    return inner === undefined ? join(folder, path) : this.fileOf(inner, rest);
  }
}

/** The folders of the charts that the chart of a folder depends on by their paths. */
export function localDependencies(folder: string): readonly string[] {
  return dependenciesOf(folder).flatMap(({ path }) => path ?? []);
}

function innerCharts(folder: string): InnerCharts {
  const dependencies = dependenciesOf(folder);
  const vendored = vendoredIn(join(folder, 'charts'));
  const local = new Map<string, string>();
  for (const { chart, path } of dependencies) {
    if (path === undefined || vendored.has(chart)) continue;
    if (existsSync(join(path, 'Chart.yaml'))) local.set(chart, path);
  }
  const byName = new Map([...vendored, ...local]);
  for (const { chart, name } of dependencies) {
    const found = vendored.get(chart) ?? local.get(chart);
    if (found !== undefined) byName.set(name, found);
  }
  return { vendored, local, byName };
}

/** Helm ignores what has a name that begins with `_` or a dot, and a file named `charts`. */
function vendoredIn(charts: string): ReadonlyMap<string, string> {
  const vendored = new Map<string, string>();
  for (const { name, kind } of isFolder(charts) ? entriesOf(charts) : []) {
    if (/^[._]/.test(name)) continue;
    const path = join(charts, name);
    const packed = name.endsWith('.tgz') ? PACKED.exec(name)?.[1] : undefined;
    if (kind === 'folder')
      vendored.set(textIn(mappingOf(path, 'Chart.yaml'), 'name') ?? name, path);
    else if (packed !== undefined) vendored.set(packed, join(charts, packed));
  }
  return vendored;
}

interface Dependency {
  readonly chart: string;
  /** The name that values and rendered texts have. */
  readonly name: string;
  /** The absolute path of its folder; undefined if it is fetched, or only in the folder `charts`. */
  readonly path: string | undefined;
}

/** The dependencies of a chart. Those of a chart of the first version of the format may be in a file of their own. */
function dependenciesOf(folder: string): readonly Dependency[] {
  const { dependencies = mappingOf(folder, 'requirements.yaml').dependencies } = mappingOf(
    folder,
    'Chart.yaml',
  );
  if (!Array.isArray(dependencies)) return [];
  return dependencies.flatMap((dependency: Value) => {
    const chart = textIn(dependency, 'name');
    if (chart === undefined) return [];
    const path = /^file:\/\/(.+)$/.exec(textIn(dependency, 'repository') ?? '')?.[1];
    return {
      chart,
      name: textIn(dependency, 'alias') ?? chart,
      path: path === undefined ? undefined : resolve(folder, path),
    };
  });
}

/** Reports whether a chart only has templates for others, so that Helm does not render it by itself. */
export function isLibrary(folder: string): boolean {
  return mappingOf(folder, 'Chart.yaml').type === 'library';
}

function mappingOf(folder: string, file: string): Mapping {
  return mappingFrom(firstValueIn(readSmallText(join(folder, file)) ?? ''));
}

function textIn(value: Value, key: string): string | undefined {
  return stringAt(value, key) || undefined;
}
