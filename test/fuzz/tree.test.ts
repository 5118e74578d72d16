import { describe, expect, it } from 'vitest';
import { decodeText, readParts } from '../../src/yaml/index.ts';
import { TREES } from './corpus.ts';
import { isPlain, type PrintStyle, printTree, type Tree } from './tree.ts';

function valuesIn(text: string): readonly unknown[] {
  return [...readParts(decodeText(text))].map(({ content }) =>
    content.kind === 'value' ? content.document.value : content.kind,
  );
}

describe('printTree', () => {
  it.each<[string, PrintStyle]>([
    ['with comments', { comments: true }],
    ['with the keys the other way round', { reversed: true }],
    ['with both', { comments: true, reversed: true }],
  ])('prints the same value %s', (_, style) => {
    expect(TREES.length).toBeGreaterThan(100);
    for (const tree of TREES) {
      expect(valuesIn(printTree(tree, style))).toEqual(valuesIn(printTree(tree)));
    }
  });

  it('really prints the keys the other way round, and comments', () => {
    const [tree] = TREES;
    if (tree === undefined) throw new Error('there are no trees');
    expect(printTree(tree, { reversed: true })).not.toBe(printTree(tree));
    expect(printTree(tree, { comments: true })).toContain('# a note');
  });
});

describe('isPlain', () => {
  const scalar = (source: string): Tree => ({ kind: 'scalar', source });

  it.each<[string, Tree, boolean]>([
    ['a scalar', scalar('"&a"'), true],
    ['an alias', scalar('*a'), false],
    ['a tag', { kind: 'list', items: [scalar('!!binary aGk=')] }, false],
    [
      'a key given twice',
      {
        kind: 'mapping',
        entries: [
          ['"a"', scalar('1')],
          ['a', scalar('2')],
        ],
      },
      false,
    ],
    ['a merge key', { kind: 'mapping', entries: [['"<<"', scalar('1')]] }, false],
    [
      'two keys',
      {
        kind: 'mapping',
        entries: [
          ['"a"', scalar('1')],
          ['b', scalar('2')],
        ],
      },
      true,
    ],
  ])('is right for %s', (_, tree, expected) => {
    expect(isPlain(tree)).toBe(expected);
  });
});
