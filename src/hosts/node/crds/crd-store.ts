import { dirname, join, resolve } from 'node:path';
import { type CrdLock, digestsOf, EMPTY_LOCK, readLock } from '../../../features/crds/crd-lock.ts';
import type { Source } from '../../../lint/read/source.ts';
import { entriesOf } from '../disk/folder-entries.ts';
import { leadsOut } from '../disk/leads-out.ts';
import { type FileContent, fileState, readRegularFile, readUnchanged } from '../disk/open-file.ts';
import { type OnProblem, reasonOf } from '../disk/problem.ts';
import { DEFAULT_MAX_FILE_SIZE, MEGABYTE } from '../disk/reading.ts';
import { RepositoryRoots } from '../disk/repository-roots.ts';
import { pathFrom } from '../disk/within.ts';

/** The path of the lock, from the folder that the CRDs are for. */
export const CRD_LOCK = '.kubeadmit/crds.lock';
const FOLDER = '.kubeadmit/crds';

/** A lock above this many bytes is not read. */
const LARGEST_LOCK = 16 * MEGABYTE;

type StoredFile = Extract<FileContent, { readonly kind: 'content' }>;

/**
 * The CRDs that a repository keeps for its custom resources: `.kubeadmit/crds`, and the lock that says what is in it.
 */
export class CrdStore {
  /** The absolute path of the folder that has, or would have, `.kubeadmit`. */
  readonly root: string;
  readonly #cwd: string;
  /** The folder that no path may lead out of. */
  readonly #bound: string;

  private constructor(root: string, cwd: string, bound: string) {
    this.root = root;
    this.#cwd = cwd;
    this.#bound = bound;
  }

  /**
   * The nearest store of a folder: its own, or one of the folders above it, up to the root of the git repository.
   * Without one, it would be at the root of the repository, or outside of a repository in the folder itself.
   *
   * @param cwd absolute
   */
  static of(cwd: string): CrdStore {
    const bound = new RepositoryRoots().of(cwd) ?? cwd;
    for (let folder = cwd; ; folder = dirname(folder)) {
      const isFound = fileState(join(folder, CRD_LOCK)) !== undefined;
      if (isFound || folder === bound) return new CrdStore(folder, cwd, bound);
    }
  }

  /** The path of the lock, from the working folder. */
  get lockName(): string {
    return this.#nameOf(CRD_LOCK);
  }

  /** The path of the file of a CRD, from the working folder. */
  fileName(crd: string): string {
    return this.#nameOf(`${FOLDER}/${crd}.yaml`);
  }

  /** Reports whether a path from the root of the store is outside of the repository. */
  isOutside(path: string): boolean {
    return leadsOut(resolve(this.root, path), this.#bound);
  }

  get exists(): boolean {
    return fileState(join(this.root, CRD_LOCK)) !== undefined;
  }

  /**
   * The lock; an empty one if there is none.
   *
   * @throws Error, whose reason `reasonOf` tells, if it cannot be used
   */
  lock(): CrdLock {
    if (!this.exists) return EMPTY_LOCK;
    const lock = readLock(new TextDecoder().decode(this.#read(CRD_LOCK, LARGEST_LOCK).content));
    if (typeof lock === 'string') throw new Error(lock);
    return lock;
  }

  /** The CRDs. What is not as the lock says is not used, and reported. */
  sources(onProblem: OnProblem): readonly Source[] {
    if (!this.exists) return [];
    try {
      return [...digestsOf(this.lock())].flatMap(([crd, digest]) => {
        const file = this.#verified(crd, digest, onProblem);
        return file === undefined ? [] : [this.#sourceOf(crd, file)];
      });
    } catch (error) {
      onProblem(this.lockName, reasonOf(error));
      return [];
    }
  }

  /**
   * Compares the files with the lock.
   *
   * @returns the number of files that are as the lock says
   */
  verify(onProblem: OnProblem): number {
    const digests = digestsOf(this.lock());
    for (const name of this.#fileNames()) {
      const crd = name.replace(/\.yaml$/, '');
      if (name.endsWith('.yaml') && digests.has(crd)) continue;
      onProblem(this.#nameOf(`${FOLDER}/${name}`), 'is not in the lock, so it is not used');
    }
    const verified = [...digests].filter(
      ([crd, digest]) => this.#verified(crd, digest, onProblem) !== undefined,
    );
    return verified.length;
  }

  /** The file of a CRD. Undefined if it differs from the lock, which is reported. */
  #verified(crd: string, digest: string, onProblem: OnProblem): StoredFile | undefined {
    try {
      const file = this.#read(`${FOLDER}/${crd}.yaml`, DEFAULT_MAX_FILE_SIZE);
      if (digestOf(file.content) === digest) return file;
      onProblem(
        this.fileName(crd),
        `differs from ${this.lockName}, so it is not used; kubeadmit crds update reads its source again`,
      );
    } catch (error) {
      onProblem(this.fileName(crd), `${reasonOf(error)}; ${this.lockName} names it`);
    }
    return undefined;
  }

  #sourceOf(crd: string, { content, state = '' }: StoredFile): Source {
    const path = join(this.root, FOLDER, `${crd}.yaml`);
    return { name: this.fileName(crd), content, readAgain: () => readUnchanged(path, state) };
  }

  #read(path: string, largest: number): StoredFile {
    if (this.isOutside(path)) throw new Error('leads out of the repository');
    const read = readRegularFile(join(this.root, path), largest);
    switch (read.kind) {
      case 'content':
        return read;
      case 'special':
        throw new Error('is not a regular file');
      case 'too-large':
        throw new Error(`is larger than ${largest / MEGABYTE} MB`);
    }
  }

  #fileNames(): readonly string[] {
    const isThere = fileState(join(this.root, FOLDER)) !== undefined;
    if (!isThere || this.isOutside(FOLDER)) return [];
    return entriesOf(join(this.root, FOLDER)).map(({ name }) => name);
  }

  #nameOf(path: string): string {
    return pathFrom(this.#cwd, join(this.root, path));
  }
}

/** The digest of bytes, as a lock has it. */
export function digestOf(content: Uint8Array | string): string {
  // Its module of Node is loaded only where a repository keeps CRDs.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
