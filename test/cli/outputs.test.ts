import { expect, it } from 'vitest';
import { OutputOptions } from '../../src/hosts/cli/lint/outputs.ts';

const NO_OUTPUT = { format: undefined, file: undefined };

/** The outputs for options in this order, as `format>file`. */
function outputsOf(options: string): readonly string[] {
  const collected = new OutputOptions();
  const words = options.split(' ').filter((word) => word !== '');
  for (let index = 0; index < words.length; index += 2) {
    const value = words[index + 1] ?? '';
    if (words[index] === '-f') collected.addFormat(value);
    else collected.addFile(value);
  }
  return (collected.outputs ?? [NO_OUTPUT]).map(
    ({ format, file }) => `${format ?? 'default'}>${file ?? 'stdout'}`,
  );
}

it.each([
  ['', ['default>stdout']],
  ['-f json', ['json>stdout']],
  ['-o a', ['default>a']],
  ['-f json -o a', ['json>a']],
  ['-o a -f json', ['json>a']],
  ['-f json -o a -f text', ['json>a', 'text>stdout']],
  ['-f json -o a -f text -o b', ['json>a', 'text>b']],
  ['-o a -f json -o b -f text', ['json>a', 'text>b']],
  ['-f json -o a -o b', ['json>a', 'default>b']],
  ['-f json -o -', ['json>stdout']],
  ['-o a.json -o b.sarif -o c.xml', ['json>a.json', 'sarif>b.sarif', 'default>c.xml']],
])('%s', (options, expected) => {
  expect(outputsOf(options)).toEqual(expected);
});

it('cannot put two reports into one stream', () => {
  expect(() => outputsOf('-f json -o - -f text')).toThrow(
    'only one report can go to standard output',
  );
});
