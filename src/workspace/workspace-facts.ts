import type { Surrounding } from '../project/project-folder.ts';
import type { WorkspaceFile } from './installations.ts';
import type { UnnumberedFacts } from './object-facts.ts';
import type { PartFacts } from './part-facts.ts';
import { isNeededByPods, refersToOthers } from './referring-kinds.ts';

/** A file of the input, and the folders around it. */
interface NamedFile {
  readonly file: string;
  readonly surroundings: readonly Surrounding[];
}

/** The facts of all objects of a run, collected part by part. */
export class WorkspaceFacts {
  readonly #files = new Map<string, WorkspaceFile>();
  readonly #identities = new Set<string>();
  readonly #names = new Set<string>();
  #objects = 0;
  #mayBeRelated = false;
  #isOpaque = false;

  /** The files of the run, in the order of the input. */
  get files(): readonly WorkspaceFile[] {
    return [...this.#files.values()];
  }

  /** Whether some objects may have to do with each other, so that rules about several objects may report something. */
  get mayBeRelated(): boolean {
    return this.#mayBeRelated && this.#objects > 1;
  }

  /** Whether the objects of some file are not known. */
  get isOpaque(): boolean {
    return this.#isOpaque;
  }

  /**
   * Adds what is in a part.
   *
   * @param part the number of the part
   * @returns whether the part may have to be read again to relate its objects to others
   */
  add({ file: name, surroundings }: NamedFile, facts: PartFacts, part: number): boolean {
    const file = this.#files.get(name) ?? {
      file: name,
      surroundings,
      objects: [],
      isOpaque: false,
    };
    this.#files.set(name, file);
    file.isOpaque ||= facts.isOpaque;
    this.#isOpaque ||= facts.isOpaque;
    let isRepeated = false;
    for (const one of facts.objects) {
      file.objects.push({ ...one, part });
      isRepeated = this.#remember(one) || isRepeated;
      this.#objects++;
      this.#mayBeRelated ||=
        isRepeated ||
        refersToOthers(one.kind) ||
        isNeededByPods(one.kind) ||
        one.kind === 'Namespace';
    }
    return facts.isReadAgain || isRepeated;
  }

  /**
   * Whether some file has an object of a kind and name. An object without a namespace may be in any.
   *
   * @param namespace undefined for any
   */
  has(group: string, kind: string, name: string, namespace: string | undefined): boolean {
    if (namespace === undefined) return this.#names.has(keyOf(group, kind, name));
    return [namespace, ''].some((one) => this.#identities.has(keyOf(group, kind, name, one)));
  }

  /** Adds an object. Returns whether there was one of the same identity before. */
  #remember({ group, kind, namespace, name }: UnnumberedFacts): boolean {
    if (name === '') return false;
    this.#names.add(keyOf(group, kind, name));
    const identity = keyOf(group, kind, name, namespace ?? '');
    if (this.#identities.has(identity)) return true;
    this.#identities.add(identity);
    return false;
  }
}

function keyOf(...parts: readonly string[]): string {
  return parts.join('\n');
}
