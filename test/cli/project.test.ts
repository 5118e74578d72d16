import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

const PATCH = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: crontabs.stable.example.com }
spec: { conversion: { strategy: Webhook } }
`;

let folder = '';

/** The reasons for which the documents of a run are skipped, and its exit status. */
async function runOn(stdin: string, ...args: string[]) {
  folder = temporaryFolder({
    'config/kustomization.yaml':
      'resources: [https://example.com/base]\npatches: [{ path: sub/conversion.yaml }]',
    'config/sub/conversion.yaml': PATCH,
  });
  const { code, stdout } = await runIn({ cwd: folder, stdin }, '-f', 'json', ...args);
  const { documents }: { documents: readonly { readonly skipped: string | null }[] } =
    JSON.parse(stdout);
  return { code, skipped: documents.map((document) => document.skipped) };
}

it.each([
  ['the folder', 'config'],
  ['the current folder', '.'],
  ['a file, which a hook names', 'config/sub/conversion.yaml'],
  ['a pattern', 'config/s*/*.yaml'],
])('the project around a file is known, whether it is named by %s', async (_, path) => {
  const { code, skipped } = await runOn('', path);
  expect({ code, reason: skipped.at(-1) }).toEqual({ code: 0, reason: 'kustomize-patch' });
});

it('a folder that is named is the whole project, where there is no repository', async () => {
  expect(await runOn('', 'config/sub')).toEqual({ code: 1, skipped: [null] });
});

it('standard input may be a file of the project', async () => {
  const named = ['-', '--stdin-filename', 'config/sub/conversion.yaml'];
  expect(await runOn(PATCH, ...named)).toEqual({ code: 0, skipped: ['kustomize-patch'] });
});

it('standard input is in no project by itself', async () => {
  expect(await runOn(PATCH, '-')).toEqual({ code: 1, skipped: [null] });
});

it('counts custom resources without a CRD, which a kustomization is not', async () => {
  folder = temporaryFolder({
    'kustomization.yaml':
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [pool.yaml]\n',
    'pool.yaml': 'apiVersion: example.com/v1\nkind: Pool\nmetadata: { name: a }\n',
  });
  const { stdout } = await runIn({ cwd: folder });
  expect(stdout).toContain('skipped 1 custom resource without a CRD;');
});

it('counts custom resources whose CRD is refused', async () => {
  folder = temporaryFolder({
    'crd.yaml': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: pools.example.com }
spec: { group: example.com, names: { plural: pools, kind: Pool }, scope: Namespaced, versions: [] }
`,
    'pool.yaml': 'apiVersion: example.com/v1\nkind: Pool\nmetadata: { name: a }\n',
    'other.yaml': 'apiVersion: other.example.com/v1\nkind: Pool\nmetadata: { name: a }\n',
  });
  const { stdout } = await runIn({ cwd: folder });
  expect(stdout).toContain('skipped 1 custom resource without a CRD;');
  expect(stdout).toContain('skipped 1 custom resource of example.com, where a CRD is refused;');
});

it('uses the flags of clusters that the input configures, unless flags are given', async () => {
  folder = temporaryFolder({
    'kind.yaml':
      'apiVersion: kind.x-k8s.io/v1alpha4\nkind: Cluster\nruntimeConfig: { policy/v1beta1: true }\n',
    'quota.yaml':
      'apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: web }\nspec: { hard: { pods: 1 } }\n',
  });
  const lastLine = async (...args: string[]) =>
    (await runIn({ cwd: folder }, ...args)).stdout.trimEnd().split('\n').at(-1);
  const flags = ' with the flags in kind.yaml:';
  expect(await lastLine()).toContain(flags);
  expect(await lastLine('--runtime-config', 'api/beta=true')).not.toContain(flags);
  expect(await lastLine('quota.yaml')).not.toContain(flags);
});

it('does not say which files there are behind a link out of the repository', async () => {
  folder = temporaryFolder({
    '.git/HEAD': '',
    'kustomization.yaml':
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [out/a.yaml, b.yaml]\n',
  });
  const outside = temporaryFolder();
  symlinkSync(outside, join(folder, 'out'));
  const { stdout } = await runIn({ cwd: folder }, '--pedantic', '-f', 'concise');
  expect(stdout).toContain("'b.yaml' does not exist");
  expect(stdout).not.toContain('out/a.yaml');
});

describe('a folder whose name is that of tests', () => {
  const QUOTA = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: { namespace: shop }\n';

  /** The verdict on `tests/quota.yaml`, which has no name: a program may set it. */
  async function verdictOn(path: string, ...inRepository: readonly string[]) {
    folder = temporaryFolder({
      'tests/quota.yaml': QUOTA,
      ...Object.fromEntries(inRepository.map((name) => [name, ''])),
    });
    const cwd = path.startsWith('tests') ? folder : join(folder, 'tests');
    const { stdout } = await runIn({ cwd }, '-f', 'json', path);
    return Object.values(JSON.parse(stdout).documents[0].verdicts);
  }

  it('shows what the files of a folder or a repository are for', async () => {
    expect(await verdictOn('tests')).toEqual(['rejected']);
    expect(await verdictOn('tests/..')).toEqual(['unrendered']);
    expect(await verdictOn('tests/quota.yaml', '.git/HEAD')).toEqual(['unrendered']);
    expect(await verdictOn('quota.yaml', '.git/HEAD')).toEqual(['unrendered']);
  });

  it('says nothing about a file that is named, where there is no repository', async () => {
    expect(await verdictOn('tests/quota.yaml')).toEqual(['rejected']);
    expect(await verdictOn('quota.yaml')).toEqual(['rejected']);
  });
});
