import { addTo } from '../../base/index-by.ts';
import type { KnownKind } from './known-kind.ts';
import { foldersOf, NearestPath } from './nearest-path.ts';

/**
 * The CRDs that define a kind of one name. A repository may have thousands of them: a copy in each chart, or the states
 * of many releases. So a file does not look at all of them.
 */
export class KindsOfName {
  readonly #lists: readonly (readonly KnownKind[])[];
  /** The number of items of each list that have been indexed. */
  readonly #indexed: number[];
  readonly #byFile = new Map<string, KnownKind[]>();
  readonly #nearest = new NearestPath<KnownKind>(foldersOf);
  #count = 0;
  /** The locations of each text, by the length of the text. */
  readonly #texts = new Map<number, Copies[]>();
  /** The kinds whose texts have not been compared. */
  #uncompared: PlacedKind[] = [];

  /** @param lists lists of kinds. Kinds of the first list come first. More kinds may be added to each list. */
  constructor(lists: readonly (readonly KnownKind[])[]) {
    this.#lists = lists;
    this.#indexed = lists.map(() => 0);
  }

  get isEmpty(): boolean {
    return this.#lists.every(({ length }) => length === 0);
  }

  /** The kind of a file, or otherwise the first one. */
  inFileOrFirst(file: string): KnownKind | undefined {
    this.#index();
    const [inFile] = this.#byFile.get(file) ?? [];
    return inFile ?? this.#lists.find(({ length }) => length > 0)?.[0];
  }

  /**
   * The kinds of a file if it has any, otherwise the kinds with which the path of the file has the most folders in
   * common, the nearest first. Of several kinds with the same text, only the nearest one is included.
   */
  nearestFirst(file: string): Iterable<KnownKind> {
    return { [Symbol.iterator]: () => this.#nearestFirst(file) };
  }

  *#nearestFirst(file: string): Generator<KnownKind> {
    this.#index();
    const inFile = this.#byFile.get(file);
    if (inFile !== undefined) {
      yield* inFile;
      return;
    }
    const nearest = this.#nearest.get(file);
    if (nearest === undefined) return;
    yield nearest;
    if (this.#count > 1) yield* this.#distinct(file).filter((one) => one !== nearest);
  }

  /** The nearest kind of each text. The nearest of all comes first. */
  #distinct(file: string): readonly KnownKind[] {
    for (const placed of this.#uncompared) this.#compare(placed);
    this.#uncompared = [];
    return [...this.#texts.values()]
      .flat()
      .flatMap(({ nearest }) => nearest.get(file) ?? [])
      .map((placed) => ({ ...placed, common: commonFolders(placed.kind.file, file) }))
      .sort((a, b) => b.common - a.common || a.position - b.position)
      .map(({ kind }) => kind);
  }

  #compare(placed: PlacedKind): void {
    const { kind } = placed;
    let copies = this.#texts.get(kind.length)?.find(({ first }) => first.isCopyOf(kind));
    if (copies === undefined) {
      copies = { first: kind, nearest: new NearestPath(foldersOf) };
      addTo(this.#texts, kind.length, copies);
    }
    copies.nearest.add(kind.file, placed);
  }

  /** Indexes the kinds that have been added. */
  #index(): void {
    this.#lists.forEach((list, number) => {
      for (const kind of list.slice(this.#indexed[number])) {
        addTo(this.#byFile, kind.file, kind);
        this.#nearest.add(kind.file, kind);
        this.#uncompared.push({ kind, position: this.#count });
        this.#count++;
      }
      this.#indexed[number] = list.length;
    });
  }
}

/** A kind with its position among all of its name. */
interface PlacedKind {
  readonly kind: KnownKind;
  readonly position: number;
}

/** The CRDs with one text. */
interface Copies {
  readonly first: KnownKind;
  readonly nearest: NearestPath<PlacedKind>;
}

/** The number of folders that two paths have in common, from the start. */
export function commonFolders(one: string, other: string): number {
  const folders = new Set(foldersOf(other));
  return foldersOf(one).filter((folder) => folders.has(folder)).length;
}
