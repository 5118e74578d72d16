import { basename, dirname, join, resolve, sep } from 'node:path';
import { compareCodePoints } from '../../base/compare.ts';
import { areEqualLists } from '../../base/equal-lists.ts';
import { getOrCompute } from '../../base/get-or-compute.ts';
import { addTo } from '../../base/index-by.ts';
import { isInUnitTests } from '../../sources/project/file-location.ts';
import type { Files } from '../../sources/project/files.ts';
import { type GoFacts, readGoFacts } from '../../sources/project/go-files.ts';
import type { ReadFile } from '../../sources/project/kustomize/kustomization.ts';
import {
  asSeenFromOutside,
  isKustomizationFile,
  PROJECT_FILES,
  type ProjectFileName,
  type ProjectFolder,
  readProjectFolder,
  type Surrounding,
} from '../../sources/project/project-folder.ts';
import { readScripts, SCRIPT_FOLDERS, type ScriptFacts } from '../../sources/project/scripts.ts';
import { testInputsIn } from '../../sources/project/test-inputs.ts';
import {
  endsWithOneOf,
  javaTestsIn,
  manifestsNamedBy,
  pythonTestsIn,
} from '../../sources/project/test-programs.ts';
import { DISK } from './disk/disk.ts';
import { leadsOut } from './disk/leads-out.ts';
import { LARGEST_PROJECT_FILE } from './disk/reading.ts';
import { RepositoryRoots } from './disk/repository-roots.ts';
import { isWithin, pathFrom } from './disk/within.ts';
import type { InputFile } from './walk.ts';

/** The number of bytes of patches that are read for one kustomization. */
const LARGEST_SUM = 4 * LARGEST_PROJECT_FILE;

/** The facts about a folder, and the texts that they are from. */
interface KnownFolder {
  readonly facts: ProjectFolder | undefined;
  readonly texts: readonly (string | undefined)[];
}

/** The project files of the folders that a run meets; each folder is read once. */
export class Project {
  readonly #folders = new Map<string, KnownFolder>();
  readonly #roots = new RepositoryRoots();
  readonly #earlier: ReadonlyMap<string, KnownFolder>;
  /** The folders whose kustomizations name a file outside of them, by the absolute path of the file. */
  readonly #naming = new Map<string, Surrounding[]>();
  readonly #files: Files;
  readonly #read = new Set<string>();
  /** The manifests that the tests of a module name, by the absolute path of its `src/test`. */
  readonly #javaTests = new Map<string, ReadonlySet<string>>();

  /**
   * @param earlier the project before some files may have changed. The facts about the same texts are the same objects.
   */
  constructor(earlier?: Project, files: Files = DISK) {
    this.#files = files;
    this.#earlier = earlier === undefined ? new Map() : earlier.#folders;
  }

