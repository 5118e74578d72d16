import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Source } from '../../../lint/read/source-text.ts';
import { isInTests } from '../../../sources/project/file-role.ts';
import { isMapping, readParts, type Value } from '../../../yaml/index.ts';
import type { ConfigFiles } from '../config-files.ts';
import { readSmallText } from '../open-file.ts';
import { Project } from '../project.ts';
import { RepositoryRoots } from '../repository-roots.ts';
import { type TemporaryFolder, useTemporaryFolder } from '../temporary-folder.ts';
import type { InputFile } from '../walk.ts';
import { isWithin } from '../within.ts';
import { type BuildFailure, failureOf, needOf } from './build-failure.ts';
import { type Build, findBuilds } from './builds.ts';
import { ContainedPrograms, type RenderLimits } from './contained-program.ts';
import { type Reach, reachOf } from './reach.ts';
import type { RenderedBuild } from './rendered-origin.ts';

/** The longest time of all builds of a run, in milliseconds. */
const LONGEST = 15 * 60_000;

/** The most characters of what all builds of a run print. */
const LARGEST = 512 * 1024 * 1024;

const LARGEST_KUSTOMIZATION = 1024 * 1024;

/** The results of all builds of a run. */
export interface Rendering {
  readonly sources: readonly Source[];
  /** The builds of the sources, by the names of the sources. */
  readonly builds: ReadonlyMap<string, RenderedBuild>;
  /** The files of the input that are judged as they are. */
  readonly files: readonly InputFile[];
  readonly failures: readonly BuildFailure[];
  /** Lines about what was not rendered. */
  readonly notices: readonly string[];
}

export interface RenderOptions {
  readonly cwd: string;
  readonly configs: ConfigFiles;
  /** The minor of Kubernetes for which charts are rendered, such as `1.37`. */
  readonly minor: string;
  readonly limits?: RenderLimits;
}

/**
 * Renders the charts and kustomizations among the files of the input by the programs that are installed. The files that
 * were rendered are not judged by themselves.
 */
export async function renderInput(
  files: readonly InputFile[],
  options: RenderOptions,
): Promise<Rendering> {
  const builds = findBuilds(files, new Project());
  if (builds.length === 0) {
    return { sources: [], builds: new Map(), files, failures: [], notices: [] };
  }
  return useTemporaryFolder(async (scratch) => {
    const renderer = new Renderer(scratch, options);
    for (const build of builds) await renderer.add(build);
    return renderer.result(files);
  });
}

class Renderer {
  readonly #scratch: TemporaryFolder;
  readonly #options: RenderOptions;
  readonly #programs: ContainedPrograms;
  readonly #roots = new RepositoryRoots();
  readonly #end = Date.now() + LONGEST;
  readonly #sources: Source[] = [];
  readonly #builds = new Map<string, RenderedBuild>();
  readonly #failures: { readonly build: Build; readonly failure: BuildFailure }[] = [];
  /** The names of the builds that were not rendered, by the reason. */
  readonly #omitted = new Map<string, string[]>();
  #left = LARGEST;

