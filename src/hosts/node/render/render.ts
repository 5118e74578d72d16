import { realpathSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import type { Source } from '../../../lint/read/source.ts';
import type { Minor } from '../../../server/kubernetes/minors.ts';
import type { ConfigFiles } from '../config-files.ts';
import { readSmallText } from '../disk/open-file.ts';
import { RepositoryRoots } from '../disk/repository-roots.ts';
import { type TemporaryFolder, useTemporaryFolder } from '../disk/temporary-folder.ts';
import { isWithin } from '../disk/within.ts';
import type { GroupResult } from '../programs/process-group.ts';
import { Project } from '../project.ts';
import { type InputFile, MANIFEST_ENDING } from '../walk.ts';
import { BuildCommands } from './build-commands.ts';
import { type BuildFailure, isUnreadable, withoutLinks } from './build-failure.ts';
import { ContainedPrograms, type RenderLimits } from './charts/contained-program.ts';
import type { RenderedBuild } from './origins/build-origin.ts';
import { OriginFiles } from './origins/origin-files.ts';
import { RenderedOrigin } from './origins/rendered-origin.ts';
import { type Build, findBuilds, keyOf, nameOf } from './sources/builds.ts';
import { ChartSchemas } from './sources/chart-schemas.ts';
import { ChartTree } from './sources/chart-tree.ts';
import { statedBy } from './sources/deliveries.ts';
import { type Reach, reachOf } from './sources/reach.ts';
import { RepositoryObjects } from './sources/repository-objects.ts';
import { type StatedObject, statedObjectsIn } from './sources/stated-objects.ts';
import { substituted } from './sources/substitutions.ts';
import { UnrenderedBuilds } from './unrendered-builds.ts';

/** The longest time of all builds of a run, in milliseconds. */
const LONGEST = 15 * 60_000;

/** The most characters of what all builds of a run print. */
const LARGEST = 512 * 1024 * 1024;

/** A file above this many bytes is not searched for objects of Flux and Argo CD. */
const LARGEST_STATING = 4 * 1024 * 1024;

/** The most programs that run at the same time. */
const AT_ONCE = 2;

/** The most rounds in which objects that were rendered say what else is rendered. */
const MOST_ROUNDS = 4;

/** The results of all builds of a run. */
export interface Rendering {
  readonly sources: readonly Source[];
  /** The builds of the sources, by the names of the sources. */
  readonly builds: ReadonlyMap<string, RenderedBuild>;
  readonly files: readonly InputFile[];
  readonly failures: readonly BuildFailure[];
  /** Lines about what was not rendered. */
  readonly notices: readonly string[];
}

export interface RenderOptions {
  readonly cwd: string;
  readonly configs: ConfigFiles;
  /** The minor of Kubernetes for which charts are rendered, such as `1.37`. */
  readonly minor: Minor;
  readonly limits?: RenderLimits;
}

/**
 * Renders the charts and kustomizations among the files of the input by the programs that are installed, as they are
 * and as objects of Flux and Argo CD state. The files that were rendered are not judged by themselves.
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
    await renderer.add(builds);
    await renderer.addStated(files);
    return renderer.result(files);
  });
}

/** The result of the program of a build, or the reason why it has not been run. */
type RanBuild =
  | { readonly kind: 'omitted'; readonly reason: string }
  /** It has reached a limit. */
  | { readonly kind: 'ended'; readonly problem: string }
  | (Exclude<GroupResult, { readonly kind: 'ended' }> & {
      readonly reach: Reach;
      readonly root: string;
    });

type Printed = Extract<RanBuild, { readonly kind: 'output' }>;

class Renderer {
  readonly #options: RenderOptions;
  readonly #programs: ContainedPrograms;
  readonly #commands: BuildCommands;
  readonly #roots = new RepositoryRoots();
  readonly #schemas = new ChartSchemas();
  readonly #charts = new ChartTree();
  readonly #end = Date.now() + LONGEST;
  readonly #sources: Source[] = [];
  readonly #builds = new Map<string, RenderedBuild>();
  /** The keys of the builds that were rendered. */
  readonly #known = new Set<string>();
  readonly #unrendered: UnrenderedBuilds;
  /** The objects of each repository, by its root. */
  readonly #repositories = new Map<string, RepositoryObjects>();
  /** The folders of kustomizations that an object builds with changes, so that they are not applied as they are. */
  readonly #changed = new Set<string>();
  /** The folders of kustomizations that an object builds as they are. */
  readonly #unchanged = new Set<string>();
  #left = LARGEST;

  constructor(scratch: TemporaryFolder, options: RenderOptions) {
    const { cwd, limits } = options;
    const folder = realpathSync(cwd);
    this.#options = options;
    this.#unrendered = new UnrenderedBuilds(cwd, this.#charts);
    this.#programs = new ContainedPrograms(
      this.#roots.outermostOf(folder) ?? folder,
      scratch,
      limits,
    );
    this.#commands = new BuildCommands(scratch.path, this.#programs, this.#charts, options.minor);
  }

  /** Adds builds in their order. The programs of some run at the same time, because they take most of the time. */
  async add(builds: readonly Build[]): Promise<void> {
    const waiting = builds.values();
    const running: { readonly build: Build; readonly ran: Promise<RanBuild> }[] = [];
    const start = () => {
      const { value: build } = waiting.next();
      if (build === undefined) return;
      const ran = this.#run(build);
      // A failure ends the run when the builds before it are finished.
      ran.catch(() => {});
      running.push({ build, ran });
    };
    for (let started = 0; started < AT_ONCE; started++) start();
    for (const { build, ran } of running) {
      this.#finish(build, await ran);
      start();
    }
  }

  /**
   * Adds what objects of Flux and Argo CD build: those in files that were not rendered, then those that were rendered,
   * which may be in what others build.
   */
  async addStated(files: readonly InputFile[]): Promise<void> {
    const placed = this.#filesOutside(files).flatMap((file) => this.#objectsInFile(file));
    let objects = [...placed, ...this.#sources.flatMap((source) => this.#objectsIn(source))];
    for (let round = 0; round < MOST_ROUNDS && objects.length > 0; round++) {
      const before = this.#sources.length;
      for (const object of objects) this.#repositoryOf(object).add(object);
      for (const object of objects) await this.#addStatedBy(object);
      objects = this.#sources.slice(before).flatMap((source) => this.#objectsIn(source));
    }
  }

  async #addStatedBy(object: StatedObject): Promise<void> {
    for (const delivery of statedBy(object, this.#repositoryOf(object))) {
      if (delivery.kind === 'omitted') this.#unrendered.omit(delivery.title, delivery.reason);
      else if (!this.#known.has(keyOf(delivery.build))) {
        await this.add([this.#withOpenValues(delivery.build, object)]);
      } else this.#unchanged.add(delivery.build.folder);
    }
  }

  /** A chart that renders an object may be given other values than its own, which it then passes on. */
  #withOpenValues(build: Build, { text }: StatedObject): Build {
    const { stated } = build;
    const isOfChart =
      text.kind === 'rendered' && this.#builds.get(text.source)?.build.kind === 'chart';
    return isOfChart && stated ? { ...build, stated: { ...stated, isLiteral: false } } : build;
  }

  #repositoryOf({ file }: StatedObject): RepositoryObjects {
    const root = this.#roots.of(dirname(file)) ?? this.#options.cwd;
    const known = this.#repositories.get(root) ?? new RepositoryObjects(root, this.#options.cwd);
    this.#repositories.set(root, known);
    return known;
  }

  #objectsInFile({ path, name }: InputFile): readonly StatedObject[] {
    const content = MANIFEST_ENDING.test(name) ? readSmallText(path, LARGEST_STATING) : undefined;
    if (content === undefined) return [];
    const at = { kind: 'file', path } as const;
    return statedObjectsIn({ name, content }, at, ({ line }) => ({ file: path, line }));
  }

  #objectsIn({ name, content }: Source): readonly StatedObject[] {
    const rendered = this.#builds.get(name);
    if (rendered === undefined) return [];
    const origin = new RenderedOrigin(rendered, new OriginFiles((path) => path));
    return statedObjectsIn({ name, content }, { kind: 'rendered', source: name }, (identity) =>
      origin.ofDocument(identity),
    );
  }

  /** Runs the program of a build, unless there is a reason why it is not rendered. */
  async #run(build: Build): Promise<RanBuild> {
    const root = this.#roots.of(build.folder) ?? this.#options.cwd;
    const reach = reachOf(build, root, this.#schemas, this.#charts);
    const omitted = (reason: string) => ({ kind: 'omitted', reason }) as const;
    if (reach.problem !== undefined) return omitted(reach.problem);
    const command = await this.#commands.of(build);
    if (typeof command === 'string') return omitted(command);
    const left = this.#end - Date.now();
    if (left <= 0) return { kind: 'ended', problem: 'the time for all builds is over' };
    const [program, ...args] = command;
    const rendered = await this.#programs.run(program, args, left);
    if (rendered.kind === 'refused' && isUnreadable(rendered.message)) {
      // Helm prints what is not YAML only if it is asked to.
      const [name = '', ...rest] = args;
      const again = await this.#programs.run(program, [name, '--debug', ...rest], left);
      const output = again.kind === 'refused' ? again.output : '';
      return { ...rendered, output, reach, root };
    }
    return rendered.kind === 'ended'
      ? { kind: 'ended', problem: `${basename(program)} ${rendered.message}` }
      : { ...rendered, reach, root };
  }

  #finish(build: Build, ran: RanBuild): void {
    const unrendered = this.#unrendered;
    if (ran.kind === 'omitted') unrendered.omit(nameOf(build), ran.reason);
    else if (ran.kind === 'ended') unrendered.stop(build, ran.problem);
    else if (ran.kind === 'refused') {
      unrendered.refuse({ ...ran, build, message: withoutLinks(ran.message) });
    } else {
      const problem = this.#keep(build, ran);
      if (problem !== undefined) unrendered.stop(build, problem);
    }
  }

  /** Keeps what a build has printed, and returns the limit that it has reached; undefined if there is none. */
  #keep(build: Build, { reach, root, output }: Printed): string | undefined {
    const { folder, kind, stated } = build;
    const text =
      stated?.substitutions === undefined ? output : substituted(output, stated.substitutions);
    if (text === undefined) return 'its variables make it too large';
    this.#left -= text.length;
    if (this.#left < 0) return 'all builds together have printed too much';
    const source = this.#sourceOf(build, text);
    this.#sources.push(source);
    this.#known.add(keyOf(build));
    this.#builds.set(source.name, {
      build,
      reach,
      root,
      from: this.#commands.folderOf(build),
      text,
    });
    if (kind === 'kustomization' && stated !== undefined) this.#changed.add(folder);
    return undefined;
  }

  /** The rendered text, under the name of the file that says what is rendered. */
  #sourceOf({ file, folder, name, stated }: Build, content: string): Source {
    const own = stated === undefined ? relative(folder, file) : stated.title.replace('/', '.');
    const shown = name === '.' ? own : `${name}/${own}`;
    const ruleLevels = this.#options.configs.ruleLevelsFor(file, dirname(file));
    const unique = this.#builds.has(shown) ? `${shown} ${this.#builds.size}` : shown;
    const isDelivered = stated !== undefined;
    return {
      name: unique,
      content,
      isBuilt: true,
      isDelivered,
      ...(ruleLevels === undefined ? {} : { ruleLevels }),
    };
  }

  /** The files of the input that no build has read. */
  #filesOutside(files: readonly InputFile[]): readonly InputFile[] {
    const rendered = new Set<string>();
    for (const { build, reach } of this.#builds.values()) {
      if (build.stated === undefined) rendered.add(build.file);
      for (const file of reach.files) rendered.add(file);
    }
    return files.filter(({ path, isNamed, top }) => isNamed || !isAmong(path, rendered, top));
  }

  /** @param files all files of the input */
  result(files: readonly InputFile[]): Rendering {
    const isReplaced = ({ name }: Source) => {
      const build = this.#builds.get(name)?.build;
      if (build === undefined || build.stated !== undefined) return false;
      return this.#changed.has(build.folder) && !this.#unchanged.has(build.folder);
    };
    return {
      sources: this.#sources.filter((source) => !isReplaced(source)),
      builds: this.#builds,
      files: this.#filesOutside(files),
      failures: this.#unrendered.failuresAmong(this.#builds.values()),
      notices: this.#unrendered.notices,
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