  /** Finds the files that kustomizations name outside of their folders, such as patches that are next to a base. */
  addKustomizations(files: Iterable<Pick<InputFile, 'path' | 'top'>>): void {
    for (const { path, top } of files) {
      if (!isKustomizationFile(basename(path))) continue;
      const folder = dirname(path);
      const facts = this.#folderAt(folder, this.#rootAround(folder, top));
      if (facts?.kustomization === undefined) continue;
      const { parts, resources } = facts.kustomization;
      for (const name of new Set([...parts, ...resources])) {
        if (!name.startsWith('../')) continue;
        addTo(this.#naming, resolve(folder, name), {
          folder: asSeenFromOutside(facts),
          path: name,
        });
      }
    }
  }

  /**
   * The folders around a file that have project files: its own folder and the folders above it, up to the root of the
   * git repository, or otherwise up to a given folder. After them come folders elsewhere whose kustomizations name the
   * file.
   *
   * @param path an absolute path
   * @param top an absolute path. If a file is in no repository, folders above this one are not read.
   */
  surroundingsOf(path: string, top: string): readonly Surrounding[] {
    const own = dirname(path);
    const root = this.#rootAround(own, top);
    const surroundings: Surrounding[] = [];
    for (let folder = own; isWithin(folder, root); folder = dirname(folder)) {
      const known = this.#folderAt(folder, root);
      if (known !== undefined) surroundings.push({ folder: known, path: pathFrom(folder, path) });
      if (folder === dirname(folder)) break;
    }
    return [...surroundings, ...(this.#naming.get(path) ?? [])];
  }

  /** The root of the git repository of a folder, or else the named folder that it is in. */
  #rootAround(folder: string, top: string): string {
    return this.#roots.of(folder) ?? (isWithin(folder, top) ? top : folder);
  }

  /**
   * The path of a file from the root of the git repository, or else from the folder that was named, with `/`. Outside
   * of repositories, the folders of a file that was named itself say nothing about it.
   */
  locationOf({ path, top, isNamed }: Pick<InputFile, 'path' | 'top' | 'isNamed'>): string {
    const own = dirname(path);
    const root = this.#roots.of(own) ?? (isNamed || !isWithin(own, top) ? own : top);
    return pathFrom(root, path);
  }

  /** Reports whether a file was looked for, so that its text counts for files around it. */
  hasRead(path: string): boolean {
    return this.#read.has(path);
  }

  #folderAt(folder: string, root: string): ProjectFolder | undefined {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known.facts;
    const reader = new FolderReader(folder, root, this.#files, this.#read);
    const texts = new Map<ProjectFileName, string>();
    for (const name of PROJECT_FILES) {
      const text = reader.read(name);
      if (text !== undefined) texts.set(name, text);
    }
    const path = folder.replaceAll(sep, '/');
    const readFile = (name: string) => reader.read(name);
    const { embeds, outputs, inputs } = reader.readGoFacts();
    const resources = this.#resourcesOfJava(folder, root, reader.names);
    reader.texts.push(...resources);
    const others = {
      goEmbeds: embeds,
      goOutputs: outputs,
      goInputs: inputs,
      roleTemplates: reader.roleTemplates(),
      testInputs: [...reader.testInputs(), ...resources],
      solutions: reader.solutions(),
      ...reader.readScripts(),
    };
    const facts =
      texts.size === 0 && Object.values(others).every(({ length }) => length === 0)
        ? undefined
        : readProjectFolder(path, texts, readFile, (name) => reader.isMissing(name), others);
    const before = this.#earlier.get(folder);
    const found =
      before !== undefined && areEqualLists(before.texts, reader.texts)
        ? before
        : { facts, texts: reader.texts };
    this.#folders.set(folder, found);
    return found.facts;
  }

  /** The files of a folder of resources of Java that unit tests name, by the names of all its files. */
  #resourcesOfJava(folder: string, root: string, names: readonly string[]): readonly string[] {
    const path = `/${pathFrom(root, folder)}/`;
    const start = path.indexOf(JAVA_RESOURCES);
    if (start < 0) return [];
    const inside = path.slice(start + JAVA_RESOURCES.length);
    const module = join(root, path.slice(0, start), 'src/test');
    const named = getOrCompute(this.#javaTests, module, () =>
      new FolderReader(module, root, this.#files, this.#read).namedByJava(),
    );
    return names.filter((name) => endsWithOneOf(named, `${inside}${name}`));
  }
}

const NO_GO_FACTS: GoFacts = { embeds: [], outputs: [], inputs: [] };

/** A folder with what the reader of an exercise is to write. */
const SOLUTION = /^(?:answers?|completed?|finished|solutions?|solved)$/i;

/** The folder with resources of the tests of a module that Maven or Gradle builds. */
const JAVA_RESOURCES = '/src/test/resources/';

/** Reads files by their paths from a folder, but none outside of the root of the project. */
class FolderReader {
  readonly #folder: string;
  readonly #root: string;
  readonly #files: Files;
  /** Gets the absolute paths of the files. */
  readonly #paths: Set<string>;
  /** The texts that were read, in order. */
  readonly texts: (string | undefined)[] = [];
  #left = LARGEST_SUM;
  #names: readonly string[] | undefined;

  constructor(folder: string, root: string, files: Files, paths: Set<string>) {
    this.#folder = folder;
    this.#root = root;
    this.#files = files;
    this.#paths = paths;
  }

  /** The names of the files in the folder, which is listed once. */
  get names(): readonly string[] {
    this.#names ??= this.#files.filesIn(this.#folder);
    return this.#names;
  }

