import { ANY, type PatternNode, parsePattern } from './pattern-tree.ts';

/**
 * Describes how a regular expression can take more than linear time, or returns undefined if it cannot.
 *
 * JavaScript tries the ways in which a pattern can match one after the other. The time is more than linear only if
 * there are more ways with each repetition of some string, and all of them fail: either one loop goes through the
 * string in two ways (exponential), or two loops one after the other both go through it, and one can pass to the other
 * anywhere (quadratic or worse). A search tries each start, which is a loop before the pattern. These are the criteria
 * of Weber and Seidl, "On the degree of ambiguity of finite automata", for automata whose loops can fail.
 *
 * Assertions are assumed to hold, and the next search is assumed to start after a match. So some harmless expressions
 * are refused, and no harmful one is accepted.
 */
export function superlinear(source: string, flags: string): string | undefined {
  const tree = parsePattern(source, flags);
  const automaton = new Automaton(withSearch(tree, flags), flags);
  return automaton.refused ?? exponential(automaton) ?? polynomial(automaton);
}

/** The characters that a search skips before a match. */
const SKIPPED: PatternNode = {
  kind: 'repetition',
  node: ANY,
  min: 0,
  max: Number.POSITIVE_INFINITY,
};

const LINE_BREAK = '[\\n\\r\\u2028\\u2029]';

/** The pattern after the characters that a search skips before it. */
function withSearch(tree: PatternNode, flags: string): PatternNode {
  if (flags.includes('y')) return tree;
  const options = waysToBegin(tree).map((option): PatternNode => {
    const [first] = option;
    if (first?.kind === 'assertion' && first.source === '^') {
      return flags.includes('m') ? after(LINE_BREAK, option) : { kind: 'sequence', parts: option };
    }
    if (first?.kind === 'look' && first.behind && first.negative) {
      const character = onlyCharacter(first.node);
      if (character !== undefined) return after(complement(character), option.slice(1));
    }
    return { kind: 'sequence', parts: [SKIPPED, ...option] };
  });
  return { kind: 'alternatives', options };
}

/** The pattern as alternatives of sequences of which none begins with alternatives. */
function waysToBegin(node: PatternNode): readonly (readonly PatternNode[])[] {
  if (node.kind === 'alternatives') return node.options.flatMap(waysToBegin);
  if (node.kind !== 'sequence') return [[node]];
  const [first, ...rest] = node.parts;
  if (first === undefined) return [[]];
  return waysToBegin(first).map((beginning) => [...beginning, ...rest]);
}

/** A match at the start, or after a character of a class. */
function after(source: string, parts: readonly PatternNode[]): PatternNode {
  const before: PatternNode = {
    kind: 'sequence',
    parts: [SKIPPED, { kind: 'character', source }],
  };
  return {
    kind: 'sequence',
    parts: [{ kind: 'repetition', node: before, min: 0, max: 1 }, ...parts],
  };
}

function onlyCharacter(node: PatternNode): string | undefined {
  if (node.kind === 'character') return node.source;
  const [first, second] = node.kind === 'sequence' ? node.parts : [];
  return first === undefined || second !== undefined ? undefined : onlyCharacter(first);
}

function complement(source: string): string {
  if (source.startsWith('[^')) return `[${source.slice(2)}`;
  return source.startsWith('[') ? `[^${source.slice(1)}` : `[^${source}]`;
}

/** A number of ways. 2 is two or more. */
type Ways = 0 | 1 | 2;

function product(a: Ways, b: Ways): Ways {
  return a === 0 || b === 0 ? 0 : a === 1 && b === 1 ? 1 : 2;
}

type Positions = ReadonlyMap<number, Ways>;

/** A part of the pattern, as Glushkov describes it: its positions are the characters of the pattern. */
interface Part {
  /** The first positions, and the number of ways in which each is reached. */
  readonly first: Positions;
  readonly last: Positions;
  /** The positions after which it is certain to match, because no remaining part can fail. */
  readonly certain: ReadonlySet<number>;
  /** The ways to match the empty string. */
  readonly empty: Ways;
  /** It matches the empty string without an assertion. */
  readonly canSkip: boolean;
}

const NOTHING: Part = {
  first: new Map(),
  last: new Map(),
  certain: new Set(),
  empty: 1,
  canSkip: true,
};

/** A part that can fail, and matches no characters. */
const ASSERTION: Part = { ...NOTHING, canSkip: false };

/** The number of repetitions above which it counts as unlimited. */
const MOST_COPIES = 100;

class Automaton {
  /** The characters that each position matches. */
  readonly characters: CharacterSet[] = [];
  /** By position and following position, the ways from one to the other. */
  readonly edges: Map<number, Ways>[] = [];
  readonly certain: ReadonlySet<number>;
  readonly #flags: string;
  /** The construct that this cannot judge. */
  refused: string | undefined;

  constructor(tree: PatternNode, flags: string) {
    this.#flags = flags.replace(/[dgmy]/g, '');
    this.certain = this.#part(tree).certain;
  }

