import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { isMapping, readParts, type Value } from '../../src/yaml/index.ts';
import { gitIn } from '../folders.ts';
import { temporaryRepository } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

const read = (cwd: string, path: string) => readFileSync(join(cwd, path), 'utf8');

function yamlIn(cwd: string, path: string): Value {
  const [part] = readParts(read(cwd, path));
  if (part?.content.kind !== 'value') throw new Error(`${path} is not YAML`);
  return part.content.document.value;
}

const FILES = {
  'config/quota.yaml': '',
  'charts/shop/Chart.yaml': 'name: shop\n',
  'charts/shop/templates/a.yaml': '',
  'charts/shop/charts/sub/Chart.yaml': 'name: sub\n',
  'base/kustomization.yaml': '',
  'overlays/it is/kustomization.yaml': 'resources: [../../base]\n',
  '.github/workflows/build.yaml': '',
};

/** An expression of GitHub. */
const expressionOf = (text: string) => `\${{ ${text} }}`;

describe('init --yes', () => {
  it('writes what fits the repository', async () => {
    const cwd = temporaryRepository(FILES);
    const { code, stdout, stderr } = await runIn({ cwd }, 'init', '--yes');
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toBe(
      [
        'wrote .kubeadmit.yaml',
        'wrote .pre-commit-config.yaml',
        'wrote .github/workflows/kubeadmit.yaml',
        'wrote .vscode/tasks.json',
        'next: kubeadmit',
        'or: kubeadmit --render, which runs helm and kustomize, and judges what they print',
        '',
      ].join('\n'),
    );
    expect(yamlIn(cwd, '.kubeadmit.yaml')).toEqual({ kubernetesVersion: NEWEST_MINOR });
    expect(yamlIn(cwd, '.pre-commit-config.yaml')).toMatchObject({
      repos: [{ rev: 'main', hooks: [{ id: 'kubeadmit-changed' }] }],
    });
    const workflow = yamlIn(cwd, '.github/workflows/kubeadmit.yaml');
    const jobs = isMapping(workflow) ? workflow.jobs : undefined;
    expect(jobs).toMatchObject({
      kubeadmit: {
        steps: [
          { uses: expect.stringMatching(/^actions.checkout@[0-9a-f]{40}$/) },
          { uses: 'azure/setup-helm@v4' },
          {
            uses: 'kubeadmit/kubeadmit@main',
            with: {
              args: expressionOf(
                "github.event.pull_request.head.repo.fork != true && '--render' || ''",
              ),
            },
          },
        ],
      },
    });
    expect(JSON.parse(read(cwd, '.vscode/tasks.json')).tasks).toHaveLength(1);
    // The configuration that it writes is valid.
    expect((await runIn({ cwd }, 'config', 'show')).code).toBe(0);
  });

  it('writes a job for GitLab where that is used, without what is not there', async () => {
    const cwd = temporaryRepository({ 'a.yaml': '' });
    const { stderr } = await runIn({ cwd }, 'init', '--yes', '--ci', 'gitlab');
    expect(stderr).toContain('wrote .gitlab-ci.yml\n');
    expect(read(cwd, '.gitlab-ci.yml')).not.toContain('helm');
    expect(read(cwd, '.gitlab-ci.yml')).toContain('    - kubeadmit -f gitlab -o');
    expect(yamlIn(cwd, '.gitlab-ci.yml')).toMatchObject({
      kubeadmit: { artifacts: { reports: { codequality: 'gl-code-quality-report.json' } } },
    });
  });

  it('writes a job for GitLab that renders charts', async () => {
    const cwd = temporaryRepository(FILES);
    await runIn({ cwd }, 'init', '--yes', '--ci', 'gitlab');
    expect(read(cwd, '.gitlab-ci.yml')).toContain('    - kubeadmit --render -f gitlab -o');
  });

  it('changes no file that exists, and says what to add', async () => {
    const cwd = temporaryRepository({
      '.pre-commit-config.yaml': 'repos: []\n',
      '.kubeadmit.yaml': '',
    });
    const { stderr } = await runIn({ cwd }, 'init', '--yes', '--ci', 'none');
    expect(stderr).toContain('.kubeadmit.yaml exists, and stays as it is\n');
    expect(stderr).toContain('.pre-commit-config.yaml exists; add to it:\n  - repo: ');
    expect(read(cwd, '.pre-commit-config.yaml')).toBe('repos: []\n');
    expect(existsSync(join(cwd, '.github'))).toBe(false);
  });
});