  constructor(scratch: TemporaryFolder, options: RenderOptions) {
    const { cwd, limits } = options;
    const folder = realpathSync(cwd);
    this.#scratch = scratch;
    this.#options = options;
    this.#programs = new ContainedPrograms(
      this.#roots.outermostOf(folder) ?? folder,
      scratch,
      limits,
    );
  }

  async add(build: Build): Promise<void> {
    const reason = await this.#render(build);
    if (reason !== undefined) this.#omit(build, reason);
  }

  /** Renders a build, and returns the reason if it is not rendered. */
  async #render(build: Build): Promise<string | undefined> {
    const root = this.#roots.of(build.folder) ?? this.#options.cwd;
    const reach = reachOf(build, root);
    if (reach.problem !== undefined) return reach.problem;
    const command = this.#commandFor(build);
    if (command === undefined) {
      return `${build.kind === 'chart' ? 'helm' : 'kustomize'} is not installed`;
    }
    const left = this.#end - Date.now();
    if (left <= 0) return 'the time for all builds is over';
    const [program, ...args] = command;
    const rendered = await this.#programs.run(program, args, left);
    switch (rendered.kind) {
      case 'output':
        return this.#keep(build, reach, rendered.output);
      case 'ended':
        return `${basename(program)} ${rendered.message}`;
      case 'refused':
        return this.#refuse(build, rendered.message, root);
    }
  }

  #keep(build: Build, reach: Reach, text: string): string | undefined {
    this.#left -= text.length;
    if (this.#left < 0) return 'all builds together have printed too much';
    const source = this.#sourceOf(build, text);
    this.#sources.push(source);
    this.#builds.set(source.name, { build, reach, from: this.#scratchOf(build), text });
    return undefined;
  }

  #refuse(build: Build, message: string, root: string): string | undefined {
    const need = needOf(message);
    if (need !== undefined) return need;
    // Data of tests may be wrong on purpose.
    if (isInTests(`${build.name}/`, [])) return 'the program refuses it';
    this.#failures.push({ build, failure: failureOf(build, message, root) });
    return undefined;
  }

  /** The program that renders a build, and its arguments; undefined if it is not installed. */
  #commandFor(build: Build): readonly [string, ...string[]] | undefined {
    const { folder, values } = build;
    if (build.kind === 'chart') {
      const helm = this.#programs.find('helm');
      const options = ['--include-crds', '--kube-version', `${this.#options.minor}.0`];
      const files = values.flatMap((file) => ['--values', quoted(file)]);
      if (helm === undefined) return undefined;
      return [helm, 'template', 'release-name', folder, ...options, ...files];
    }
    const kustomize = this.#programs.find('kustomize');
    if (kustomize !== undefined) return [kustomize, 'build', this.#traced(build)];
    const kubectl = this.#programs.find('kubectl');
    return kubectl === undefined ? undefined : [kubectl, 'kustomize', this.#traced(build)];
  }

  /**
   * Makes a kustomization that includes another one, and notes the origin of each object. The settings of `openapi`
   * count only in the outermost kustomization.
   *
   * @returns its folder
   */
  #traced(build: Build): string {
    const { folder, file } = build;
    const path = this.#scratchOf(build);
    mkdirSync(path, { recursive: true });
    const openapi = this.#openapiIn(file, folder, path);
    const kustomization = {
      resources: [relative(path, folder)],
      buildMetadata: ['originAnnotations'],
      ...(openapi === null ? {} : { openapi }),
    };
    writeFileSync(join(path, 'kustomization.yaml'), JSON.stringify(kustomization));
    return path;
  }

  /** The folder of a build in the scratch folder, which need not exist. */
  #scratchOf({ folder }: Build): string {
    return join(this.#scratch.path, createHash('sha256').update(folder).digest('hex'));
  }

  #openapiIn(file: string, folder: string, target: string): Value {
    const [part] = readParts(readSmallText(file, LARGEST_KUSTOMIZATION) ?? '');
    const value = part?.content.kind === 'value' ? part.content.document.value : null;
    const openapi = isMapping(value) ? (value.openapi ?? null) : null;
    if (!isMapping(openapi) || typeof openapi.path !== 'string') return openapi;
    const schema = readSmallText(join(folder, openapi.path), LARGEST_KUSTOMIZATION);
    if (schema === undefined) return null;
    writeFileSync(join(target, 'schema.json'), schema);
    return { path: 'schema.json' };
  }

  /** The rendered text, under the name of the file that says what is rendered. */
  #sourceOf({ file, folder, name }: Build, content: string): Source {
    const shown = name === '.' ? relative(folder, file) : `${name}/${relative(folder, file)}`;
    const ruleLevels = this.#options.configs.ruleLevelsFor(file, dirname(file));
    return { name: shown, content, ...(ruleLevels === undefined ? {} : { ruleLevels }) };
  }

  /** Reports whether a chart is only meant to be rendered with values such as those of `ci/`, with which it can be. */
  #needsValues({ kind, folder, values }: Build): boolean {
    return (
      kind === 'chart' &&
      values.length === 0 &&
      [...this.#builds.values()].some(({ build }) => build.folder === folder)
    );
  }

  #omit({ name, values }: Build, reason: string): void {
    const [file] = values;
    const shown =
      file === undefined ? name : `${name} with ${relative(dirname(dirname(file)), file)}`;
    const names = this.#omitted.get(reason) ?? [];
    names.push(shown);
    this.#omitted.set(reason, names);
  }

  /** @param files all files of the input */
  result(files: readonly InputFile[]): Rendering {
    const rendered = new Set<string>();
    for (const { build, reach } of this.#builds.values()) {
      rendered.add(build.file);
      for (const file of reach.files) rendered.add(file);
    }
    return {
      sources: this.#sources,
      builds: this.#builds,
      files: files.filter(({ path, isNamed, top }) => isNamed || !isAmong(path, rendered, top)),
      failures: this.#failures
        .filter(({ build }) => !this.#needsValues(build))
        .map(({ failure }) => failure),
      notices: [...this.#omitted].map(
        ([reason, names]) => `not rendered: ${names.join(', ')} (${reason})`,
      ),
    };
  }
}

/** Reports whether a file, or a folder around it, is among paths. */
function isAmong(file: string, paths: ReadonlySet<string>, top: string): boolean {
  for (let path = file; isWithin(path, top); path = dirname(path)) {
    if (paths.has(path)) return true;
    if (path === dirname(path)) return false;
  }
  return false;
}

/** Helm reads lists of files as CSV, and a name may have a comma. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
