import { isDeepStrictEqual } from 'node:util';
import type { Source } from '../../lint/read/source.ts';
import { isArchive, readArchive } from '../node/crds/archive.ts';
import { CrdStore } from '../node/crds/crd-store.ts';
import { fileState } from '../node/disk/open-file.ts';
import { reasonOf } from '../node/disk/problem.ts';
import type { Reading } from '../node/disk/reading.ts';
import { UnpackLimit } from '../node/disk/unpack-limit.ts';
import { findFiles } from '../node/paths.ts';
import { type FileContext, readSource, sourceOf } from '../node/read.ts';
import type { InputFile } from '../node/walk.ts';

/** A source, and the state of its file when it was read. */
interface KnownSource {
  readonly source: Source;
  /** The text in the editor. Undefined for a file that is not open. */
  readonly text: string | undefined;
  /** The state of the file on the disk. Undefined for an open file. */
  readonly state: string | undefined;
}

/** The data from which the sources of a folder are read. */
interface FolderData {
  readonly context: FileContext;
  /** The texts that the editor shows, by absolute path. They count instead of the texts on the disk. */
  readonly texts: ReadonlyMap<string, string>;
  readonly reading: Reading;
  /** False if the texts have no files, so that the files around them do not count. */
  readonly haveFiles: boolean;
}

/** The sources of one reading of a folder. Those that have not changed are the objects of the reading before. */
export class FolderSources {
  readonly context: FileContext;
  readonly #texts: ReadonlyMap<string, string>;
  readonly #reading: Reading;
  readonly #haveFiles: boolean;
  readonly #unpackLimit = new UnpackLimit();
  readonly #known = new Map<string, KnownSource>();
  /** The sources of the reading before, until this one is complete. */
  #before: ReadonlyMap<string, KnownSource>;

  /** @param before the sources of the reading before; undefined for the first one */
  constructor(
    { context, texts, reading, haveFiles }: FolderData,
    before: FolderSources | undefined,
  ) {
    this.context = context;
    this.#texts = texts;
    this.#reading = reading;
    this.#haveFiles = haveFiles;
    this.#before = before === undefined ? new Map() : before.#known;
  }

  /** Ends the reading: from now on, sources are compared with those that it has read. */
  complete(): void {
    this.#before = this.#known;
  }

  /** The source of a file: the one of the reading before, unless something about it has changed. */
  of(file: InputFile): Source | undefined {
    const text = this.#texts.get(file.path);
    const state = text === undefined ? fileState(file.rawPath ?? file.path) : undefined;
    const before = this.#before.get(file.path);
    const isKnown =
      before !== undefined &&
      before.text === text &&
      before.state === state &&
      before.source.name === file.name;
    const content = text ?? (isKnown ? before.source.content : this.#contentOf(file));
    if (content === undefined || (text ?? state) === undefined) return undefined;
    // The text that was checked can be decoded again, whatever happens to the file.
    const inProject = sourceOf(file, { content, readAgain: () => content }, this.context);
    const read = this.#haveFiles
      ? inProject
      : { ...inProject, location: file.name, surroundings: [] };
    const source = isKnown && hasSameContext(before.source, read) ? before.source : read;
    this.#known.set(file.path, { source, text, state });
    return source;
  }

  #contentOf(file: InputFile): Source['content'] | undefined {
    return readSource(file, this.context, this.#reading)?.content;
  }

  /** The sources of the paths that the configuration names: files, folders and archives. */
  async named(paths: readonly string[]): Promise<readonly Source[]> {
    const found = await Promise.all(
      paths.map(async (path) => {
        if (isArchive(path)) return this.#inArchive(path);
        const files = await findFiles([path], this.#reading);
        return [...files].flatMap((file) => this.of(file) ?? []);
      }),
    );
    return found.flat();
  }

  #inArchive(path: string): readonly Source[] {
    const { cwd, onProblem } = this.#reading;
    try {
      return readArchive(path, cwd, this.#unpackLimit).map((source) => this.#unchanged(source));
    } catch (error) {
      onProblem(path, reasonOf(error));
      return [];
    }
  }

  /** The CRDs that the repository keeps. */
  keptCrds(): readonly Source[] {
    const { cwd, onProblem } = this.#reading;
    return CrdStore.of(cwd)
      .sources(onProblem)
      .map((source) => this.#unchanged(source));
  }

  /** The source of the reading before with the same name and content, or else the new one. */
  #unchanged(source: Source): Source {
    const { name } = source;
    const before = this.#before.get(name);
    const kept =
      before !== undefined && isDeepStrictEqual(before.source.content, source.content)
        ? before
        : { source, text: undefined, state: undefined };
    this.#known.set(name, kept);
    return kept.source;
  }
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
