import type { Place } from './place.ts';
import { type Scalar, scalarKey } from './values.ts';

/**
 * The way through a tree of choices: which alternative was taken at each. Worlds ask it, and after each
 * world it goes on to the next way, depth first.
 */
export class Trail {
  #taken: { readonly of: number; choice: number }[] = [];
  #length = 0;

  /** Which of some alternatives holds: the one given back is below `of`. */
  choose(of: number): number {
    const known = this.#taken[this.#length];
    if (known !== undefined && known.of === of) {
      this.#length++;
      return known.choice;
    }
    this.#taken.length = this.#length;
    this.#taken.push({ of, choice: 0 });
    this.#length++;
    return 0;
  }

  /** How many choices there have been on this way. */
  get length(): number {
    return this.#length;
  }

  /** Leaves out the other ways on from here: goes on as if there had been no choice any more. */
  cut(length: number): void {
    this.#length = Math.min(this.#length, length);
  }

  /** Goes on to the next way; false where all have been gone. */
  advance(): boolean {
    this.#taken.length = this.#length;
    this.#length = 0;
    for (let last = this.#taken.at(-1); last !== undefined; last = this.#taken.at(-1)) {
      if (last.choice + 1 < last.of) {
        last.choice++;
        return true;
      }
      this.#taken.pop();
    }
    return false;
  }
}

/** How much may be computed, over all worlds of one object. */
export interface Budget {
  steps: number;
}

/** The sizes that lists are tried with: most often, one element shows all. */
const SIZES: readonly number[] = [1, 0, 2];

/** More elements than these are not tried. */
const MOST_ELEMENTS = 4;

const NOBODY: ReadonlySet<string> = new Set(['authorizer']);

/** What is decided about a world. */
export interface Decisions {
  /** The members that are there, of those that may be absent. */
  readonly present: readonly Place[];
  readonly absent: readonly Place[];
  /** The lists, maps and strings whose size is decided, as expressions write them. */
  readonly sized: readonly string[];
  /** Whether anything is decided about values: what they are equal to, or how conditions on them turn out. */
  readonly hasOthers: boolean;
}

/**
 * One possible input, of which only that is decided which an expression has asked for: which optional
 * fields are there, how long lists are, what scalars are equal to, and how anything else turns out that
 * has no meaning here, such as whether a text matches a pattern. What has been decided stays.
 */
export class World {
  readonly #trail: Trail;
  readonly #budget: Budget;
  readonly #present = new Map<Place, boolean>();
  readonly #null = new Map<Place, boolean>();
  readonly #sizes = new Map<string, number>();
  /** What has a member that is there. */
  readonly #occupied = new Set<string>();
  readonly #equal = new Map<string, string>();
  readonly #unlike = new Map<string, Set<string>>();
  readonly #unnamedKeys = new Map<Place, number>();
  readonly #truths = new Map<string, boolean>();
  /** What has been decided about a place by its value. */
  readonly #subjects = new Map<string, string>();
  #isTrusted = true;
  #isAbandoned = false;
  /** Whether what is asked now is only whether the world is an ordinary one. */
  judgesItself = false;
  /**
   * Whether a selection of what is not there gives nothing (an empty text, 0, false, null, a list without
   * elements) instead of an error: as many read such expressions who have not thought of the error.
   */
  readsZero = false;

  constructor(trail: Trail, budget: Budget) {
    this.#trail = trail;
    this.#budget = budget;
  }

  /** Whether something was met that cannot be followed. */
  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  /** Whether such an input can exist, as far as can be told: not where two things were decided of one value. */
  get isTrusted(): boolean {
    return this.#isTrusted && !this.#isAbandoned;
  }

  abandon(): void {
    this.#isAbandoned = true;
  }

  /** Notes that something is computed; false where it is too much. */
  step(): boolean {
    this.spend(1);
    return !this.#isAbandoned;
  }