describe('init finds', () => {
  it('the service and the branch of a repository', async () => {
    const cwd = temporaryRepository({ 'a.yaml': '' });
    gitIn(cwd, 'init', '--quiet', '--initial-branch=release/2');
    gitIn(cwd, 'remote', 'add', 'origin', 'git@github.com:example/shop.git');
    await runIn({ cwd }, 'init', '--yes');
    expect(read(cwd, '.github/workflows/kubeadmit.yaml')).toContain('branches: [release/2]\n');
  });

  it('a branch whose name has characters of patterns', async () => {
    const cwd = temporaryRepository({ 'a.yaml': '' });
    gitIn(cwd, 'init', '--quiet', '--initial-branch=c++');
    gitIn(cwd, 'remote', 'add', 'origin', 'git@github.com:example/shop.git');
    await runIn({ cwd }, 'init', '--yes');
    expect(read(cwd, '.github/workflows/kubeadmit.yaml')).toContain(
      String.raw`branches: ["c\\+\\+"]`,
    );
  });

  it.each([
    ['no remote', {}],
    ['another service', { Jenkinsfile: '' }],
  ])('%s, and writes no job', async (_, files) => {
    const cwd = temporaryRepository({ 'a.yaml': '', ...files });
    gitIn(cwd, 'init', '--quiet');
    if ('Jenkinsfile' in files) gitIn(cwd, 'remote', 'add', 'origin', 'https://github.com/a/b');
    const { stderr } = await runIn({ cwd }, 'init', '--yes');
    expect(stderr).toBe(
      [
        'wrote .kubeadmit.yaml',
        'wrote .pre-commit-config.yaml',
        'wrote .vscode/tasks.json',
        'no CI job was written: --ci github and --ci gitlab write one',
        'next: kubeadmit',
        '',
      ].join('\n'),
    );
  });

  it('the versions of the clusters that the repository configures', async () => {
    const node = (version: string) =>
      `apiVersion: kind.x-k8s.io/v1alpha4\nkind: Cluster\nnodes: [{ image: 'kindest/node:${version}' }]\n`;
    const cwd = temporaryRepository({
      'hack/kind-old.yaml': node('v1.33.4'),
      'hack/kind-new.yaml': node('v1.35.0'),
      'hack/kind-ancient.yaml': node('v1.21.0'),
      'kind/README.md': node('v1.36.0'),
    });
    await runIn({ cwd }, 'init', '--yes');
    expect(yamlIn(cwd, '.kubeadmit.yaml')).toEqual({ kubernetesVersion: '1.33..1.35' });
  });

  it('the files that it has written before', async () => {
    const cwd = temporaryRepository(FILES);
    await runIn({ cwd }, 'init', '--yes');
    const { code, stderr } = await runIn({ cwd }, 'init', '--yes');
    expect([code, stderr]).toEqual([
      0,
      [
        '.kubeadmit.yaml has kubeadmit already',
        '.pre-commit-config.yaml has kubeadmit already',
        '.github/workflows/kubeadmit.yaml has kubeadmit already',
        '.vscode/tasks.json has kubeadmit already',
        'next: kubeadmit',
        'or: kubeadmit --render, which runs helm and kustomize, and judges what they print',
        '',
      ].join('\n'),
    ]);
  });
});

it.each([{ isTTY: false }, { isTTY: true, isPiped: true }])(
  'init asks nothing and writes nothing without a terminal: %j',
  async (streams) => {
    const cwd = temporaryRepository(FILES);
    const { code, stderr } = await runIn({ cwd, ...streams }, 'init');
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'kubeadmit: there is no terminal to ask questions on; --yes takes the defaults',
    ]);
    expect(existsSync(join(cwd, '.kubeadmit.yaml'))).toBe(false);
  },
);

describe('init on a terminal', () => {
  it('asks, and takes what is found for an empty answer', async () => {
    const cwd = temporaryRepository(FILES);
    const stdin = [
      'helm,manifest',
      'helm',
      '1.31..1.33',
      '',
      'no',
      'perhaps',
      'n',
      'gitlab',
      '',
    ].join('\n');
    const { code, stderr } = await runIn({ cwd, isTTY: true, stdin }, 'init');
    expect(code).toBe(0);
    expect(stderr).toContain(
      'What is in the repository (manifests, helm, kustomize)? [manifests,helm,kustomize] ',
    );
    expect(stderr).toContain('unknown layout manifest; did you mean manifests?\n');
    expect(yamlIn(cwd, '.kubeadmit.yaml')).toEqual({ kubernetesVersion: '1.31..1.33' });
    expect(existsSync(join(cwd, '.pre-commit-config.yaml'))).toBe(false);
  });

  it.each<[string[], string]>([
    [['--layout', 'helm,chart'], 'unknown layout chart; use one of: manifests, helm, kustomize'],
    [['--ci', 'jenkins'], 'unknown CI system jenkins; use one of: github, gitlab, none'],
    [['--kubernetes-version', '1.99'], 'Kubernetes 1.99 is not known'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await runIn({ cwd: temporaryRepository() }, 'init', '--yes', ...args);
    expect([code, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('init in a folder of somebody else', () => {
  it.each(['.github', '.vscode', '.pre-commit-config.yaml', '.kubeadmit.yaml'])(
    'writes nothing where %s leads out of the repository',
    async (name) => {
      const outside = temporaryRepository();
      const cwd = temporaryRepository();
      symlinkSync(name.endsWith('.yaml') ? join(outside, 'new.yaml') : outside, join(cwd, name));
      const { code, stderr } = await runIn({ cwd }, 'init', '--yes', '--ci', 'github');
      expect([code, stderr]).toEqual([2, expect.stringContaining('leads out of the repository')]);
      expect(readdirSync(outside)).toEqual(['.git']);
    },
  );
});
