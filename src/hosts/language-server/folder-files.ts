import { join, resolve, sep } from 'node:path';
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
import { DISK } from '../node/disk/disk.ts';
import { leadsOut } from '../node/disk/leads-out.ts';
import { readSmallText } from '../node/disk/open-file.ts';
import { type OnProblem, reasonOf } from '../node/disk/problem.ts';
import {
  type ClusterTemplate,
  DEFAULT_MAX_FILE_SIZE,
  LARGEST_PROJECT_FILE,
  type Reading,
} from '../node/disk/reading.ts';
import { SkippedFiles } from '../node/disk/skipped-files.ts';
import { isWithin, pathFrom } from '../node/disk/within.ts';
import { FileSelection } from '../node/file-selection.ts';
import { findFiles } from '../node/paths.ts';
import { Project } from '../node/project.ts';
import { type InputFile, MANIFEST_ENDING } from '../node/walk.ts';
import { FolderSources } from './folder-sources.ts';

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

interface FolderFile {
  /** The absolute path. */
  readonly path: string;
  readonly source: Source;
}

type FolderReading =
  | { readonly kind: 'read'; readonly content: FolderContent }
  /** The problems in its configurations; empty if one cannot be read. */
  | { readonly kind: 'misconfigured'; readonly problems: readonly Finding[] };

/** A file that is, or would be, the configuration of a folder. */
export interface FolderConfiguration {
  /** The absolute path. */
  readonly file: string;
  /** Undefined for a file that does not exist. */
  readonly text: string | undefined;
}

/**
 * The texts of a folder that are read: all of its files, only those that the editor shows, or new texts of the editor
 * that have no file yet. The files around a text do not count for one that has no file.
 */
export type FolderScope = 'all-files' | 'open-files' | 'new-texts';

/** Reads a folder again and again as the command line reads it, and only what has changed. */
export class FolderFiles {
  /** The absolute path of the folder. */
  readonly root: string;
  /** The texts that the editor shows, by absolute path. They count instead of the texts on the disk. */
  readonly texts = new Map<string, string>();
  readonly #scope: FolderScope;
  readonly #onProblem: OnProblem;
  /** The files of the disk, with the texts of the editor. */
  readonly #disk = withTexts(DISK, this.texts);
  /** The last reading. */
  #sources: FolderSources | undefined;
  #files: readonly InputFile[] = [];
  /** The absolute paths of the baseline and of the configuration of PodSecurity. */
  #named: ReadonlySet<string> = new Set();

  /**
   * @param root absolute
   * @param onProblem called for each path that cannot be read
   */
  constructor(root: string, scope: FolderScope, onProblem: OnProblem) {
    this.root = root;
    this.#scope = scope;
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
      this.#sources?.context.project.hasRead(path) === true ||
      this.#sources?.context.configs.texts.has(pathFrom(this.root, path)) === true
    );
  }

  /** @param pause called between files, so that other work can happen */
  async read(pause: () => Promise<void>): Promise<FolderReading> {
    const configs = new ConfigFiles(this.root, { kind: 'nearest' }, this.#onProblem, this.#disk);
    const config = configs.forRun()?.config;
    const settings = effectiveSettings({}, config);
    const inside = (paths: readonly (string | undefined)[]) =>
      paths.flatMap((path) => (path !== undefined && this.#isInside(path, configs) ? [path] : []));
    const [baseline] = inside([settings.baseline]);
    const [podSecurity] = inside([settings.podSecurity]);
    const named = [baseline, podSecurity].flatMap((name) =>
      name === undefined ? [] : [resolve(this.root, name)],
    );
    const project = new Project(this.#sources?.context.project, this.#disk);
    const reading = this.#reading();
    const sources = new FolderSources(
      {
        context: { configs, project },
        texts: this.texts,
        reading,
        haveFiles: this.#scope !== 'new-texts',
      },
      this.#sources,
    );
    const files: FolderFile[] = [];
    const clusterTemplates: ClusterTemplate[] = [];
    const found = await this.#find(configs, named, clusterTemplates, pause);
    project.addKustomizations(found);
    for (const file of found) {
      const source = sources.of(file);
      if (source !== undefined) files.push({ path: file.path, source });
      await pause();
    }
    const crds = [...(await sources.named(inside(settings.crds))), ...sources.keptCrds()];
    const policies =
      settings.policies.length === 0 ? undefined : await sources.named(inside(settings.policies));
    const { runtimeConfig, featureGates } = settings;
    const flags = setsServerFlags({}, config)
      ? { runtimeConfig, featureGates, files: [] }
      : flagsOfClusters(files, clusterTemplates);
    if (!configs.areValid) return { kind: 'misconfigured', problems: configs.problems };
    sources.complete();
    this.#sources = sources;
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
    const changed = new Map<string, Source>();
    for (const file of this.#files) {
      if (!this.texts.has(file.path)) continue;
      const source = this.#sources?.of(file);
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
    if (this.#scope === 'all-files') {
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
        (this.#scope !== 'all-files' || DISK.kindOf(path) === undefined) &&
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

/** The flags of the API server that the configurations of clusters in a folder state. */
function flagsOfClusters(
  files: readonly FolderFile[],
  templates: readonly ClusterTemplate[],
): ClusterFlags {
  const all = [
    ...files.map(({ path, source }) => ({ name: source.name, path, source })),
    ...templates.map(({ name, path }) => ({ name, path, source: undefined })),
  ];
  return clusterFlagsIn(
    all.map((file) => ({ ...file, path: file.path.replaceAll(sep, '/') })),
    ({ path, source }) => {
      if (source === undefined) return readSmallText(path);
      const { content } = source;
      return content.length > LARGEST_PROJECT_FILE ? undefined : decodeText(content).text;
    },
  );
}
