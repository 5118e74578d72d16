import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { gitIn, writeFiles } from '../folders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

const crd = (kind: string, group = 'shop.example.com', size = 'integer') => {
  const plural = `${kind.toLowerCase()}s`;
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${plural}.${group}
  uid: 3b1f2c1e-0000-4000-8000-000000000001
  resourceVersion: "12"
  creationTimestamp: "2024-05-01T10:00:00Z"
  annotations: { team: a, kubectl.kubernetes.io/last-applied-configuration: "{}" }
spec:
  group: ${group}
  names: { plural: ${plural}, kind: ${kind} }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          description: What it is.
          properties:
            spec:
              type: object
              properties:
                description: { type: object, x-kubernetes-preserve-unknown-fields: true, default: { description: x } }
                size: { type: ${size}, description: How large. }
status: { storedVersions: [v1] }
`;
};

const pool = (size: string) =>
  `apiVersion: shop.example.com/v1\nkind: Pool\nmetadata: { name: a }\nspec: { size: ${size} }\n`;

let outer: string;
let cwd: string;

beforeEach(() => {
  outer = temporaryFolder();
  cwd = join(outer, 'work');
  mkdirSync(join(cwd, '.git'), { recursive: true });
  write('crd/pool.yaml', crd('Pool'));
  write('app/pool.yaml', pool('large'));
});

const write = (path: string, text: string) => writeFiles(cwd, { [path]: text });

const read = (path: string) => readFileSync(join(cwd, path), 'utf8');
const lock = () => JSON.parse(read('.kubeadmit/crds.lock'));
const run = (...args: string[]) => runIn({ cwd }, ...args);
const files = () => readdirSync(join(cwd, '.kubeadmit/crds')).sort();

/** Packs files into an archive in the working folder. */
function pack(name: string, content: Readonly<Record<string, string>>): void {
  const folder = temporaryFolder(content);
  execFileSync('tar', ['-czf', join(cwd, name), '-C', folder, ...Object.keys(content)]);
}

describe('crds add', () => {
  it('writes one sorted file for each CRD, and the lock', async () => {
    const { code, stderr } = await run('crds', 'add', 'crd', '--slim');
    expect([code, stderr]).toEqual([0, './crd: 1 CRD\n']);
    expect(
      read('.kubeadmit/crds/pools.shop.example.com.yaml'),
    ).toBe(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations:
    team: a
  name: pools.shop.example.com
spec:
  group: shop.example.com
  names:
    kind: Pool
    plural: pools
  scope: Namespaced
  versions:
    - name: v1
      schema:
        openAPIV3Schema:
          properties:
            spec:
              properties:
                description:
                  default:
                    description: x
                  type: object
                  x-kubernetes-preserve-unknown-fields: true
                size:
                  type: integer
              type: object
          type: object
      served: true
      storage: true
`);
    const digest = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
    const sources = [
      {
        source: './crd',
        version: null,
        digest,
        slim: true,
        groups: null,
        crds: { 'pools.shop.example.com': digest },
      },
    ];
    expect(lock()).toEqual({ lockVersion: 1, sources });
  });

  it('keeps descriptions without --slim', async () => {
    await run('crds', 'add', 'crd/pool.yaml');
    expect(read('.kubeadmit/crds/pools.shop.example.com.yaml')).toContain(
      'description: How large.',
    );
  });

  it('reads a List, as clusters return it', async () => {
    const [one, two] = ['Pool', 'Lane'].map((kind) => crd(kind).replace(/^/gm, '    '));
    write('list.yaml', `apiVersion: v1\nkind: List\nitems:\n  -\n${one}\n  -\n${two}\n`);
    expect((await run('crds', 'add', 'list.yaml')).stderr).toBe('./list.yaml: 2 CRDs\n');
    expect(files()).toEqual(['lanes.shop.example.com.yaml', 'pools.shop.example.com.yaml']);
  });

  it('reads the CRDs of a chart, with its version', async () => {
    pack('shop.tgz', {
      'shop/Chart.yaml': 'name: shop\nversion: 1.4.2\n',
      'shop/crds/pool.yaml': crd('Pool'),
      'shop/templates/lane.yaml': crd('Lane'),
      'shop/templates/track.yaml': crd('Track').replace('What it is.', '{{ .Values.text }}'),
    });
    expect((await run('crds', 'add', 'shop.tgz')).code).toBe(0);
    expect(lock().sources[0]).toMatchObject({ source: './shop.tgz', version: '1.4.2' });
    expect(files()).toEqual(['lanes.shop.example.com.yaml', 'pools.shop.example.com.yaml']);
  });

  it('takes over a CRD that an earlier source has', async () => {
    write('other/pool.yaml', crd('Pool', 'shop.example.com', 'string'));
    await run('crds', 'add', 'crd', 'other');
    expect(
      lock().sources.map((source: { crds: object }) => Object.keys(source.crds).length),
    ).toEqual([0, 1]);
    expect((await run('app')).code).toBe(0);
    // The later source keeps it.
    await run('crds', 'update');
    expect((await run('app')).code).toBe(0);
  });

  it('keeps only the CRDs of groups, and adds groups', async () => {
    write('crd/other.yaml', crd('Lane', 'other.example.com'));
    write('crd/more.yaml', crd('Dock', 'more.example.com'));
    await run('crds', 'add', 'crd', '--group', 'shop.example.com');
    expect(files()).toEqual(['pools.shop.example.com.yaml']);
    await run('crds', 'add', 'crd', '--group', 'more.example.com');
    expect(lock().sources[0].groups).toEqual(['more.example.com', 'shop.example.com']);
    expect((await run('crds', 'update')).stderr).toBe('./crd: 2 CRDs, unchanged\n');
    const { stderr } = await run('crds', 'add', 'app', '--group', 'a.com');
    expect(stderr).toContain('./app has no CRD of a.com');
  });

  it('makes CRDs of the JSON Schemas of a catalogue, which decide nothing for certain', async () => {
    const schema = (type: string) =>
      JSON.stringify({
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: { size: { type } },
            additionalProperties: false,
          },
        },
      });
    write('catalogue/shop.example.com/pool_v1.json', schema('integer'));
    write('catalogue/other.example.com/pool_v1.json', schema('integer'));
    rmSync(join(cwd, 'crd'), { recursive: true });
    const { stderr } = await runIn(
      { cwd },
      'crds',
      'add',
      'catalogue',
      '--group',
      'shop.example.com',
    );
    expect(stderr).toContain('./catalogue: 1 CRD');
    expect(readdirSync(join(cwd, '.kubeadmit/crds'))).toEqual(['pool.shop.example.com.yaml']);
    write('pool.yaml', `${pool('1')}---\n${pool('large')}`);
    const { code, stdout } = await runIn({ cwd }, 'pool.yaml', '-f', 'concise', '--stats');
    expect(code).toBe(0);
    expect(stdout).toContain('pool.yaml:9:15: warning: by the schema of a catalogue: size must be');
    expect(stdout).toMatch(/1 (?:fits-schema|unknown), 1 (?:fits-schema|unknown)/);
  });

  it('checks the digest that is asked for', async () => {
    const digest = `sha256:${'0'.repeat(64)}`;
    const { code, stderr } = await run('crds', 'add', 'crd/pool.yaml', '--digest', digest);
    expect(code).toBe(2);
    expect(stderr).toContain(`and must be ${digest}`);
  });

  it.each([
    [['crds', 'add'], 'name the sources of the CRDs'],
    [['crds', 'add', 'nowhere'], './nowhere: no such file or folder'],
    [['crds', 'add', 'app'], './app has no CRD'],
    [
      ['crds', 'add', 'http://example.com/a.yaml'],
      'http://example.com/a.yaml: only addresses that',
    ],
    [
      ['crds', 'add', 'ssh://git@example.com/a.git@v1'],
      'ssh://...@example.com/a.git@v1: only addresses that begin with https:// or oci:// can be used',
    ],
    [['crds', 'add', 'crd', '--digest', 'x'], '--digest must be sha256: and 64'],
    [['crds', 'update', 'crd'], '.kubeadmit/crds.lock has no source ./crd'],
    [['crds', 'remove'], 'name the sources to remove'],
    [['crds', 'look'], 'crds takes add, update, remove, list or verify'],
  ])('%j says what is wrong', async (args, problem) => {
    const { code, stderr } = await run(...args);
    expect([code, stderr.startsWith(`kubeadmit: ${problem}`) ? problem : stderr]).toEqual([
      2,
      problem,
    ]);
  });

  it('names documents that cannot be used, and CRDs that the server refuses', async () => {
    write('crd/old.yaml', crd('Old').replace('k8s.io/v1', 'k8s.io/v1beta1'));
    write('crd/broken.yaml', '{{ if .x }}\nkind: CustomResourceDefinition\n');
    write('crd/refused.yaml', crd('Lane').replace('kind: Lane', 'kind: Lane!'));
    const { code, stderr } = await run('crds', 'add', 'crd');
    expect(code).toBe(0);
    expect(stderr).toContain(
      'crd/broken.yaml:1: this document is not valid YAML, so it is not used',
    );
    expect(stderr).toContain('crd/old.yaml:1: a CRD of apiextensions.k8s.io/v1beta1 is not used');
    expect(stderr).toContain('the CRD lanes.shop.example.com is refused by Kubernetes');
  });

  it.each([3000, 9000])('does not use a CRD with %i levels', async (levels) => {
    const schema = `${'{ x: '.repeat(levels)}1${' }'.repeat(levels)}`;
    write('deep.yaml', `${crd('Lane')}\ndeep: ${schema}\n`);
    const { code, stderr } = await run('crds', 'add', 'deep.yaml');
    expect(code).toBe(2);
    expect(stderr).toContain('deep.yaml:1: a CRD with more than 200 levels of nesting is not used');
  });

  it('does not use a lock with very many sources', async () => {
    const source = { source: './crd', version: null, slim: false, groups: null, crds: {} };
    const one = { ...source, digest: `sha256:${'0'.repeat(64)}` };
    const sources = Array.from({ length: 201 }, () => one);
    write('.kubeadmit/crds.lock', JSON.stringify({ lockVersion: 1, sources }));
    expect(await run('crds', 'update')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('crds.lock: has more than 200 sources'),
    });
  });
});

