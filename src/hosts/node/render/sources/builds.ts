import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathsNamedIn } from '../../../../sources/installations/kustomization-walk.ts';
import type { Kustomization } from '../../../../sources/project/kustomize/kustomization.ts';
import type { ProjectFolder } from '../../../../sources/project/project-folder.ts';
import type { Mapping } from '../../../../yaml/index.ts';
import { entriesOf } from '../../disk/folder-entries.ts';
import { isWithin } from '../../disk/within.ts';
import { kustomizationIn } from '../../kustomization-file.ts';
import type { Project } from '../../project.ts';
import { type InputFile, MANIFEST_ENDING } from '../../walk.ts';
import { isLibrary, localDependencies } from './chart-tree.ts';
import type { Substitutions } from './substitutions.ts';
import type { ValuesSource } from './values-source.ts';

/** A chart or kustomization, and the values that it is rendered with. Paths are absolute. */
export interface Build {
  readonly kind: 'chart' | 'kustomization';
  readonly folder: string;
  /** The name of the folder in reports. */
  readonly name: string;
  /** The file that says what is rendered, which findings without another place are reported in. */
  readonly file: string;
  /** The line of the file, from 1. */
  readonly line: number;
  /** The values of a chart that are used in addition to its own. The last one has precedence. */
  readonly values: readonly ValuesSource[];
  /** The settings that an object of Flux or Argo CD states; undefined if there is no such object. */
  readonly stated?: Stated;
  /** True if another chart of the repository depends on the chart, and may give it the values that it needs. */
  readonly isDependency?: boolean;
}

/** The settings with which an object of Flux or Argo CD builds a chart or a kustomization. */
export interface Stated {
  /** The name of the object in messages. */
  readonly title: string;
  /** False if values are still replaced or given, so that a refusal means nothing. */
  readonly isLiteral: boolean;
  /** The name of the release of a chart. */
  readonly release?: string;
  readonly namespace?: string | undefined;
  readonly skipsCrds?: boolean;
  /** The fields that are added to a kustomization. */
  readonly changes?: Mapping;
  /** The absolute paths of components that are added to it. */
  readonly components?: readonly string[];
  readonly substitutions?: Substitutions | undefined;
}

/** The line of a file in which something about a build is reported. */
export type BuildPlace = Pick<Build, 'file' | 'line'>;

/** Reports whether a chart is rendered with no values but its own. */
export function hasOwnValues({ kind, values, stated }: Build): boolean {
  return kind === 'chart' && values.length === 0 && stated === undefined;
}

/** The name of a build in messages. */
export function nameOf({ name, values, stated }: Build): string {
  if (stated !== undefined) return `${name} of ${stated.title}`;
  const [first] = values;
  return first?.kind === 'file' ? `${name} with ci/${basename(first.path)}` : name;
}

/** A text that two builds have in common only if they render the same. */
export function keyOf({ folder, values, stated }: Build): string {
  const {
    title: _,
    isLiteral: __,
    substitutions,
    changes = {},
    components = [],
    ...others
  } = stated ?? {};
  const variables = [...(substitutions?.variables ?? [])].map(([name, { value }]) => [name, value]);
  const given = values.map((one) => (one.kind === 'file' ? one.path : [one.kind, one.value]));
  return JSON.stringify(
    [folder, given, changes, components, others, variables, substitutions?.areComplete],
    (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one),
  );
}

/**
 * The builds of the input: each chart with its own values and with each of `ci/*.yaml`, and each kustomization that no
 * other one includes. Of kustomizations that include each other, the first one is built, which kustomize refuses.
 * Charts within charts are rendered with them, components with what includes them, and library charts with what depends
 * on them.
 *
 * @param files the files of folders that were named; a file that was named itself is judged as it is
 */
export function findBuilds(files: readonly InputFile[], project: Project): readonly Build[] {
  const folders = foldersAround(files, project);
  const outermost = outermostIn([...folders.values()].map(({ facts }) => facts));
  const dependencies = new Set([...folders.keys()].flatMap(localDependencies));
  const builds: Build[] = [];
  for (const [folder, { facts, name }] of folders) {
    const { kustomization } = facts;
    if (facts.isChart && !isPartOfChart(folder, folders) && !isLibrary(folder)) {
      builds.push(...chartBuilds(folder, name, dependencies.has(folder)));
    }
    const file = kustomization === undefined ? undefined : kustomizationIn(folder);
    if (file === undefined || kustomization?.isComponent || !outermost.has(facts.path)) continue;
    if (kustomization !== undefined && hasOnlyPatches(kustomization)) continue;
    builds.push({ kind: 'kustomization', folder, name, file, line: 1, values: [] });
  }
  return builds;
}

/**
 * The paths of the kustomizations that no other one includes, and of the first one of those that include each other.
 */
function outermostIn(folders: readonly ProjectFolder[]): ReadonlySet<string> {
  const includes = new Map(folders.map((folder) => [folder.path, pathsNamedIn(folder)]));
  const included = new Set([...includes.values()].flat());
  const paths = [...includes.keys()];
  const outermost = new Set<string>();
  const reached = new Set<string>();
  for (const start of [...paths.filter((path) => !included.has(path)), ...paths]) {
    if (reached.has(start)) continue;
    outermost.add(start);
    const open = [start];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (reached.has(path)) continue;
      reached.add(path);
      open.push(...(includes.get(path) ?? []));
    }
  }
  return outermost;
}

/** Reports whether a kustomization only has patches, for objects that another program makes. */
function hasOnlyPatches(kustomization: Kustomization): boolean {
  const { resources, components, generatedNames, hasGenerators, patches } = kustomization;
  const hasObjects = resources.size + components.length + generatedNames.size > 0;
  return patches.length > 0 && !hasObjects && !hasGenerators;
}

interface NamedFolder {
  readonly facts: ProjectFolder;
  readonly name: string;
}

/** The folders with project files around files, by their absolute paths, with their names in reports. */
function foldersAround(
  files: readonly InputFile[],
  project: Project,
): ReadonlyMap<string, NamedFolder> {
  const folders = new Map<string, NamedFolder>();
  for (const { isNamed, path, name, top } of files) {
    if (isNamed) continue;
    for (const { folder: facts, path: below } of project.surroundingsOf(path, top)) {
      const folder = path.slice(0, path.length - below.length - 1);
      if (!isWithin(folder, top) || folders.has(folder)) continue;
      folders.set(folder, { facts, name: name.slice(0, -below.length - 1) || '.' });
    }
  }
  return folders;
}

/** Reports whether a chart is in the folder `charts` of another one, which renders it. */
function isPartOfChart(folder: string, folders: ReadonlyMap<string, NamedFolder>): boolean {
  const charts = dirname(folder);
  return basename(charts) === 'charts' && folders.get(dirname(charts))?.facts.isChart === true;
}

function chartBuilds(folder: string, name: string, isDependency: boolean): readonly Build[] {
  const chart = { kind: 'chart', folder, name, line: 1, isDependency } as const;
  const own: Build = { ...chart, file: join(folder, 'Chart.yaml'), values: [] };
  const ci = join(folder, 'ci');
  const names = existsSync(ci) ? entriesOf(ci).filter(({ kind }) => kind === 'file') : [];
  const others = names
    .filter((entry) => MANIFEST_ENDING.test(entry.name))
    .map((entry) => join(ci, entry.name))
    .map((path): Build => ({ ...chart, file: path, values: [{ kind: 'file', path }] }));
  return [own, ...others];
}
