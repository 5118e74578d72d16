import { expect, it } from 'vitest';
import { commandWords } from '../../src/analysis/fields/command-words.ts';

it.each([
  ['sh -c "echo hello"', ['sh', '-c', 'echo hello']],
  ["nginx  -g 'daemon off;'\n", ['nginx', '-g', 'daemon off;']],
  ['/app --port=80 ""', ['/app', '--port=80', '']],
  ['', []],
  ['echo $HOME', undefined],
  ['a && b', undefined],
  ['a=" b"', undefined],
  ['"a"b', undefined],
  ['"a', undefined],
])('separates the words of %j', (line, words) => {
  expect(commandWords(line)).toEqual(words);
});