it('an archive may have very many files', async () => {
  const header = Buffer.alloc(512);
  header.write('x.yaml');
  header.write('0', 124);
  writeFileSync(join(cwd, 'x.tgz'), gzipSync(Buffer.alloc(512 * 150_000, header), { level: 1 }));
  expect(await run('crds', 'add', 'x.tgz')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('x.tgz has no CRD'),
  });
});

describe('linting', () => {
  it('uses the kept CRDs from every folder of the repository, and reports nothing in them', async () => {
    await run('crds', 'add', 'crd');
    rmSync(join(cwd, 'crd'), { recursive: true });
    const { code, stdout } = await run('-f', 'concise', '--pedantic');
    expect(code).toBe(1);
    expect(stdout).toContain('app/pool.yaml:4:15: error: size must be of type integer');
    expect(stdout).not.toMatch(/^\.kubeadmit/m);
    const below = await runIn({ cwd: join(cwd, 'app') }, '-f', 'concise');
    expect(below.stdout).toContain('pool.yaml:4:15: error: size must be of type integer');
  });

  it('does not use what differs from the lock', async () => {
    await run('crds', 'add', 'crd');
    write('.kubeadmit/crds/pools.shop.example.com.yaml', crd('Pool', undefined, 'string'));
    const { code, stderr } = await run('app');
    expect([code, stderr]).toEqual([
      2,
      'kubeadmit: .kubeadmit/crds/pools.shop.example.com.yaml: differs from .kubeadmit/crds.lock, so it is not used; kubeadmit crds update reads its source again\n',
    ]);
  });

  it.each([
    ['{', 'is not valid JSON'],
    ['{}', 'is not a lock of version 1'],
    ['{"lockVersion":1,"sources":[{"source":1}]}', 'has a source that is not valid'],
    [
      `{"lockVersion":1,"sources":[{"source":"a","version":null,"digest":"sha256:${'0'.repeat(64)}","slim":false,"groups":null,"crds":{"../../secret":"sha256:${'0'.repeat(64)}"}}]}`,
      'has a source that is not valid',
    ],
  ])('refuses the lock %s', async (text, problem) => {
    write('.kubeadmit/crds.lock', text);
    const { code, stderr } = await run('app');
    expect([code, stderr]).toEqual([2, expect.stringContaining(`crds.lock: ${problem}`)]);
  });

  it('compares with the CRDs of an earlier commit with --since', async () => {
    rmSync(join(cwd, '.git'), { recursive: true });
    const git = (...args: readonly string[]) => gitIn(cwd, ...args);
    git('init', '--quiet');
    await run('crds', 'add', 'crd');
    git('add', '.');
    git('commit', '--quiet', '--message=a');
    write('app/lane.yaml', pool('wide'));
    const { stdout } = await run('--since', 'HEAD', '-f', 'concise', 'app');
    expect(stdout.match(/ error: /g)).toHaveLength(1);
    expect(stdout).toContain('app/lane.yaml:4:15');
  });
});

