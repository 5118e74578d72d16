import { existsSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import type { Source } from '../../../lint/read/source.ts';
import { newestOf } from '../../../server/kubernetes/minors.ts';
import type { PodSecurity } from '../../../server/kubernetes/pod-security.ts';
import { type ClusterFlags, clusterFlagsIn } from '../../../sources/project/cluster-flags.ts';
import type { ConfigFiles } from '../../node/config-files.ts';
import { isArchive, readArchive } from '../../node/crds/archive.ts';
import { CrdStore } from '../../node/crds/crd-store.ts';
import { readSmallText } from '../../node/disk/open-file.ts';
import { reasonOf } from '../../node/disk/problem.ts';
import type { ClusterTemplate, Reading } from '../../node/disk/reading.ts';
import { SkippedFiles } from '../../node/disk/skipped-files.ts';
import { UnpackLimit, UnpackProblem } from '../../node/disk/unpack-limit.ts';
import type { Selection } from '../../node/file-selection.ts';
import { findFiles } from '../../node/paths.ts';
import { readFiles, readStandardInput } from '../../node/read.ts';
import type { Rendering } from '../../node/render/render.ts';
import type { InputFile } from '../../node/walk.ts';
import type { Messages } from '../channel.ts';
import type { Host } from '../host.ts';
import type { LintInvocation } from './arguments.ts';
import { Progress } from './progress.ts';

/** The location of the files, and the selection of those that are read. */
interface InputPlace {
  /** The folder that paths start from. */
  readonly cwd: string;
  readonly configs: ConfigFiles;
  readonly selection: Selection;
  /** Returns the location of the original of a file, if the files are copies. */
  readonly originalOf?: (path: string) => string;
}

/** The input of a run, and the messages about reading it. */
export class Input {
  /** True if something could not be read. */
  failed = false;
  /** True if standard input had no byte, as after a command that failed. */
  lacksInput = false;
  /** The files that were found and not read. */
  readonly skipped = new SkippedFiles();
  /** The objects of charts and kustomizations; undefined without `--render`. */
  rendering: Rendering | undefined;
  #found: readonly InputFile[] | undefined;
  readonly #clusterTemplates: ClusterTemplate[] = [];
  readonly #invocation: LintInvocation;
  readonly #place: InputPlace;
  readonly #host: Host;
  readonly #messages: Messages | undefined;
  readonly #progress: Progress;
  readonly #reading: Reading;
  readonly #unpackLimit = new UnpackLimit();

  /** @param messages undefined to print no messages */
  constructor(
    invocation: LintInvocation,
    place: InputPlace,
    host: Host,
    messages: Messages | undefined,
  ) {
    this.#invocation = invocation;
    this.#place = place;
    this.#host = host;
    this.#messages = messages;
    this.#progress = new Progress(host, invocation.verbosity !== 'quiet');
    this.#reading = {
      cwd: place.cwd,
      followsLinks: invocation.followLinks,
      maxFileSize: invocation.maxFileSize,
      sizeVariable: 'KUBEADMIT_MAX_FILE_SIZE',
      onProblem: (path, reason) => this.#complain(path, reason),
      skipped: this.skipped,
    };
  }

  /** True if the input is the output of another program, which may have it from a cluster. */
  get mayBeLive(): boolean {
    const { paths, stdinFilename } = this.#invocation;
    return paths.includes('-') && stdinFilename === undefined;
  }

  /** The flags of the API server. If none are set, those that configurations of clusters among the files state. */
  async flags(): Promise<ClusterFlags> {
    const { setsFlags, runtimeConfig, featureGates, paths } = this.#invocation;
    if (setsFlags || paths.includes('-')) return { runtimeConfig, featureGates, files: [] };
    const found = await this.#find();
    const files = [...found, ...this.#clusterTemplates].map(({ name, path }) => ({
      name,
      path: path.replaceAll(sep, '/'),
    }));
    return clusterFlagsIn(files, ({ path }) => readSmallText(path));
  }

  /**
   * The configuration of the admission plugin PodSecurity; undefined if none is named.
   *
   * @throws UsageError if it cannot be read, or is not valid
   */
  async podSecurity(): Promise<PodSecurity | undefined> {
    const { podSecurity } = this.#invocation;
    if (podSecurity === undefined) return undefined;
    const { readPodSecurityFile } = await import('./pod-security-input.ts');
    return readPodSecurityFile(podSecurity, this.#place.cwd);
  }

  /** The files that the arguments name, which are searched once. */
  async #find(): Promise<readonly InputFile[]> {
    const { paths } = this.#invocation;
    const reading = { ...this.#reading, clusterTemplates: this.#clusterTemplates };
    this.#found ??= [...(await findFiles(paths, reading, this.#place.selection))];
    return this.#found;
  }

  /** The texts in the order of the arguments. Files are read one by one while they are checked. */
  async sources(): Promise<Iterable<Source>> {
    const { paths, stdinFilename } = this.#invocation;
    if (!paths.includes('-')) return this.#filesAndRendered(await this.#find());
    const at = paths.indexOf('-');
    const others = paths.filter((path) => path !== '-');
    const before = at === 0 ? [] : await this.#read(others.slice(0, at), this.#place.selection);
    const after =
      at === others.length ? [] : await this.#read(others.slice(at), this.#place.selection);
    const input = await this.#readStandardInput(stdinFilename);
    return concatenate([before, input, after]);
  }

  /** The texts of files. With `--render`, what charts and kustomizations render is in the place of their files. */
  async #filesAndRendered(files: readonly InputFile[]): Promise<Iterable<Source>> {
    const { render, kubernetesVersion } = this.#invocation;
    if (!render) return this.#readFiles(files);
    const { renderInput } = await import('../../node/render/render.ts');
    const { cwd, configs } = this.#place;
    const minor = newestOf(kubernetesVersion);
    this.rendering = await renderInput(files, { cwd, configs, minor });
    return concatenate([this.#readFiles(this.rendering.files), this.rendering.sources]);
  }

  async #readStandardInput(name: string | undefined): Promise<readonly Source[]> {
    const { configs } = this.#place;
    const { stdin } = this.#host;
    try {
      const source = await readStandardInput(stdin, name, configs, this.#reading);
      if (source === undefined) return [];
      // The file that an editor shows may well be empty.
      if (source.content.length === 0 && name === undefined && !this.#invocation.allowEmpty) {
        this.lacksInput = true;
        this.#messages?.complain(
          'standard input is empty; did the command before it fail? --allow-empty accepts this',
        );
      }
      return [source];
    } catch (error) {
      this.#complain('standard input', reasonOf(error));
      return [];
    }
  }

  /** The texts that only define kinds: those that are named, and those that the repository keeps. */
  async crds(): Promise<Iterable<Source>> {
    const { crds } = this.#invocation;
    const read = await Promise.all(
      crds.map((path) =>
        isArchive(path) ? this.#readArchive(path) : this.#read([path], undefined),
      ),
    );
    const kept = CrdStore.of(this.#place.cwd).sources((path, reason) =>
      this.#complain(path, reason),
    );
    return concatenate([...read, kept]);
  }

  /** The texts with policies that run; undefined if no policy does. */
  async policies(): Promise<Iterable<Source> | undefined> {
    const { policies } = this.#invocation;
    return policies.length === 0 ? undefined : this.#read(policies, undefined);
  }

  /** The manifests of the earlier state that `--base` names; undefined without it. */
  async base(): Promise<Iterable<Source> | undefined> {
    const { base, paths } = this.#invocation;
    if (base === undefined) return undefined;
    const { cwd } = this.#host;
    if (existsSync(resolve(cwd, base))) return this.#read([base], undefined);
    const [{ readGitBase }, { GitProblem }] = await Promise.all([
      import('../../node/git-base.ts'),
      import('../../node/git/git.ts'),
    ]);
    try {
      return readGitBase(
        base,
        paths.filter((path) => path !== '-'),
        cwd,
        this.#unpackLimit,
      );
    } catch (error) {
      if (!(error instanceof GitProblem || error instanceof UnpackProblem)) throw error;
      this.#complain(`--base ${base}`, error.message);
      return undefined;
    }
  }

  finish(): void {
    this.#progress.clear();
  }

  async #read(
    paths: readonly string[],
    selection: Selection | undefined,
  ): Promise<Iterable<Source>> {
    return this.#readFiles(await findFiles(paths, this.#reading, selection));
  }

  #readFiles(files: Iterable<InputFile>): Iterable<Source> {
    const { configs, originalOf } = this.#place;
    const onRead = ({ name }: { readonly name: string }) => {
      this.#progress.count();
      if (this.#invocation.verbosity === 'verbose') {
        this.#messages?.say(`reading ${name}`);
      }
    };
    const { includeOutputs } = this.#invocation;
    const context = { configs, originalOf, includesOutputs: includeOutputs };
    return readFiles(files, context, this.#reading, onRead);
  }

  /** The CRDs of a packed chart; none, and a complaint, if it cannot be read. */
  #readArchive(path: string): readonly Source[] {
    try {
      return readArchive(path, this.#host.cwd, this.#unpackLimit);
    } catch (error) {
      this.#complain(path, reasonOf(error));
      return [];
    }
  }

  #complain(path: string, reason: string): void {
    this.failed = true;
    this.#progress.clear();
    this.#messages?.complain(`${path}: ${reason}`);
  }
}

function* concatenate<T>(parts: Iterable<Iterable<T>>): Iterable<T> {
  for (const part of parts) yield* part;
}