  /** The text of a regular file of a limited size. Undefined if there is none, or it cannot be read. */
  read(path: string): string | undefined {
    const text = this.#textOf(path, this.#left);
    this.#left -= text === undefined ? 0 : Buffer.byteLength(text);
    this.texts.push(text);
    return text;
  }

  /** The facts about other files from the Go files of the folder. */
  readGoFacts(): GoFacts {
    if (!this.names.some((name) => name.endsWith('.go'))) return NO_GO_FACTS;
    const facts = readGoFacts(this.names, this.#codeReader());
    this.texts.push(...facts.embeds, ...facts.outputs, ...facts.inputs);
    return facts;
  }

  /** The facts from the scripts of the folder. Those of a repository are also in other folders of its root. */
  readScripts(): ScriptFacts {
    const folders = this.#folder === this.#root ? SCRIPT_FOLDERS : [];
    const others = folders.flatMap((folder) =>
      this.#files.filesIn(join(this.#folder, folder)).map((name) => join(folder, name)),
    );
    const facts = readScripts([...this.names, ...others], this.#codeReader());
    this.texts.push(...facts.replacedWords, ...facts.ofPodman);
    return facts;
  }

  /** Reads the files of programs, whose texts are not kept: only the facts from them are. */
  #codeReader(): ReadFile {
    let left = LARGEST_SUM;
    return (name) => {
      const text = this.#textOf(name, left);
      left -= text?.length ?? 0;
      return text;
    };
  }

  /** The names of the templates of the role of Ansible that the folder is. */
  roleTemplates(): readonly string[] {
    if (basename(dirname(this.#folder)) !== 'roles') return [];
    const names = this.#files.filesIn(join(this.#folder, 'templates'));
    const templates = names.filter((name) => name.endsWith('.j2')).sort(compareCodePoints);
    this.texts.push(...templates);
    return templates;
  }

  /** The files of the folder that unit tests read, as their names or tests in Python next to them show. */
  testInputs(): readonly string[] {
    const { names } = this;
    const isOfTests = isInUnitTests({ location: `${pathFrom(this.#root, this.#folder)}/` });
    const named = names.some((name) => name.endsWith('.py'))
      ? manifestsNamedBy(pythonTestsIn(names), this.#codeReader())
      : new Set<string>();
    const inputs = [
      ...(isOfTests ? testInputsIn(names) : []),
      ...names.filter((name) => named.has(name)),
    ];
    this.texts.push(...inputs);
    return inputs;
  }

  /** The names of the folders in the folder with solutions of exercises. */
  solutions(): readonly string[] {
    const names = this.#files.foldersIn(this.#folder).filter((name) => SOLUTION.test(name));
    this.texts.push(...names);
    return names;
  }

  /** The manifests that programs in Java below the folder name. */
  namedByJava(): ReadonlySet<string> {
    return manifestsNamedBy(javaTestsIn(this.#folder, this.#files), this.#codeReader());
  }

  /** Reports whether there is certainly no file and no folder of the project at a path. */
  isMissing(path: string): boolean {
    const file = resolve(this.#folder, path);
    if (!isWithin(file, this.#root)) return false;
    this.#paths.add(file);
    if (!this.#leadsInside(file)) return false;
    const kind = this.#files.kindOf(file);
    // It counts like a text: with another answer, the facts about the folder are different.
    this.texts.push(kind);
    return kind === undefined;
  }

  #textOf(path: string, maxBytes: number): string | undefined {
    const file = resolve(this.#folder, path);
    if (!isWithin(file, this.#root)) return undefined;
    this.#paths.add(file);
    try {
      if (this.#files.kindOf(file) !== 'file' || !this.#leadsInside(file)) return undefined;
      return this.#files.read(file, Math.min(LARGEST_PROJECT_FILE, maxBytes));
    } catch {
      return undefined;
    }
  }

  /** Reports whether a file is in the project. A folder that a symbolic link leads to belongs to the project too. */
  #leadsInside(file: string): boolean {
    return !leadsOut(file, this.#root) || !leadsOut(file, this.#folder);
  }
}