it('examples and expressions use the kept CRDs', async () => {
  expect((await run('example', 'Pool')).stderr).toContain('name its CRD with --crds');
  await run('crds', 'add', 'crd');
  expect((await run('example', 'Pool')).stdout).toContain('kind: Pool\n');
  const { code } = await run('eval', 'true', '--as', 'crd:Pool', '--object', 'app/pool.yaml');
  expect(code).toBe(0);
});

it('admission policies use the kept CRDs', async () => {
  write(
    'policies/p.yaml',
    `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: small }
spec:
  matchConstraints:
    resourceRules:
    - { apiGroups: [shop.example.com], apiVersions: [v1], operations: ['*'], resources: [pools] }
  validations: [{ expression: object.spec.size < 3 }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: small }
spec: { policyName: small, validationActions: [Deny] }
`,
  );
  write('app/pool.yaml', pool('5'));
  await run('crds', 'add', 'crd');
  rmSync(join(cwd, 'crd'), { recursive: true });
  const { stdout } = await run('admit', 'app', '--policies', 'policies');
  expect(stdout).toMatch(/^denied {4}Pool a/);
});

describe('custom resources without a CRD', () => {
  const object = (apiVersion: string, kind: string) =>
    `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: a }\n`;

  it('are listed with the commands that find their CRDs', async () => {
    write(
      'more.yaml',
      [
        ['cert-manager.io/v1', 'Issuer'],
        ['acme.cert-manager.io/v1', 'Order'],
        ['argoproj.io/v1alpha1', 'Rollout'],
        ['argoproj.io/v1alpha1', 'Other'],
        ['infrastructure.cluster.x-k8s.io/v1beta1', 'AWSCluster'],
        ['source.toolkit.fluxcd.io/v1', 'GitRepository'],
      ]
        .map(([apiVersion = '', kind = '']) => object(apiVersion, kind))
        .join('---\n'),
    );
    const { stdout } = await run('app', 'more.yaml');
    expect(stdout.split('\n').slice(1, -2)).toEqual([
      'skipped 7 custom resources without a CRD; a command keeps the CRDs for all later runs, or --crds names them:',
      '  1 of shop.example.com, 1 of argoproj.io, 1 of infrastructure.cluster.x-k8s.io: kubeadmit crds add cluster --group shop.example.com --group argoproj.io --group infrastructure.cluster.x-k8s.io',
      '  1 of cert-manager.io, 1 of acme.cert-manager.io: kubeadmit crds add https://github.com/cert-manager/cert-manager/releases/latest/download/cert-manager.crds.yaml',
      '  1 of argoproj.io: kubeadmit crds add https://github.com/argoproj/argo-rollouts/releases/latest/download/install.yaml',
      '  1 of source.toolkit.fluxcd.io: kubeadmit crds add https://github.com/fluxcd/flux2/releases/latest/download/install.yaml',
    ]);
  });

  it('fail a run with --fail-on-skipped, or the key of a configuration', async () => {
    expect((await run('app')).code).toBe(0);
    expect((await run('--fail-on-skipped', 'app')).code).toBe(1);
    write('.kubeadmit.yaml', 'failOnSkipped: true\n');
    expect((await run('app')).code).toBe(1);
    expect((await run('--crds', 'crd', '--fail-on', 'never', 'app')).code).toBe(0);
  });
});

