/**
 * Things in files, to find the one whose path is most similar to another path: repositories have the same things
 * several times, for several environments.
 */
export class NearestPath<T> {
  readonly #partsOf: (path: string) => readonly string[];
  /** The things that have not been indexed; most often there is only one. */
  #added: { readonly path: string; readonly thing: T }[] = [];
  /** For each part of paths, the first item whose path has it. */
  #first: Map<string, T> | undefined;

  /** @param partsOf returns the parts that paths may have in common, the longest first, ending with an empty one */
  constructor(partsOf: (path: string) => readonly string[]) {
    this.#partsOf = partsOf;
  }

  /** Adds a thing, which comes after all that are equally near. */
  add(path: string, thing: T): void {
    this.#added.push({ path, thing });
  }

  /** The thing whose path has most in common with another path; undefined if there is none. */
  get(path: string): T | undefined {
    if (this.#first === undefined && this.#added.length < 2) return this.#added[0]?.thing;
    const first = this.#index();
    const part = this.#partsOf(path).find((one) => first.has(one));
    return part === undefined ? undefined : first.get(part);
  }

  #index(): ReadonlyMap<string, T> {
    this.#first ??= new Map();
    for (const { path, thing } of this.#added) {
      for (const part of this.#partsOf(path)) {
        if (!this.#first.has(part)) this.#first.set(part, thing);
      }
    }
    this.#added = [];
    return this.#first;
  }
}

/** The ends of a path, the longest first, down to an empty one. */
export function endsOf(path: string): readonly string[] {
  const segments = path.split(/[/:]/);
  return [...segments.keys(), segments.length].map((from) => segments.slice(from).join('/'));
}

/** The folders that a path is in, the longest first, down to an empty one; each ends with a slash. */
export function foldersOf(path: string): readonly string[] {
  const folders = [''];
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
    folders.push(path.slice(0, end + 1));
  }
  return folders.reverse();
}
