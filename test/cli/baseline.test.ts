import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crdYaml } from '../crd-yaml.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

const quota = (name: string, fields: string) => `apiVersion: v1
kind: ResourceQuota
metadata: { name: ${name} }
spec:
  hard: { pods: "1" }
${fields}`;

const BASELINE = ['--baseline', 'known.json'];

const FILES = {
  'a.yaml': quota('a', '  hrad: {}\n'),
  'sub/b.yaml': quota('b', '  hrad: {}\n  hrid: {}\n'),
};

/** A folder with a baseline of its three findings. */
async function withBaseline(): Promise<string> {
  const cwd = temporaryFolder(FILES);
  const { code, stdout } = await runIn({ cwd }, '-f', 'concise', ...BASELINE, '--write-baseline');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^wrote 3 findings to known\.json\nchecked 2 of 2 .*: no findings\n$/);
  return cwd;
}

const check = (cwd: string, ...args: string[]) =>
  runIn({ cwd }, '-f', 'concise', ...BASELINE, ...args);

describe('with a baseline', () => {
  it('nothing is reported that it has, wherever it has moved to', async () => {
    const cwd = await withBaseline();
    renameSync(join(cwd, 'sub/b.yaml'), join(cwd, 'c.yml'));
    writeFileSync(join(cwd, 'a.yaml'), `# a comment\n\n${FILES['a.yaml']}`);
    const { code, stdout } = await check(cwd);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^3 findings of known\.json not shown\nchecked 2 of 2 .*: no findings\n$/,
      ),
    ]);
  });

  it('advice on a CRD is reported although another CRD is known for it', async () => {
    const crd = (kind: string) =>
      crdYaml('{ type: object, properties: { spec: { type: string, required: [a] } } }', { kind });
    const cwd = temporaryFolder({ 'a.yaml': crd('Shop') });
    await check(cwd, '--write-baseline');
    writeFileSync(join(cwd, 'b.yaml'), crd('Cart'));
    expect((await check(cwd)).stdout).toContain('b.yaml:13:88: warning: required has no effect');
  });

  it('a new finding is reported, also where it is equal to a known one', async () => {
    const cwd = await withBaseline();
    writeFileSync(join(cwd, 'c.yaml'), FILES['a.yaml']);
    writeFileSync(join(cwd, 'a.yaml'), `${FILES['a.yaml']}  hrud: {}\n`);
    const { code, stdout } = await check(cwd, '--quiet');
    expect(code).toBe(1);
    expect(stdout.replace(/ error: .*/g, '')).toBe('a.yaml:7:3:\nc.yaml:6:3:\n');
  });

  it('findings that no longer occur are listed, and removed when that is asked for', async () => {
    const cwd = await withBaseline();
    writeFileSync(join(cwd, 'a.yaml'), quota('a', ''));
    rmSync(join(cwd, 'sub/b.yaml'));
    expect((await check(cwd)).stdout).toContain(
      '3 findings of known.json no longer occur; --prune-baseline removes them:\n  field/unknown  ResourceQuota/a  a.yaml\n',
    );
    const { code, stdout } = await check(cwd, '--prune-baseline');
    expect([code, stdout.split('\n')[0]]).toEqual([
      0,
      'removed 3 findings that no longer occur from known.json',
    ]);
    expect(JSON.parse(readFileSync(join(cwd, 'known.json'), 'utf8')).findings).toEqual([]);
  });

  it('one finding that no longer occurs is listed', async () => {
    const cwd = await withBaseline();
    writeFileSync(join(cwd, 'a.yaml'), quota('a', ''));
    expect((await check(cwd)).stdout).toMatch(/1 finding of known\.json no longer occurs; /);
  });

  it('findings in files that were not checked are not called gone, and stay', async () => {
    const cwd = await withBaseline();
    const before = readFileSync(join(cwd, 'known.json'), 'utf8');
    expect((await check(cwd, 'a.yaml')).stdout).not.toContain('no longer occur');
    await check(cwd, 'a.yaml', '--prune-baseline');
    expect(readFileSync(join(cwd, 'known.json'), 'utf8')).toBe(before);
    await check(cwd, 'a.yaml', '--write-baseline');
    expect(readFileSync(join(cwd, 'known.json'), 'utf8')).toBe(before);
  });

  it('the JSON report has what is new, and counts only that', async () => {
    const cwd = await withBaseline();
    const { stdout } = await runIn({ cwd }, '-f', 'json', ...BASELINE);
    const { findings, summary } = JSON.parse(stdout);
    expect([findings, summary.errors, summary.files]).toEqual([[], 0, 2]);
  });

  it('a configuration can name it', async () => {
    const cwd = await withBaseline();
    writeFileSync(join(cwd, '.kubeadmit.yaml'), 'baseline: known.json\n');
    expect((await runIn({ cwd: join(cwd, 'sub') }, '--config', '../.kubeadmit.yaml')).code).toBe(0);
  });
});

it('has an entry a line', async () => {
  const cwd = await withBaseline();
  const lines = readFileSync(join(cwd, 'known.json'), 'utf8').split('\n');
  expect(lines).toHaveLength(9);
  expect(JSON.parse((lines[3] ?? '').replace(/,$/, ''))).toEqual({
    fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    count: 1,
    rule: 'field/unknown',
    object: 'ResourceQuota/a',
    file: 'a.yaml',
  });
});

it.each<[string | undefined, string[], string]>([
  [
    undefined,
    BASELINE,
    'cannot read the baseline known.json: no such file or folder; --write-baseline writes it',
  ],
  ['{', BASELINE, 'cannot read the baseline known.json: it is not valid JSON'],
  ['{}', BASELINE, 'cannot read the baseline known.json: it is not a baseline'],
  [
    '{"version":9,"findings":[]}',
    BASELINE,
    'it has version 9; write it again with --write-baseline',
  ],
  ['{"version":1,"findings":[{}]}', BASELINE, 'it has an entry that is not valid'],
  [undefined, ['--write-baseline'], 'name the file of the baseline with --baseline'],
])('%j with %j is refused', async (text, args, message) => {
  const cwd = temporaryFolder({ ...FILES, ...(text === undefined ? {} : { 'known.json': text }) });
  const { code, stderr } = await runIn({ cwd }, ...args);
  expect([code, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(message)]);
});
