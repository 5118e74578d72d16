import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { shownAddress } from '../../../../base/shown-address.ts';
import { GENERATORS, PATH_LISTS } from '../../../../sources/project/kustomize/kustomization.ts';
import { isMapping, type Mapping, readParts, type Value } from '../../../../yaml/index.ts';
import { entriesOf } from '../../disk/folder-entries.ts';
import { leadsOut } from '../../disk/leads-out.ts';
import { readSmallText } from '../../disk/open-file.ts';
import { pathFrom } from '../../disk/within.ts';
import { kustomizationIn } from '../../kustomization-file.ts';
import type { Build } from './builds.ts';
import type { ChartSchemas } from './chart-schemas.ts';
import type { ChartTree } from './chart-tree.ts';

/** The most entries of a chart, and the most kustomizations of a build. */
const MOST = 20_000;

/** The files that a build reads, as its own files show. */
export interface Reach {
  /** The files that the build reads, as absolute paths. A folder includes all files below it. */
  readonly files: ReadonlySet<string>;
  /** The reason why it is not rendered; undefined if there is none. */
  readonly problem: string | undefined;
}

/**
 * Finds what a build would read, before any program is started: a build that would read files outside of the
 * repository, or fetch something, is not rendered.
 *
 * @param root the root of the repository
 * @param schemas the schemas of all charts of the run
 * @param charts the charts within charts of the run
 */
export function reachOf(
  build: Build,
  root: string,
  schemas: ChartSchemas,
  charts: ChartTree,
): Reach {
  const reader = new ReachReader(root, schemas, charts);
  if (build.kind === 'chart') reader.addChart(build.folder);
  else reader.addKustomization(build.folder);
  for (const component of build.stated?.components ?? []) reader.addComponent(component);
  return reader;
}

class ReachReader implements Reach {
  readonly files = new Set<string>();
  problem: string | undefined;
  readonly #root: string;
  readonly #schemas: ChartSchemas;
  readonly #charts: ChartTree;
  #left = MOST;

  constructor(root: string, schemas: ChartSchemas, charts: ChartTree) {
    this.#root = root;
    this.#schemas = schemas;
    this.#charts = charts;
  }

