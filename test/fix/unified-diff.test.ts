import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unifiedDiff } from '../../src/fix/unified-diff.ts';

it('shows changes with three lines of context', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`);
  const after = lines.with(1, 'two\n').with(15, '16\n16b\n').join('');
  expect(unifiedDiff('a.yaml', lines.join(''), after)).toBe(`--- a/a.yaml
+++ b/a.yaml
@@ -1,5 +1,5 @@
 1
-2
+two
 3
 4
 5
@@ -14,6 +14,7 @@
 14
 15
 16
+16b
 17
 18
 19
`);
});

it('is empty where nothing has changed', () => {
  expect(unifiedDiff('a.yaml', 'a\n', 'a\n')).toBe('');
});

it('can be applied by git', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubeadmit-diff-'));
  const line = fc.constantFrom('a', 'b', 'c', 'd\r', '');
  const text = fc
    .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
    .map(([lines, isEnded]) => lines.join('\n') + (isEnded && lines.length > 0 ? '\n' : ''));
  try {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const path = join(folder, 'a.yaml');
        writeFileSync(path, before);
        const diff = unifiedDiff('a.yaml', before, after);
        if (diff === '') return before === after;
        const args = ['apply', '--whitespace=nowarn', '--unidiff-zero', '-'];
        const { status, stderr } = spawnSync('git', args, { cwd: folder, input: diff });
        expect([status, String(stderr)]).toEqual([0, '']);
        expect(readFileSync(path, 'utf8')).toBe(after);
        return true;
      }),
      { numRuns: 60 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