describe('crds update', () => {
  it('reads the sources again, and says what has changed', async () => {
    write('crd/lane.yaml', crd('Lane'));
    await run('crds', 'add', 'crd', '--slim');
    write('crd/pool.yaml', crd('Pool', undefined, 'string'));
    rmSync(join(cwd, 'crd/lane.yaml'));
    write('crd/dock.yaml', crd('Dock'));
    expect((await run('crds', 'update')).stderr).toBe(
      './crd: 2 CRDs, 1 new, 1 changed, 1 removed\n',
    );
    expect(files()).toEqual(['docks.shop.example.com.yaml', 'pools.shop.example.com.yaml']);
    expect(read('.kubeadmit/crds/docks.shop.example.com.yaml')).not.toContain('How large');
    expect((await run('crds', 'update', 'crd')).stderr).toBe('./crd: 2 CRDs, unchanged\n');
    expect((await run('crds', 'verify')).code).toBe(0);
  });

  it('reads nothing outside of the repository for a lock', async () => {
    await run('crds', 'add', 'crd');
    writeFileSync(join(outer, 'crd.yaml'), crd('Secret'));
    write('.kubeadmit/crds.lock', read('.kubeadmit/crds.lock').replace('./crd', '../crd.yaml'));
    const { code, stderr } = await run('crds', 'update');
    expect([code, stderr]).toEqual([2, expect.stringContaining('is outside of the repository')]);
    expect(files()).toEqual(['pools.shop.example.com.yaml']);
  });
});