  /**
   * Helm reads all files of the folder, and follows symbolic links.
   *
   * @param dependents the folders of the charts that depend on the chart
   */
  addChart(folder: string, dependents: readonly string[] = []): void {
    if (dependents.includes(folder)) this.#refuse(`${this.#shown(folder)} depends on itself`);
    else if (leadsOut(folder, this.#root)) this.#refuseOutside(folder);
    if (this.problem !== undefined) return;
    for (const name of ['templates', 'crds', 'charts']) this.files.add(join(folder, name));
    this.#checkEntries(folder);
    this.#addDependencies(folder, [...dependents, folder]);
  }

  #addDependencies(folder: string, dependents: readonly string[]): void {
    const { local, vendored } = this.#charts.innerOf(folder);
    for (const chart of local.values()) this.addChart(chart, dependents);
    for (const chart of vendored.values()) this.#addDependencies(chart, dependents);
  }

  #checkEntries(folder: string): void {
    for (const { name, kind } of entriesOf(folder)) {
      const path = join(folder, name);
      if (--this.#left < 0) this.#refuse(`it has more than ${MOST} files`);
      if (this.problem !== undefined) return;
      const isLink = kind === 'link';
      if (kind === 'special') this.#refuse(`${this.#shown(path)} is not a regular file`);
      else if (isLink && leadsOut(path, this.#root)) this.#refuseOutside(path);
      else if (isLink) this.#checkLink(path);
      else if (kind === 'folder') this.#checkEntries(path);
      const problem = kind === 'folder' ? undefined : this.#schemas.problemOf(path);
      if (problem !== undefined) this.#refuse(`${this.#shown(path)} ${problem}`);
    }
  }

  /** A link to a folder could have more entries than the chart, or lead to itself. */
  #checkLink(path: string): void {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return;
    this.#refuse(`${this.#shown(path)} is a symbolic link to a folder`);
  }

  addComponent(folder: string): void {
    if (leadsOut(folder, this.#root)) this.#refuseOutside(folder);
    else this.addKustomization(folder);
  }

  addKustomization(folder: string): void {
    const file = kustomizationIn(folder);
    if (file === undefined || this.files.has(file)) return;
    if (--this.#left < 0) this.#refuse(`it has more than ${MOST} kustomizations`);
    this.#addFile(file);
    if (this.problem !== undefined) return;
    const text = readSmallText(file);
    if (text === undefined) {
      this.#refuse(`${this.#shown(file)} cannot be read, or is larger than 1 MB`);
      return;
    }
    const [part] = readParts(text);
    const value = part?.content.kind === 'value' ? part.content.document.value : null;
    if (!isMapping(value)) return;
    if (part?.content.kind === 'value' && part.content.document.duplicates.length > 0) {
      this.#refuse(`${this.#shown(file)} has a key twice`);
    }
    const charts = ['helmCharts', 'helmChartInflationGenerator'];
    if (charts.some((key) => listsNamed(value, key).length > 0)) {
      this.#refuse(`${this.#shown(file)} fetches charts (helmCharts)`);
    }
    for (const entry of accumulatedIn(value)) this.#addEntry(folder, entry);
    for (const entry of loadedIn(value)) this.#addLoaded(folder, entry);
  }

  /** A file, a folder with a kustomization, or something that is fetched. */
  #addEntry(folder: string, entry: string): void {
    const path = resolve(folder, entry);
    if (leadsOut(path, this.#root)) {
      if (isRemote(entry)) this.#refuse(`${shownAddress(entry)} is fetched from another place`);
      else this.#refuseOutside(path);
    } else if (!existsSync(path)) {
      if (isRemote(entry)) this.#refuse(`${shownAddress(entry)} is fetched from another place`);
    } else if (statSync(path).isDirectory()) this.addKustomization(path);
    else this.#addFile(path);
  }

  #addLoaded(folder: string, entry: string): void {
    const path = resolve(folder, entry);
    if (!existsSync(path) && isRemote(entry)) {
      this.#refuse(`${shownAddress(entry)} is fetched from another place`);
    } else this.#addFile(path);
  }

  #addFile(path: string): void {
    if (leadsOut(path, this.#root)) this.#refuseOutside(path);
    else this.files.add(path);
  }

  #refuseOutside(path: string): void {
    this.#refuse(`${this.#shown(path)} is outside of the repository`);
  }

  #refuse(problem: string): void {
    this.problem ??= problem;
  }

  #shown(path: string): string {
    return pathFrom(this.#root, path);
  }
}

/** The entries of a kustomization that may be files, folders or addresses. */
function accumulatedIn(kustomization: Mapping): readonly string[] {
  return PATH_LISTS.flatMap((key) => stringsIn(listsNamed(kustomization, key)));
}

/** The files that entries of a kustomization name. */
function loadedIn(kustomization: Mapping): readonly string[] {
  const patches = ['patches', 'patchesJson6902', 'replacements'].flatMap((key) =>
    listsNamed(kustomization, key),
  );
  const owners = [...patches, ...valuesNamed(kustomization, 'openapi')];
  const paths = owners.flatMap((entry) => (isMapping(entry) ? valuesNamed(entry, 'path') : []));
  return [...stringsIn(paths), ...dataIn(kustomization)];
}

/** The files with the data of generators, which may have another name as a key: `key=path`. */
function dataIn(kustomization: Mapping): readonly string[] {
  const generators = GENERATORS.flatMap((key) => listsNamed(kustomization, key).filter(isMapping));
  const files = generators.flatMap((one) => stringsIn(listsNamed(one, 'files')));
  const variables = generators.flatMap((one) => [
    ...valuesNamed(one, 'env'),
    ...listsNamed(one, 'envs'),
  ]);
  return [...files.map((file) => file.slice(file.indexOf('=') + 1)), ...stringsIn(variables)];
}

/** The strings of a list that are not YAML texts. */
function stringsIn(list: readonly Value[]): readonly string[] {
  return list.flatMap((entry) =>
    typeof entry === 'string' && !entry.includes('\n') ? [entry] : [],
  );
}

/** The items of the lists that a key has, however it is written. */
function listsNamed(mapping: Mapping, key: string): readonly Value[] {
  return valuesNamed(mapping, key).flatMap((value) => (Array.isArray(value) ? value : []));
}

/**
 * The values of a key, however it is written: kustomize decodes keys as Go does, in any case.
 *
 * Source: foldName of encoding/json, for which U+017F is an S, and U+212A a K
 */
export function valuesNamed(mapping: Mapping, key: string): readonly Value[] {
  const folded = (text: string) => text.toLowerCase().toUpperCase();
  return Object.entries(mapping).flatMap(([name, value]) =>
    folded(name) === folded(key) ? [value] : [],
  );
}

/** An address as kustomize takes it: a URL, an address of ssh, or a host and the path of a repository. */
const REMOTE =
  /^(?:[a-z][a-z+.-]*:\/\/|[\w.-]+@[\w.-]+:|[a-z]+::|[\w-]+(?:\.[\w-]+)+[/:])|[?&]ref=/i;

function isRemote(entry: string): boolean {
  return REMOTE.test(entry);
}
