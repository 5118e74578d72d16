/** A value of YAML as it is written: scalars and keys are source text on one line, and a key may come twice. */
export type Tree =
  | { readonly kind: 'scalar'; readonly source: string }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | { readonly kind: 'mapping'; readonly entries: readonly Entry[] };

export type Entry = readonly [key: string, value: Tree];

/** The style in which a tree is printed, if it must not matter. */
export interface PrintStyle {
  /** With comments after and between lines. */
  readonly comments?: boolean;
  /** With the keys of all mappings in the opposite order. */
  readonly reversed?: boolean;
}

/** A value that was read, as a tree; strings and keys are written with quotes. */
export function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(treeOf) };
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([key, inner]): Entry => [quoted(key), treeOf(inner)],
    );
    return { kind: 'mapping', entries };
  }
  if (typeof value === 'string') return { kind: 'scalar', source: quoted(value) };
  return { kind: 'scalar', source: String(value) };
}

/** A string between quotes, as JSON and YAML read it. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** A tree as a document in block style. */
export function printTree(tree: Tree, style: PrintStyle = {}): string {
  const lines = linesOf(tree, style).map((line) => (style.comments ? `${line} # a note` : line));
  const text = style.comments ? lines.flatMap((line) => ['# a note', line, '']) : lines;
  return `${text.join('\n')}\n`;
}

function linesOf(tree: Tree, style: PrintStyle): readonly string[] {
  switch (tree.kind) {
    case 'scalar':
      return [tree.source];
    case 'list':
      if (tree.items.length === 0) return ['[]'];
      return tree.items.flatMap((item) => {
        const [first = '', ...rest] = linesOf(item, style);
        return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
      });
    case 'mapping': {
      if (tree.entries.length === 0) return ['{}'];
      const entries = style.reversed ? tree.entries.toReversed() : tree.entries;
      return entries.flatMap(([key, value]) => {
        const lines = linesOf(value, style);
        const isShort = lines.length === 1 && (value.kind === 'scalar' || isEmpty(value));
        return isShort ? [`${key}: ${lines[0]}`] : [`${key}:`, ...lines.map((line) => `  ${line}`)];
      });
    }
  }
}

function isEmpty(tree: Tree): boolean {
  return tree.kind === 'list'
    ? tree.items.length === 0
    : tree.kind === 'mapping' && tree.entries.length === 0;
}

/** Reports whether no mapping has a key twice, and no part refers to another part of the document. */
export function isPlain(tree: Tree): boolean {
  switch (tree.kind) {
    case 'scalar':
      return !/^[&*!]/.test(tree.source);
    case 'list':
      return tree.items.every(isPlain);
    case 'mapping': {
      const keys = new Set(tree.entries.map(([key]) => key.replace(/^"(.*)"$/, '$1')));
      return (
        keys.size === tree.entries.length &&
        !keys.has('<<') &&
        tree.entries.every(([, value]) => isPlain(value))
      );
    }
  }
}

/** Every place of a tree, as the indexes that lead to it; the tree itself is the first. */
export function placesIn(tree: Tree): readonly (readonly number[])[] {
  const children =
    tree.kind === 'list'
      ? tree.items
      : tree.kind === 'mapping'
        ? tree.entries.map(([, value]) => value)
        : [];
  return [
    [],
    ...children.flatMap((child, index) => placesIn(child).map((place) => [index, ...place])),
  ];
}

/** The tree at a place. */
export function treeAt(tree: Tree, place: readonly number[]): Tree {
  const [index, ...rest] = place;
  if (index === undefined) return tree;
  const child =
    tree.kind === 'list'
      ? tree.items[index]
      : tree.kind === 'mapping'
        ? tree.entries[index]?.[1]
        : undefined;
  return child === undefined ? tree : treeAt(child, rest);
}

/** A tree with something else at a place. */
export function withTreeAt(
  tree: Tree,
  place: readonly number[],
  change: (tree: Tree) => Tree,
): Tree {
  const [index, ...rest] = place;
  if (index === undefined) return change(tree);
  if (tree.kind === 'list') {
    return {
      ...tree,
      items: tree.items.map((item, at) => (at === index ? withTreeAt(item, rest, change) : item)),
    };
  }
  if (tree.kind === 'mapping') {
    return {
      ...tree,
      entries: tree.entries.map(
        ([key, value], at): Entry => [key, at === index ? withTreeAt(value, rest, change) : value],
      ),
    };
  }
  return tree;
}
