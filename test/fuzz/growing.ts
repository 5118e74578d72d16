import fc from 'fast-check';
import { lint } from '../../src/lint/lint.ts';
import type { Growing } from '../growth/inputs.ts';
import type { WorkCounter } from '../growth/work.ts';
import { type FuzzInput, GENERATORS } from './inputs.ts';
import { contentOf } from './properties.ts';
import { type Entry, placesIn, printTree, type Tree, treeAt, withTreeAt } from './tree.ts';

/** The number of repetitions in an input, and the largest factor by which twice as many may increase the work. */
const CHECKS = [
  { size: 150, most: 2.5 },
  { size: 600, most: 3 },
] as const;

/** The number of times that the work is counted before the growth counts as too fast. */
const ATTEMPTS = 3;

/** The place where an input grows, and the way in which it grows. */
const growth = fc.record({
  /** The place of a tree, or the first of the characters that are repeated. */
  at: fc.nat(0xffffff),
  /** The number of characters that are repeated. */
  length: fc.integer({ min: 1, max: 60 }),
  /** True if the strings in the repeated part are different each time. */
  numbered: fc.boolean(),
});

type Growth = typeof growth extends fc.Arbitrary<infer Value> ? Value : never;

/** Inputs that grow in one place: the children of a list or mapping, or a range of characters, come so many times. */
export const growing: fc.Arbitrary<Growing> = fc
  .tuple(fc.oneof(...GENERATORS.values()), growth)
  .map(
    ([input, where]) =>
      (n: number) =>
        grown(input, where, n),
  );

/** The name of the property that {@link checkGrowth} checks. */
export const LINEAR_TIME = 'the work grows no faster than the input';

/**
 * Throws an error where the work for an input grows faster than the input does, for small and for large sizes: where
 * something begins at some size, such as a table that is made or a message that is withheld, the work grows once.
 */
export function checkGrowth(counter: Pick<WorkCounter, 'of'>, make: Growing): void {
  const check = (n: number) => lint([{ name: 'a.yaml', content: make(n) }], { pedantic: true });
  // The first run makes tables.
  check(5);
  const growths: number[] = [];
  for (const { size, most } of CHECKS) {
    // V8 sometimes loses the counts of code that it optimizes or discards, but hardly three times.
    let growth = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < ATTEMPTS && growth > most; attempt++) {
      const [once = 0, twice = 0] = [size, 2 * size].map((n) => counter.of(() => check(n)));
      growth = Math.min(growth, twice / once);
    }
    if (growth <= most) return;
    growths.push(growth);
  }
  const times = growths.map((growth) => growth.toFixed(1)).join(' and ');
  throw new Error(`twice the size makes ${times} times the work`);
}

function grown(input: FuzzInput, { at, length, numbered }: Growth, n: number): string {
  if (input.kind === 'tree') {
    const places = placesIn(input.tree).filter((place) => hasChildren(treeAt(input.tree, place)));
    const place = places[at % Math.max(1, places.length)];
    return printTree(
      place === undefined
        ? { kind: 'list', items: Array.from({ length: n }, () => input.tree) }
        : withTreeAt(input.tree, place, (tree) => withMore(tree, n, numbered)),
    );
  }
  const text = new TextDecoder().decode(Buffer.from(contentOf(input)));
  const from = at % (text.length + 1);
  return (
    text.slice(0, from) + text.slice(from, from + length).repeat(n) + text.slice(from + length)
  );
}

function hasChildren(tree: Tree): boolean {
  return (
    (tree.kind === 'list' && tree.items.length > 0) ||
    (tree.kind === 'mapping' && tree.entries.length > 0)
  );
}

function withMore(tree: Tree, n: number, isNumbered: boolean): Tree {
  if (tree.kind === 'scalar') return tree;
  if (tree.kind === 'list') {
    return {
      kind: 'list',
      items: cycle(tree.items, n, (item, at) => (isNumbered ? numbered(item, at) : item)),
    };
  }
  const entries = cycle(
    tree.entries,
    n,
    ([key, value], at): Entry => [
      at < tree.entries.length ? key : suffixed(key, at),
      isNumbered ? numbered(value, at) : value,
    ],
  );
  return { kind: 'mapping', entries };
}

function cycle<T>(
  items: readonly T[],
  n: number,
  map: (item: T, index: number) => T,
): readonly T[] {
  return Array.from({ length: n }, (_, index) => items[index % items.length]).flatMap(
    (item, index) => (item === undefined ? [] : [map(item, index)]),
  );
}

/** A tree with another end of each string between quotes. */
function numbered(tree: Tree, at: number): Tree {
  switch (tree.kind) {
    case 'scalar':
      return { kind: 'scalar', source: suffixed(tree.source, at) };
    case 'list':
      return { kind: 'list', items: tree.items.map((item) => numbered(item, at)) };
    case 'mapping':
      return {
        kind: 'mapping',
        entries: tree.entries.map(([key, value]): Entry => [key, numbered(value, at)]),
      };
  }
}

function suffixed(source: string, at: number): string {
  return source.startsWith('"') ? `${source.slice(0, -1)}${at}"` : source;
}
