import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { inputSize } from '../../src/hosts/cli/v8-options.ts';
import { suiteFolder } from '../temporary-folder.ts';

const root = suiteFolder();
/** The path of a file below the folder of this test. */
const at = (path: string): string => join(root, path);

beforeAll(() => {
  for (const folder of ['few/.git', 'one/.git', 'ten', 'nested/inner', 'many', 'big', 'empty']) {
    mkdirSync(at(folder), { recursive: true });
  }
  writeFileSync(at('few/small.yaml'), 'a'.repeat(1_000));
  writeFileSync(at('few/half.yaml'), 'a'.repeat(22_500));
  writeFileSync(at('one/small.yaml'), 'a'.repeat(1_000));
  writeFileSync(at('big/large.yaml'), 'a'.repeat(600_000));
  for (let file = 0; file < 10; file++) writeFileSync(at(`ten/${file}.yaml`), 'a'.repeat(1_000));
  for (let file = 0; file < 100; file++) writeFileSync(at(`many/${file}.yaml`), 'a');
});

it.each([
  [['few/small.yaml'], 'small'],
  [['--quiet', 'few/small.yaml', 'missing.yaml', 'a\0b'], 'small'],
  [['few/half.yaml'], 'small'],
  [['few/half.yaml', 'few/small.yaml'], 'medium'],
  [['few'], 'medium'],
  [['-f', 'json', 'few'], 'medium'],
  [['one'], 'small'],
  [['one', 'few/half.yaml'], 'medium'],
  [['ten'], 'medium'],
  [['ten/1.yaml', 'ten/2.yaml'], 'small'],
  [['empty'], 'small'],
  [['big/large.yaml'], 'large'],
  [['big'], 'large'],
  [['nested'], 'large'],
  [['many'], 'large'],
  [['few', 'nested'], 'large'],
])('input of the arguments %j is %s', (args, size) => {
  const paths = args.map((arg) => (arg.startsWith('-') ? arg : at(arg)));
  expect(inputSize(paths)).toBe(size);
});

it.each([
  [[], 'large'],
  [['--quiet'], 'large'],
  [['-f', 'json'], 'large'],
  [['lint', '--quiet'], 'large'],
  [['-'], 'medium'],
  [['lint', '-'], 'medium'],
  [['-', '--stdin-filename', 'a.yaml'], 'small'],
  [['--stdin-filename=a.yaml', '-'], 'small'],
  [['explain', 'crd/size'], 'small'],
])('input of the arguments %j, in a folder with folders, is %s', (args, size) => {
  expect(inputSize(args, at('nested'))).toBe(size);
});
