import { join, resolve, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { compareCodePoints } from '../../base/compare.ts';
import { effectiveSettings, setsServerFlags } from '../../config/effective-settings.ts';
import { readPodSecurity } from '../../config/pod-security-file.ts';
import type { Settings } from '../../config/settings.ts';
import type { Source } from '../../lint/read/source.ts';
import type { BaselineEntry } from '../../result/baseline/baseline.ts';
import { readBaseline } from '../../result/baseline/baseline-file.ts';
import type { Finding } from '../../result/finding.ts';
import type { PodSecurity } from '../../server/kubernetes/pod-security.ts';
import {
  looksLikeClusterConfig,
  mayConfigureCluster,
} from '../../sources/project/cluster-config.ts';
import { type ClusterFlags, clusterFlagsIn } from '../../sources/project/cluster-flags.ts';
import { withTexts } from '../../sources/project/files.ts';
import { decodeText } from '../../yaml/index.ts';
import { CONFIG_NAMES, ConfigFiles } from '../node/config-files.ts';
import { isArchive, readArchive } from '../node/crds/archive.ts';
import { CrdStore } from '../node/crds/crd-store.ts';
import { DISK } from '../node/disk/disk.ts';
import { leadsOut } from '../node/disk/leads-out.ts';
import { fileState, readSmallText } from '../node/disk/open-file.ts';
import { type OnProblem, reasonOf } from '../node/disk/problem.ts';
import {
  type ClusterTemplate,
  DEFAULT_MAX_FILE_SIZE,
  LARGEST_PROJECT_FILE,
  type Reading,
} from '../node/disk/reading.ts';
import { SkippedFiles } from '../node/disk/skipped-files.ts';
import { UnpackLimit } from '../node/disk/unpack-limit.ts';
import { isWithin, pathFrom } from '../node/disk/within.ts';
import { FileSelection } from '../node/file-selection.ts';
import { findFiles } from '../node/paths.ts';
import { Project } from '../node/project.ts';
import { readSource, sourceOfText } from '../node/read.ts';
import { type InputFile, MANIFEST_ENDING } from '../node/walk.ts';

/**
 * All that a folder has for a run. The objects of files that have not changed are the same as those of the last
 * reading.
 */
export interface FolderContent {
  /** In the order of the command line. */
  readonly files: readonly FolderFile[];
  /** The settings of the configuration, with paths inside of the folder only. */
  readonly settings: Omit<Settings, 'exclude'>;
  /** The known findings, of the baseline in the settings. */
  readonly baseline: readonly BaselineEntry[];
  /** The flags of the API server, from the configuration or from configurations of clusters. */
  readonly flags: ClusterFlags;
  /** The configuration of the admission plugin PodSecurity, which the settings name. */
  readonly podSecurity: PodSecurity | undefined;
  /** The sources that only define kinds. */
  readonly crds: readonly Source[];
  /** The sources that only have policies; undefined if no policy runs. */
  readonly policies: readonly Source[] | undefined;
}

export interface FolderFile {
  /** The absolute path. */
  readonly path: string;
  readonly source: Source;
}

export type FolderReading =
  | { readonly kind: 'read'; readonly content: FolderContent }
  /** The problems in its configurations; empty if one cannot be read. */
  | { readonly kind: 'misconfigured'; readonly problems: readonly Finding[] };

/** A source, and the state of its file when it was read. */
interface KnownSource {
  readonly source: Source;
  /** The text in the editor. Undefined for a file that is not open. */
  readonly text: string | undefined;
  /** The state of the file on the disk. Undefined for an open file. */
  readonly state: string | undefined;
}

/** A file that is, or would be, the configuration of a folder. */
export interface FolderConfiguration {
  /** The absolute path. */
  readonly file: string;
  /** Undefined for a file that does not exist. */
  readonly text: string | undefined;
}

/** Reads a folder again and again as the command line reads it, and only what has changed. */
export class FolderFiles {
  /** The absolute path of the folder. */
  readonly root: string;
  /** The texts that the editor shows, by absolute path. They count instead of the texts on the disk. */
  readonly texts = new Map<string, string>();
  readonly #onlyOpen: boolean;
  readonly #onProblem: OnProblem;
  #known = new Map<string, KnownSource>();
  /** The files of the disk, with the texts of the editor. */
  readonly #disk = withTexts(DISK, this.texts);
  #project = new Project();
  #configs: ConfigFiles | undefined;
  /** The absolute paths of the baseline and of the configuration of PodSecurity. */
  #named: ReadonlySet<string> = new Set();
  #files: readonly InputFile[] = [];
  /** For all archives of one reading. */
  #unpackLimit = new UnpackLimit();

  /**
   * @param root absolute
   * @param onlyOpen true if only the files that the editor shows are read
   * @param onProblem called for each path that cannot be read
   */
  constructor(root: string, onlyOpen: boolean, onProblem: OnProblem) {
    this.root = root;
    this.#onlyOpen = onlyOpen;
    this.#onProblem = onProblem;
  }

  /**
   * The configuration in the folder, with its text; the path that it would have if there is none. Undefined if a
   * symbolic link leads out of the folder there.
   */
  get configuration(): FolderConfiguration | undefined {
    const [first = '', ...others] = CONFIG_NAMES.map((name) => join(this.root, name));
    const isFile = (path: string) => this.#disk.kindOf(path) === 'file';
    const file = [first, ...others].find(isFile) ?? first;
    if (leadsOut(file, this.root)) return undefined;
    return { file, text: isFile(file) ? this.#disk.read(file, LARGEST_PROJECT_FILE) : undefined };
  }

  /**
   * Reports whether the text of a file counts for other files: a configuration, the baseline, or a project file around
   * them.
   *
   * @param texts the text before and after a change
   */
  countsForOthers(path: string, texts: readonly string[]): boolean {
    return (
      isConfig(path) ||
      (mayConfigureCluster(path) && texts.some(looksLikeClusterConfig)) ||
      this.#named.has(path) ||
      this.#project.hasRead(path) ||
      this.#configs?.texts.has(pathFrom(this.root, path)) === true
    );
  }

  /** @param pause called between files, so that other work can happen */
  async read(pause: () => Promise<void>): Promise<FolderReading> {
    const configs = new ConfigFiles(this.root, { kind: 'nearest' }, this.#onProblem, this.#disk);
    const config = configs.forRun()?.config;
    const settings = effectiveSettings({}, config);
    const inside = (paths: readonly string[]) =>
      paths.filter((path) => this.#isInside(path, configs));
    const [baseline] = inside([settings.baseline].flatMap((name) => name ?? []));
    const [podSecurity] = inside([settings.podSecurity].flatMap((name) => name ?? []));
    const named = [baseline, podSecurity].flatMap((name) =>
      name === undefined ? [] : [resolve(this.root, name)],
    );
    const project = new Project(this.#project, this.#disk);
    const known = new Map<string, KnownSource>();
    this.#unpackLimit = new UnpackLimit();
    const files: FolderFile[] = [];
    const clusterTemplates: ClusterTemplate[] = [];
    const found = await this.#find(configs, named, clusterTemplates, pause);
    project.addKustomizations(found);
    for (const file of found) {
      const source = this.#sourceOf(file, project, configs, known);
      if (source !== undefined) files.push({ path: file.path, source });
      await pause();
    }
    const more = async (paths: readonly string[]): Promise<readonly Source[]> => {
      const found = await Promise.all(
        inside(paths).map((path) => this.#more(path, project, configs, known)),
      );
      return found.flat();
    };
    const crds = [...(await more(settings.crds)), ...this.#keptCrds(known)];
    const policies = settings.policies.length === 0 ? undefined : await more(settings.policies);
    const { runtimeConfig, featureGates } = settings;
    const flags = setsServerFlags({}, config)
      ? { runtimeConfig, featureGates, files: [] }
      : clusterFlagsIn(
          [
            ...files.map(({ path, source }) => ({ name: source.name, path, source })),
            ...clusterTemplates.map(({ name, path }) => ({ name, path, source: undefined })),
          ].map((file) => ({ ...file, path: file.path.replaceAll(sep, '/') })),
          ({ path, source }) => {
            if (source === undefined) return readSmallText(path);
            const { content } = source;
            return content.length > LARGEST_PROJECT_FILE ? undefined : decodeText(content).text;
          },
        );
    if (!configs.areValid) return { kind: 'misconfigured', problems: configs.problems };
    this.#known = known;
    this.#project = project;
    this.#configs = configs;
    this.#files = found;
    this.#named = new Set(named);
    return {
      kind: 'read',
      content: {
        files,
        settings: { ...settings, baseline, podSecurity },
        baseline: this.#knownFindings(baseline),
        flags,
        podSecurity: this.#podSecurityIn(podSecurity),
        crds,
        policies,
      },
    };
  }

  #knownFindings(baseline: string | undefined): readonly BaselineEntry[] {
    return baseline === undefined ? [] : (this.#readNamed(baseline, readBaseline) ?? []);
  }

  #podSecurityIn(file: string | undefined): PodSecurity | undefined {
    return file === undefined ? undefined : this.#readNamed(file, readPodSecurity);
  }

  /**
   * The content of a file that the settings name; undefined if it cannot be read, which is reported.
   *
   * @param read returns what is wrong if the text is not valid
   */
  #readNamed<T extends object>(file: string, read: (text: string) => T | string): T | undefined {
    try {
      const content = read(this.#disk.read(resolve(this.root, file), DEFAULT_MAX_FILE_SIZE));
      if (typeof content !== 'string') return content;
      this.#onProblem(file, content);
    } catch (error) {
      this.#onProblem(file, reasonOf(error));
    }
    return undefined;
  }

  /** The content of the last reading, with the texts that the editor shows now for its files. */
  withTexts(content: FolderContent): FolderContent {
    const configs = this.#configs;
    if (configs === undefined) return content;
    const changed = new Map<string, Source>();
    for (const file of this.#files) {
      if (!this.texts.has(file.path)) continue;
      const source = this.#sourceOf(file, this.#project, configs, this.#known);
      if (source !== undefined) changed.set(file.path, source);
    }
    return {
      ...content,
      files: content.files.map((file) => {
        const source = changed.get(file.path);
        return source === undefined || source === file.source ? file : { ...file, source };
      }),
    };
  }

  /** The files of the folder, and open files that are not on the disk, in the order of a folder that is read. */
  async #find(
    configs: ConfigFiles,
    except: readonly string[],
    clusterTemplates: ClusterTemplate[],
    pause: () => Promise<void>,
  ): Promise<readonly InputFile[]> {
    const selection = new FileSelection(configs, this.root, {
      exclude: [],
      forceExclude: false,
      except,
    });
    const found: InputFile[] = [];
    if (!this.#onlyOpen) {
      for (const file of await findFiles([], { ...this.#reading(), clusterTemplates }, selection)) {
        found.push(file);
        await pause();
      }
    }
    const paths = new Set(found.map(({ path }) => path));
    const leavesOut = selection.below(this.root);
    const unsaved = [...this.texts.keys()].filter(
      (path) =>
        !paths.has(path) &&
        isWithin(path, this.root) &&
        MANIFEST_ENDING.test(path) &&
        !isConfig(path) &&
        (this.#onlyOpen || DISK.kindOf(path) === undefined) &&
        !leavesOut(path, false),
    );
    if (unsaved.length === 0) return found;
    const added = unsaved.map((path) => ({
      name: pathFrom(this.root, path),
      path,
      top: this.root,
      isNamed: false,
    }));
    return [...found, ...added].sort((a, b) => compareCodePoints(a.name, b.name));
  }

  /** More sources that the configuration names. */
  async #more(
    path: string,
    project: Project,
    configs: ConfigFiles,
    known: Map<string, KnownSource>,
  ): Promise<readonly Source[]> {
    if (isArchive(path)) return this.#archive(path, known);
    const files = await findFiles([path], this.#reading());
    return [...files].flatMap((file) => this.#sourceOf(file, project, configs, known) ?? []);
  }

  #archive(path: string, known: Map<string, KnownSource>): readonly Source[] {
    try {
      const sources = readArchive(path, this.root, this.#unpackLimit);
      return sources.map((source) => this.#unchanged(source, known));
    } catch (error) {
      this.#onProblem(path, reasonOf(error));
      return [];
    }
  }

  /** The CRDs that the repository keeps. */
  #keptCrds(known: Map<string, KnownSource>): readonly Source[] {
    const sources = CrdStore.of(this.root).sources(this.#onProblem);
    return sources.map((source) => this.#unchanged(source, known));
  }

  /** The source of the last reading with the same name and content, or else the new one. */
  #unchanged(source: Source, known: Map<string, KnownSource>): Source {
    const { name } = source;
    const before = this.#known.get(name);
    const kept =
      before !== undefined && isDeepStrictEqual(before.source.content, source.content)
        ? before
        : { source, text: undefined, state: undefined };
    known.set(name, kept);
    return kept.source;
  }

  /** The source of a file: the one of the last reading, unless something about it has changed. */
  #sourceOf(
    file: InputFile,
    project: Project,
    configs: ConfigFiles,
    known: Map<string, KnownSource>,
  ): Source | undefined {
    const text = this.texts.get(file.path);
    const state = text === undefined ? fileState(file.rawPath ?? file.path) : undefined;
    const before = this.#known.get(file.path);
    const isKnown =
      before !== undefined &&
      before.text === text &&
      before.state === state &&
      before.source.name === file.name;
    const content =
      text ?? (isKnown ? before.source.content : this.#contentOf(file, project, configs));
    if (content === undefined || (text ?? state) === undefined) return undefined;
    const read = sourceOfText(file, content, project, configs);
    const source =
      isKnown && hasSameContext(before.source, read)
        ? before.source
        : // The text that was checked can be decoded again, whatever happens to the file.
          { ...read, readAgain: () => content };
    known.set(file.path, { source, text, state });
    return source;
  }

  #contentOf(
    file: InputFile,
    project: Project,
    configs: ConfigFiles,
  ): Source['content'] | undefined {
    return readSource(file, project, configs, this.#reading())?.content;
  }

  #reading(): Reading {
    return {
      cwd: this.root,
      followsLinks: false,
      maxFileSize: DEFAULT_MAX_FILE_SIZE,
      onProblem: this.#onProblem,
      skipped: new SkippedFiles(),
    };
  }

  #isInside(path: string, configs: ConfigFiles): boolean {
    const isOutside = configs.leadsOut(path);
    if (isOutside) this.#onProblem(path, 'is outside of the repository, and not read');
    return !isOutside;
  }
}

/** Reports whether a path is that of a configuration. */
export function isConfig(path: string): boolean {
  return CONFIG_NAMES.some((name) => path.endsWith(`${sep}${name}`));
}

/** Reports whether two sources have the same surroundings and levels of rules. */
function hasSameContext(source: Source, other: Source): boolean {
  const [some, others] = [source.surroundings ?? [], other.surroundings ?? []];
  return (
    some.length === others.length &&
    some.every(
      ({ folder, path }, at) => folder === others[at]?.folder && path === others[at].path,
    ) &&
    isDeepStrictEqual(source.ruleLevels, other.ruleLevels)
  );
}