  #part(node: PatternNode): Part {
    switch (node.kind) {
      case 'character':
        return this.#character(node.source);
      case 'sequence':
        return node.parts
          .map((part) => () => this.#part(part))
          .reduce<Part>((before, part) => this.#sequence(before, part()), NOTHING);
      case 'alternatives':
        return this.#alternatives(node.options.map((option) => this.#part(option)));
      case 'repetition':
        return this.#repetition(node.node, node.min, node.max);
      case 'assertion':
        return ASSERTION;
      case 'look':
        return this.#look(this.#part(node.node), node);
      case 'reference':
        this.refused = 'a reference to a group';
        return ASSERTION;
    }
  }

  #character(source: string): Part {
    const position = this.characters.length;
    this.characters.push(charactersOf(source, this.#flags));
    this.edges.push(new Map());
    const positions = new Map<number, Ways>([[position, 1]]);
    return {
      first: positions,
      last: positions,
      certain: new Set([position]),
      empty: 0,
      canSkip: false,
    };
  }

  #connect(from: Positions, to: Positions): void {
    for (const [before, ways] of from) {
      for (const [after, more] of to) {
        const known = this.edges[before]?.get(after) ?? 0;
        this.edges[before]?.set(after, sum(known, product(ways, more)));
      }
    }
  }

  #sequence(a: Part, b: Part): Part {
    this.#connect(a.last, b.first);
    return {
      first: united(a.first, b.first, a.empty),
      last: united(b.last, a.last, b.empty),
      certain: new Set([...b.certain, ...(b.canSkip ? a.certain : [])]),
      empty: product(a.empty, b.empty),
      canSkip: a.canSkip && b.canSkip,
    };
  }

  #alternatives(options: readonly Part[]): Part {
    return options.reduce((a, b) => ({
      first: united(a.first, b.first, 1),
      last: united(a.last, b.last, 1),
      certain: new Set([...a.certain, ...b.certain]),
      empty: sum(a.empty, b.empty),
      canSkip: a.canSkip || b.canSkip,
    }));
  }

  #repetition(node: PatternNode, min: number, max: number): Part {
    const isLoop = max > MOST_COPIES;
    const least = Math.min(min, MOST_COPIES);
    let optional: Part = NOTHING;
    if (isLoop) optional = least === 0 ? this.#optional(this.#loop(node)) : this.#loop(node);
    // x(x(x)?)? is x{1,3} with one way to match each number of them.
    else
      for (let copy = least; copy < max; copy++)
        optional = this.#optional(this.#sequence(this.#part(node), optional));
    let part: Part = NOTHING;
    for (let copy = isLoop ? 1 : 0; copy < least; copy++)
      part = this.#sequence(part, this.#part(node));
    return this.#sequence(part, optional);
  }

  #loop(node: PatternNode): Part {
    const part = this.#part(node);
    this.#connect(part.last, part.first);
    return part;
  }

  /** JavaScript does not accept an empty match of an optional part, so there is one way to skip it. */
  #optional(part: Part): Part {
    return { ...part, empty: 1, canSkip: true };
  }

  /** A lookaround is tried again at each place, wherever the rest of the pattern continues. */
  #look(part: Part, { behind }: { readonly behind: boolean }): Part {
    if (!behind) return { ...ASSERTION, first: part.first };
    const hasLoop = [...part.first.keys(), ...part.last.keys()].some((position) =>
      this.reachedFrom(position).has(position),
    );
    if (hasLoop) this.refused = 'a loop in what is looked for behind';
    return ASSERTION;
  }

  /** The positions that follow a position, directly or not. */
  reachedFrom(
    position: number,
    isIn: (position: number) => boolean = () => true,
  ): ReadonlySet<number> {
    const found = new Set<number>();
    const open = isIn(position) ? [position] : [];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      for (const next of this.next(one)) {
        if (!isIn(next) || found.has(next)) continue;
        found.add(next);
        open.push(next);
      }
    }
    return found;
  }

  /** For each position that `isIn` accepts, the positions of the same loop. */
  loops(isIn: (position: number) => boolean): ReadonlyMap<number, ReadonlySet<number>> {
    const reached = this.characters.map((_, position) => this.reachedFrom(position, isIn));
    const loops = new Map<number, ReadonlySet<number>>();
    for (const [position, found] of reached.entries()) {
      if (!found.has(position)) continue;
      loops.set(
        position,
        new Set([...found].filter((other) => reached[other]?.has(position) === true)),
      );
    }
    return loops;
  }

  next(position: number): Iterable<number> {
    return this.edges[position]?.keys() ?? [];
  }

  set(position: number): CharacterSet {
    return this.characters[position] ?? NO_CHARACTERS;
  }

  charactersOf(positions: ReadonlySet<number>): CharacterSet {
    let all = NO_CHARACTERS;
    for (const position of positions) all |= this.set(position);
    return all;
  }
}