describe('crds list, verify and remove', () => {
  it('list shows the sources with their CRDs', async () => {
    await run('crds', 'add', 'crd');
    expect((await run('crds', 'list')).stdout).toBe('./crd: 1 CRD\n  pools.shop.example.com\n');
    const { stdout } = await run('crds', 'list', '-f', 'json');
    expect(JSON.parse(stdout)).toMatchObject([
      { source: './crd', slim: false, crds: ['pools.shop.example.com'] },
    ]);
  });

  it('verify names all differences', async () => {
    expect((await run('crds', 'verify')).stderr).toContain('no CRDs are kept');
    write('crd/lane.yaml', crd('Lane'));
    await run('crds', 'add', 'crd');
    expect(await run('crds', 'verify')).toMatchObject({ code: 0, stderr: 'verified 2 CRDs\n' });
    write('.kubeadmit/crds/pools.shop.example.com.yaml', 'changed');
    write('.kubeadmit/crds/more.yaml', crd('More'));
    rmSync(join(cwd, '.kubeadmit/crds/lanes.shop.example.com.yaml'));
    const { code, stderr } = await run('crds', 'verify');
    expect([code, stderr.split('\n')]).toEqual([
      1,
      [
        'kubeadmit: .kubeadmit/crds/more.yaml: is not in the lock, so it is not used',
        'kubeadmit: .kubeadmit/crds/lanes.shop.example.com.yaml: no such file or folder; .kubeadmit/crds.lock names it',
        'kubeadmit: .kubeadmit/crds/pools.shop.example.com.yaml: differs from .kubeadmit/crds.lock, so it is not used; kubeadmit crds update reads its source again',
        '',
      ],
    ]);
  });

  it('remove deletes the files of a source', async () => {
    await run('crds', 'add', 'crd');
    expect((await run('crds', 'remove', 'crd')).stderr).toBe('removed 1 CRD of ./crd\n');
    expect([files(), lock().sources]).toEqual([[], []]);
  });
});

describe('a link out of the repository', () => {
  it('is not written through', async () => {
    mkdirSync(join(outer, 'elsewhere'));
    symlinkSync('../elsewhere', join(cwd, '.kubeadmit'));
    const { code, stderr } = await run('crds', 'add', 'crd');
    expect([code, stderr]).toEqual([2, expect.stringContaining('leads out of the repository')]);
    expect(readdirSync(join(outer, 'elsewhere'))).toEqual([]);
  });

  it('is not read', async () => {
    await run('crds', 'add', 'crd');
    const file = '.kubeadmit/crds/pools.shop.example.com.yaml';
    writeFileSync(join(outer, 'copy.yaml'), read(file));
    rmSync(join(cwd, file));
    symlinkSync('../../../copy.yaml', join(cwd, file));
    const { code, stderr } = await run('app');
    expect([code, stderr]).toEqual([2, expect.stringContaining('leads out of the repository')]);
  });
});
