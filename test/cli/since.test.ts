import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { crdYaml } from '../crd-yaml.ts';
import { gitIn, writeFiles } from '../folders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

const quota = (fields: string) => `apiVersion: v1
kind: ResourceQuota
metadata: { name: a }
spec:
  hard: { pods: "1" }
${fields}`;

let cwd: string;

const git = (...args: readonly string[]) => gitIn(cwd, ...args);

const write = (path: string, text: string) => writeFiles(cwd, { [path]: text });

beforeEach(() => {
  cwd = temporaryFolder({
    'a.yaml': quota('  hrad: {}\n'),
    'sub/b.yaml': quota('  hrad: {}\n  hrid: {}\n').replace('name: a', 'name: b'),
    'sub/crd.yaml': crdYaml(),
  });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '--message=all');
});

/** The findings since a revision, as `file:line rule`. */
async function since(revision: string, ...args: string[]): Promise<readonly string[]> {
  const { stdout, stderr } = await runIn({ cwd }, '--since', revision, '-f', 'json', ...args);
  expect(stderr).not.toContain('kubeadmit:');
  return JSON.parse(stdout).findings.map(
    ({ file, line, rule }: { file: string; line: number; rule: string }) =>
      `${file}:${line} ${rule}`,
  );
}

it('nothing is new where nothing has changed', async () => {
  expect(await since('HEAD')).toEqual([]);
  const { code, stdout } = await runIn({ cwd }, '--since', 'HEAD');
  expect([code, stdout.split('\n')[0]]).toEqual([0, '3 findings not shown: not new since HEAD']);
});

it('a finding on a changed line is new, and others are not, wherever they have moved to', async () => {
  write('a.yaml', `# a comment\n${quota('  hrad: {}\n  hrud: {}\n')}`);
  renameSync(join(cwd, 'sub/b.yaml'), join(cwd, 'sub/c.yaml'));
  git('add', '--all');
  expect(await since('HEAD')).toEqual(['a.yaml:8 field/unknown']);
});

it('a finding on a changed line is new although an equal one was there', async () => {
  write('a.yaml', quota('  hrad:   {}\n'));
  expect(await since('HEAD')).toEqual(['a.yaml:6 field/unknown']);
});

it('lines that look like those of a new document below have not changed', async () => {
  const named = (name: string, text: string) => text.replace('name: a', `name: ${name}`);
  const wrong = quota('  hrad: {}\n');
  write('a.yaml', [named('b', quota('')), wrong, named('c', wrong)].join('---\n'));
  expect(await since('HEAD')).toEqual(['a.yaml:19 field/unknown']);
});

it('a finding on no changed line is new if nothing was reported before', async () => {
  write('sub/crd.yaml', crdYaml().replace('  scope: Namespaced\n', ''));
  expect(await since('HEAD')).toEqual(['sub/crd.yaml:4 crd/scope']);
});

it('only what is new is fixed', async () => {
  write('a.yaml', quota('  hrad: {}\n').replace('pods: "1"', 'pods: "1", services: "1"'));
  write('sub/b.yaml', quota('  hrad: {}\n  scops: []\n').replace('name: a', 'name: b'));
  await runIn({ cwd }, '--since', 'HEAD', '--fix');
  expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toContain('  hrad: {}\n');
  expect(readFileSync(join(cwd, 'sub/b.yaml'), 'utf8')).toContain('  hrad: {}\n  scopes: []\n');
});

it('only the equal lines at both ends of very long texts are unchanged', async () => {
  const filled = (mark: string) => {
    const filling = `#${mark.repeat(1000)}\n`.repeat(9000);
    return `${quota('  hrad: {}\n')}${filling}  hrud: {}\n${filling}  hrid: {}\n`;
  };
  write('a.yaml', filled('a'));
  git('commit', '--quiet', '--all', '--message=long');
  write('a.yaml', filled('b'));
  expect(await since('HEAD', 'a.yaml')).toEqual(['a.yaml:9007 field/unknown']);
});

it('files that git does not know are new', async () => {
  write('new.yaml', quota('  hrad: {}\n'));
  expect(await since('HEAD')).toEqual(['new.yaml:6 field/unknown']);
});

it('a file that git tracks although it would ignore it was there before as well', async () => {
  write('.gitignore', 'a.yaml\n');
  expect(await since('HEAD')).toEqual([]);
});

it('changes that others have made meanwhile do not count', async () => {
  git('checkout', '--quiet', '-b', 'feature');
  git('checkout', '--quiet', 'main');
  write('a.yaml', quota(''));
  git('commit', '--quiet', '--all', '--message=fix');
  git('checkout', '--quiet', 'feature');
  expect(await since('main')).toEqual([]);
});

it('paths are those of the command line, from any folder', async () => {
  write('sub/b.yaml', `${quota('  hrad: {}\n  hrid: {}\n').replace('name: a', 'name: b')}x: 1\n`);
  write('a.yaml', `${quota('  hrad: {}\n')}x: 1\n`);
  const inSub = async (...args: string[]) => {
    const all = await runIn(
      { cwd: join(cwd, 'sub') },
      '--since',
      'HEAD',
      '-f',
      'concise',
      '--quiet',
      ...args,
    );
    return all.stdout.replace(/ error: .*/g, '');
  };
  expect(await inSub()).toBe('b.yaml:8:1:\n');
  expect(await inSub('../a.yaml', 'b.yaml')).toBe('../a.yaml:7:1:\nb.yaml:8:1:\n');
  expect(await inSub(join(cwd, 'a.yaml'))).toBe(`${join(cwd, 'a.yaml')}:7:1:\n`);
});

it('the configuration of today holds for both', async () => {
  write('.kubeadmit.yaml', 'exclude: [sub/]\nrules: { field/unknown: warning }\n');
  expect(await since('HEAD')).toEqual([]);
});

it('kustomizations are those of the time', async () => {
  write('base/kustomization.yaml', 'patches: [{ path: p.yaml }]\n');
  write('base/p.yaml', quota('').replace('  hard: { pods: "1" }\n', '  hard: {}\n'));
  git('add', '.');
  git('commit', '--quiet', '--message=patch');
  write('base/kustomization.yaml', 'resources: [p.yaml]\n');
  const found = await since('HEAD', 'base');
  expect(found.length).toBeGreaterThan(0);
});

it.each([
  [
    'none',
    '--since: git knows no revision none; a shallow clone has to fetch it first (fetch-depth: 0)',
  ],
  ['--output=x', '--since: git knows no revision --output=x'],
])('refuses %s', async (revision, message) => {
  const { code, stderr } = await runIn({ cwd }, `--since=${revision}`);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it('refuses a folder that is in no repository', async () => {
  const outside = temporaryFolder({ 'a.yaml': '' });
  const { code, stderr } = await runIn({ cwd: outside }, '--since', 'HEAD');
  expect([code, stderr]).toEqual([2, expect.stringContaining('--since: not a git repository')]);
});
