import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { WordPattern } from '../../src/base/word-pattern.ts';

const source = join(import.meta.dirname, '../../src');

/** The words and the expression of each pattern in the source. */
function patternsIn(path: string): readonly (readonly [string, readonly string[], RegExp])[] {
  const text = readFileSync(join(source, path), 'utf8');
  if (!text.includes('new WordPattern(')) return [];
  const found: [string, readonly string[], RegExp][] = [];
  const textOf = ({ start, end }: ESTree.Span) => text.slice(start, end);
  new Visitor({
    NewExpression: ({ callee, arguments: [words, expression] }) => {
      if (textOf(callee) !== 'WordPattern' || !words || !expression) return;
      const listed = textOf(words).matchAll(/'([^']*)'/g);
      found.push([
        textOf(expression),
        [...listed].map(([, word = '']) => word),
        new RegExp(textOf(expression).slice(1, -1)),
      ]);
    },
  }).visit(parseSync(path, text).program);
  return found;
}

const patterns = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .flatMap(patternsIn);

it('are found', () => {
  expect(patterns.length).toBeGreaterThan(5);
});

it.each(patterns)('%s matches only texts with one of its words', (_, words, expression) => {
  const pattern = new WordPattern(words, expression);
  fc.assert(
    fc.property(fc.stringMatching(expression), (text) => pattern.test(text)),
    { numRuns: 2_000, seed: 1 },
  );
});