function sum(a: Ways, b: Ways): Ways {
  return a + b === 0 ? 0 : a + b === 1 ? 1 : 2;
}

function united(a: Positions, b: Positions, ways: Ways): Positions {
  const all = new Map(a);
  if (ways > 0) {
    for (const [position, more] of b) {
      all.set(position, sum(all.get(position) ?? 0, product(more, ways)));
    }
  }
  return all;
}

/** The characters of `SAMPLES` that are in the set, as bits. */
type CharacterSet = bigint;

const NO_CHARACTERS: CharacterSet = 0n;

/** Characters of all kinds that classes of the project distinguish. */
const SAMPLES = [
  ...Array.from({ length: 0x180 }, (_, code) => code),
  ...Array.from({ length: 0x70 }, (_, index) => 0x2000 + index),
  ...[0x1680, 0x180e, 0x0300, 0x0391, 0x0430, 0x05d0, 0x061c, 0x0660, 0x0915, 0x1100, 0x212a],
  ...[0x2190, 0x2500, 0x3000, 0x3042, 0x4e00, 0xac00, 0xd800, 0xdc00, 0xe000, 0xfe0f, 0xfeff],
  ...[0xfffd, 0xffff, 0x1f600, 0xe0001, 0x10ffff],
].map((code) => String.fromCodePoint(code));

const known = new Map<string, CharacterSet>();

function charactersOf(source: string, flags: string): CharacterSet {
  const key = `${source}/${flags}`;
  let characters = known.get(key);
  if (characters === undefined) {
    const one = new RegExp(`^${source}$`, flags);
    const bits = SAMPLES.map((sample) => (one.test(sample) ? '1' : '0')).join('');
    characters = BigInt(`0b${bits}`);
    known.set(key, characters);
  }
  return characters;
}

/** A loop that can fail, and that goes through some string in two ways. */
function exponential(automaton: Automaton): string | undefined {
  const loops = automaton.loops((position) => !automaton.certain.has(position));
  for (const [start, loop] of loops) {
    for (const [next, ways] of automaton.edges[start] ?? []) {
      if (ways > 1 && loop.has(next)) return 'a loop goes through a string in two ways';
    }
    const isAmbiguous = isReachable({
      from: [start, start, start],
      to: [start, start, start],
      next([a, b]) {
        const found: State[] = [];
        for (const toA of automaton.next(a)) {
          if (!loop.has(toA)) continue;
          for (const toB of automaton.next(b)) {
            if (!loop.has(toB) || (automaton.set(toA) & automaton.set(toB)) === 0n) continue;
            found.push([toA, toB, start]);
          }
        }
        return found;
      },
      counts: ([a, b]) => a !== b,
    });
    if (isAmbiguous) return 'a loop goes through a string in two ways';
  }
  return undefined;
}

/**
 * Two loops, of which the second can fail, and a string that goes through each of them, and from the first to the
 * second.
 */
function polynomial(automaton: Automaton): string | undefined {
  const firstLoops = automaton.loops(() => true);
  const secondLoops = automaton.loops((position) => !automaton.certain.has(position));
  for (const [p, first] of firstLoops) {
    const reached = automaton.reachedFrom(p);
    for (const [q, second] of secondLoops) {
      // In one loop this would be two ways, which are exponential.
      if (!reached.has(q) || secondLoops.get(p)?.has(q) === true) continue;
      if ((automaton.charactersOf(first) & automaton.charactersOf(second)) === 0n) continue;
      const isAmbiguous = isReachable({
        from: [p, p, q],
        to: [p, q, q],
        next([a, b, c]) {
          const found: State[] = [];
          for (const toA of automaton.next(a)) {
            if (!first.has(toA)) continue;
            for (const toC of automaton.next(c)) {
              const both = automaton.set(toA) & automaton.set(toC);
              if (both === 0n || !second.has(toC)) continue;
              for (const toB of automaton.next(b)) {
                if ((both & automaton.set(toB)) !== 0n) found.push([toA, toB, toC]);
              }
            }
          }
          return found;
        },
        counts: () => true,
      });
      if (isAmbiguous) return 'two loops go through one string';
    }
  }
  return undefined;
}

/** The positions of three matches of one string. */
type State = readonly [number, number, number];

interface Search {
  readonly from: State;
  readonly to: State;
  readonly next: (state: State) => readonly State[];
  /** Reports whether a way that goes through this state counts. */
  readonly counts: (state: State) => boolean;
}

/** Reports whether one step or more lead from a state to another. */
function isReachable({ from, to, next, counts }: Search): boolean {
  const seen = new Set<string>();
  const open: (readonly [State, boolean])[] = [[from, false]];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const [state, counted] = item;
    for (const after of next(state)) {
      const hasCounted = counted || counts(after);
      const key = after.join();
      if (hasCounted && key === to.join()) return true;
      if (seen.has(`${key} ${hasCounted}`)) continue;
      seen.add(`${key} ${hasCounted}`);
      open.push([after, hasCounted]);
    }
  }
  return false;
}