  /** Notes that so much more is computed. */
  spend(steps: number): void {
    this.#budget.steps -= steps;
    if (this.#budget.steps < 0) this.#isAbandoned = true;
  }

  choose(of: number): number {
    return of < 2 || this.#isAbandoned ? 0 : this.#trail.choose(of);
  }

  /** Decides beforehand whether something is there. */
  setPresent(place: Place, isPresent: boolean): void {
    this.#present.set(place, isPresent);
  }

  setNull(place: Place, isNull: boolean): void {
    this.#null.set(place, isNull);
  }

  setEqual(text: string, scalar: Scalar): void {
    this.#equal.set(text, scalarKey(scalar));
  }

  setSize(text: string, size: number): void {
    this.#sizes.set(text, size);
  }

  /** Whether something has been found to be there, or not; undefined where nobody has asked. */
  knownPresence(place: Place): boolean | undefined {
    return this.#present.get(place);
  }

  /** All that has been found not to be there. */
  absentPlaces(): readonly Place[] {
    return [...this.#present].flatMap(([place, isPresent]) => (isPresent ? [] : [place]));
  }

  /** What has been decided by now because an expression asked for it. */
  decisions(): Decisions {
    const decided = [...this.#present].filter(([{ presence }]) => presence !== 'always');
    return {
      present: decided.flatMap(([place, isPresent]) => (isPresent ? [place] : [])),
      absent: decided.flatMap(([place, isPresent]) => (isPresent ? [] : [place])),
      sized: [...this.#sizes.keys()],
      hasOthers: this.#equal.size + this.#unlike.size + this.#truths.size > 0,
    };
  }

  /**
   * Whether a member is there.
   *
   * @param isAsked whether the expression asks, and does not rely on it
   */
  isPresent(place: Place, isAsked: boolean): boolean {
    const known = this.#present.get(place);
    if (known !== undefined) return known;
    const isPresent = this.#decidePresence(place, isAsked);
    this.#present.set(place, isPresent);
    if (isPresent && place.parent !== undefined) this.#occupied.add(place.parent.text);
    return isPresent;
  }

  #decidePresence(place: Place, isAsked: boolean): boolean {
    const { presence, parent } = place;
    if (presence === 'always') return true;
    if (presence === 'never') return false;
    if (parent !== undefined && this.#sizes.get(parent.text) === 0) return false;
    return presence === 'assumed' && !isAsked ? true : this.choose(2) === 0;
  }

  /** Whether a value is null; nothing is unless an expression asks, or it was decided beforehand. */
  isNull(place: Place, isAsked: boolean): boolean {
    const known = this.#null.get(place);
    if (known !== undefined) return known;
    const isNull = isAsked && place.shape.nullable === true && this.choose(2) === 1;
    this.#null.set(place, isNull);
    return isNull;
  }

  /** How many elements there are in something. */
  size(text: string, fewest = 0, most = Number.POSITIVE_INFINITY): number {
    const known = this.#sizes.get(text);
    if (known !== undefined) return known;
    const least = this.#occupied.has(text) ? Math.max(1, fewest) : fewest;
    const sizes = SIZES.filter((size) => size >= least && size <= most);
    if (sizes.length === 0) sizes.push(Math.min(least, MOST_ELEMENTS));
    if (least > MOST_ELEMENTS) this.abandon();
    const size = sizes[this.choose(sizes.length)] ?? 0;
    this.#sizes.set(text, size);
    return size;
  }

  /** The members of a map that have been found to be there. */
  presentMembers(map: Place): readonly Place[] {
    return [...this.#present].flatMap(([place, isPresent]) =>
      isPresent && place.parent === map ? [place] : [],
    );
  }

  /** How many keys of a map an expression goes through, besides those that it knows by name. */
  get unnamedKeys(): Map<Place, number> {
    return this.#unnamedKeys;
  }

  /** The size of something, where it has been decided. */
  knownSize(text: string): number | undefined {
    return this.#sizes.get(text);
  }

  /** What a scalar has been found to be, by its key. */
  knownEqual(text: string): string | undefined {
    return this.#equal.get(text);
  }

  /**
   * Whether something is equal to a constant.
   *
   * @param values all that it may be, where that is known
   */
  isEqual(
    text: string,
    leaves: readonly string[],
    constant: Scalar,
    values?: readonly Scalar[],
  ): boolean {
    const key = scalarKey(constant);
    const known = this.#equal.get(text);
    if (known !== undefined) return known === key;
    const unlike = this.#unlike.get(text) ?? new Set<string>();
    if (unlike.has(key)) return false;
    if (values !== undefined) {
      const left = values.map(scalarKey).filter((one) => !unlike.has(one));
      if (!left.includes(key)) return false;
      if (left.length === 1) return this.#bind(text, key);
    }
    this.#decideAbout(text, leaves);
    if (this.choose(2) === 0) return this.#bind(text, key);
    this.#unlike.set(text, unlike.add(key));
    return false;
  }

  #bind(text: string, key: string): true {
    this.#equal.set(text, key);
    return true;
  }

  /** How a condition turns out that has no meaning here. */
  isTrue(text: string, leaves: readonly string[]): boolean {
    const known = this.#truths.get(text);
    if (known !== undefined) return known;
    this.#decideAbout(text, leaves);
    const isTrue = this.choose(2) === 0;
    this.#truths.set(text, isTrue);
    return isTrue;
  }

  /** Two decisions about one value may exclude each other, and one about no value is no decision at all. */
  #decideAbout(subject: string, leaves: readonly string[]): void {
    if (this.judgesItself) return;
    if (leaves.length === 0) this.#isTrusted = false;
    for (const leaf of leaves) {
      if (NOBODY.has(leaf)) continue;
      const known = this.#subjects.get(leaf);
      if (known === undefined) this.#subjects.set(leaf, subject);
      else if (known !== subject) this.#isTrusted = false;
    }
  }
}
