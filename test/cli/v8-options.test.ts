import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLargeInput } from '../../src/cli/v8-options.ts';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubeadmit-v8-options-'));
  writeFileSync(join(folder, 'small.yaml'), 'a'.repeat(1_000));
  writeFileSync(join(folder, 'half.yaml'), 'a'.repeat(30_000));
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  [['small.yaml'], false],
  [['--quiet', 'small.yaml', 'missing.yaml', '-', 'a\0b'], false],
  [['half.yaml', 'small.yaml'], false],
  [['half.yaml', 'half.yaml'], true],
  [['-f', 'json', '.'], true],
  [[], false],
])('of the arguments %j, it is %j that they are large input', (args, large) => {
  const paths = args.map((arg) => (/\.yaml$|^\.$/.test(arg) ? join(folder, arg) : arg));
  expect(isLargeInput(paths)).toBe(large);
});
