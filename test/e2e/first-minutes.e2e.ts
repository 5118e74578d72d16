import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Folder, REPOSITORY } from './built-command.ts';

const QUOTA =
  'apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: a }\nspec: { hard: { pods: many } }\n';

describe('explain', () => {
  const folder = new Folder();

  it.each([
    [
      'The CustomResourceDefinition "a.b.com" is invalid: spec.versions: Invalid value: must have exactly one version marked as storage version',
      'crd/storage-version',
    ],
    ['strict decoding error: unknown field "spec.replica"', 'field/unknown'],
    [
      'error: resource mapping not found: no matches for kind "Foo" in version "policy/v1beta1"',
      'kind/unserved',
    ],
  ])('finds the rule for %j', (text, rule) => {
    const { code, stdout } = folder.kubeadmit(['explain', text]);
    expect([code, stdout.split('\n')[0]]).toEqual([0, rule]);
  });

  it('suggests an id instead of showing another page', () => {
    const { code, stdout, stderr } = folder.kubeadmit(['explain', 'webhook/timeuot']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('did you mean webhook/timeout?');
  });
});

describe('the hooks of pre-commit', () => {
  const text = readFileSync(join(REPOSITORY, '.pre-commit-hooks.yaml'), 'utf8');
  const entries = [...text.matchAll(/^ {2}entry: kubeadmit ?(.*)$/gm)].map(([, args = '']) => args);

  it('do not run side by side', () => {
    expect(entries).toHaveLength(3);
    expect(text.match(/^ {2}require_serial: true$/gm)).toHaveLength(entries.length);
  });

  it.each(entries)('run: kubeadmit %s', (entry) => {
    const folder = new Folder({ 'a.yaml': QUOTA });
    const { code, stdout } = folder.kubeadmit([...entry.split(' ').filter(Boolean), 'a.yaml']);
    expect(code).toBe(1);
    expect(stdout).toContain('a.yaml:4:23');
  });
});

describe('the command line', () => {
  const folder = new Folder({ 'a.yaml': QUOTA });

  it('tells about a wrong path once', () => {
    expect(folder.kubeadmit(['b.yaml'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'kubeadmit: b.yaml: no such file or folder\n',
    });
  });

  it('takes the format from the name of the output', () => {
    const { code } = folder.kubeadmit(['-o', 'report.json', 'a.yaml']);
    const report = JSON.parse(readFileSync(join(folder.path, 'report.json'), 'utf8'));
    expect([code, report.version, report.summary.errors]).toEqual([1, 1, 1]);
  });

  it('writes the summary of a report for programs to stderr', () => {
    const { stdout, stderr } = folder.kubeadmit(['-f', 'json', 'a.yaml']);
    expect(JSON.parse(stdout).summary.errors).toBe(1);
    expect(stderr).toMatch(/^checked 1 of 1 document /);
  });

  it('prints statistics even if it is to be quiet', () => {
    expect(folder.kubeadmit(['--quiet', '--stats', 'a.yaml']).stdout).toContain('v1 ResourceQuota');
  });

  it('has help for each command, and lists the rules of a family', () => {
    expect(folder.kubeadmit(['help', 'explain']).stdout).toContain('Usage: kubeadmit explain');
    const { stdout } = folder.kubeadmit(['rules', 'webhook']);
    expect(stdout).toContain('webhook/timeout');
    expect(stdout).not.toContain('crd/scope');
  });

  it('writes annotations and a summary in GitHub Actions', () => {
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder.path, 'summary.md') };
    folder.write('summary.md', '');
    const { stdout } = folder.kubeadmit(['a.yaml'], { env });
    expect(stdout).toMatch(/^::error file=a\.yaml,line=4,/m);
    expect(readFileSync(join(folder.path, 'summary.md'), 'utf8')).toMatch(/a\\?\.yaml/);
  });
});

it('the commands of the README run', () => {
  const readme = readFileSync(join(REPOSITORY, 'README.md'), 'utf8');
  const [, args = ''] = /npx kubeadmit (--fail-on never .*)$/m.exec(readme) ?? [];
  const { code, stdout } = new Folder().kubeadmit(
    args.split(' ').map((arg) => (arg.startsWith('fixtures/') ? join(REPOSITORY, arg) : arg)),
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/^error: /);
});
