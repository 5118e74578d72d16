import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { runIn } from '../../cli/fake-host.ts';
import { temporaryFolder, temporaryRepository } from '../../temporary-folder.ts';
import { CHART, lastLines, printing, program, QUOTA, withOwnPrograms } from './programs.ts';

withOwnPrograms();

describe('nothing is started for', () => {
  beforeEach(() => {
    for (const name of ['helm', 'kustomize']) program(name, printing(QUOTA));
  });

  it.each([
    ['a remote base', 'resources: ["https://example.com/a.yaml"]', 'is fetched'],
    ['a repository', 'resources: ["github.com/a/b//c?ref=v1"]', 'is fetched'],
    [
      'data of a server',
      'configMapGenerator: [{name: a, files: ["a=https://a.com/a"]}]',
      'is fetched',
    ],
    [
      'data outside',
      'configMapGenerator: [{name: a, files: [../../secret.yaml]}]',
      'is outside of',
    ],
    [
      'variables outside',
      'secretGenerator: [{name: a, envs: [../../secret.yaml]}]',
      'is outside of',
    ],
    ['a file outside', 'resources: [../../secret.yaml]', 'is outside of the repository'],
    ['a base outside', 'resources: [../../outside]', 'is outside of the repository'],
    ['a patch outside', 'patches: [{path: ../../secret.yaml}]', 'is outside of the repository'],
    ['a link that leads out', 'resources: [link]', 'is outside of the repository'],
    ['charts', 'helmCharts: [{name: a}]', 'fetches charts'],
    ['a key in another case', 'Resources: [../../outside]', 'is outside of the repository'],
    [
      'a key with a long s',
      '"re\u017fource\u017f": [../../outside]',
      'is outside of the repository',
    ],
    ['a patch in another case', 'patches: [{PATH: ../../secret.yaml}]', 'is outside of'],
    ['a key twice', 'resources: []\nresources: [../../outside]', 'has a key twice'],
    ['charts in another case', 'HelmCharts: [{name: a}]', 'fetches charts'],
    ['a large base', 'resources: [../large]', 'larger than 1 MB'],
  ])('%s', async (_, kustomization, reason) => {
    const above = temporaryFolder({
      'secret.yaml': QUOTA,
      'outside/kustomization.yaml': 'resources: []\n',
    });
    mkdirSync(join(above, 'repo/.git'), { recursive: true });
    mkdirSync(join(above, 'repo/a'));
    writeFileSync(join(above, 'repo/a/kustomization.yaml'), `${kustomization}\n`);
    mkdirSync(join(above, 'repo/large'));
    const large = `resources: [../../outside]\n#${'x'.repeat(1024 * 1024)}`;
    writeFileSync(join(above, 'repo/large/kustomization.yaml'), large);
    symlinkSync('../../outside', join(above, 'repo/a/link'));
    const outcome = await runIn({ cwd: join(above, 'repo') }, '--render');
    expect(lastLines(outcome)).toMatch(/not rendered: a \(/);
    expect(lastLines(outcome)).toContain(reason);
    expect(outcome.stdout).not.toContain('pods');
  });

  it('a chart with a link that leads out', async () => {
    const cwd = temporaryRepository(CHART);
    symlinkSync('/etc/hostname', join(cwd, 'shop/templates/host.yaml'));
    const { stdout, stderr } = await runIn({ cwd }, '--render');
    expect(stdout + stderr).toContain(
      'not rendered: shop, shop with ci/large.yaml (shop/templates/host.yaml is outside of the repository)',
    );
  });

  it('a library chart, which Helm does not render by itself', async () => {
    const cwd = temporaryRepository({ 'shop/Chart.yaml': 'name: shop\ntype: library\n' });
    const { stdout, stderr } = await runIn({ cwd }, '--render');
    expect(stdout + stderr).not.toContain('pods');
    expect(stdout + stderr).not.toContain('cannot be built');
  });

  const reference = '{"properties": {"pods": {"$ref": "file:///etc/hostname"}}}';

  it.each([
    ['a file', reference],
    ['an address', '{"$ref": "https://example.com/schema.json"}'],
    ['a file, by another keyword', '{"$dynamicRef":"/etc/hostname#a"}'],
    ['a file, as its own schema', '{"$schema" : "file:///etc/hostname"}'],
    ['a file, with an escape', '{"\\u0024ref": "/etc/hostname"}'],
  ])('a chart whose schema of values refers to %s', async (_, schema) => {
    program('helm', printing(QUOTA));
    const path = 'shop/charts/part/values.schema.json';
    const outcome = await runIn(
      { cwd: temporaryRepository({ ...CHART, [path]: schema }) },
      '--render',
    );
    expect(lastLines(outcome)).toContain(`(${path} has a schema that refers to other files)`);
  });

  it('a chart with a packed one whose schema of values refers to a file', async () => {
    program('helm', printing(QUOTA));
    const cwd = temporaryRepository({ ...CHART, 'shop/charts/none': '' });
    const packed = gzipSync(Buffer.from(reference));
    writeFileSync(join(cwd, 'shop/charts/part.tgz'), packed);
    writeFileSync(join(cwd, 'shop/charts/whole.tgz'), gzipSync(Buffer.from('{"$ref": "#/a"}')));
    const outcome = await runIn({ cwd }, '--render');
    const problem = 'shop/charts/part.tgz has a schema that refers to other files';
    expect(lastLines(outcome)).toContain(problem);
    writeFileSync(join(cwd, 'shop/charts/part.tgz'), gzipSync(packed));
    const nested = await runIn({ cwd }, '--render');
    expect(lastLines(nested)).toContain('shop/charts/part.tgz contains a packed chart');
  });

  it('but a chart whose schema refers to itself is rendered', async () => {
    program('helm', printing(QUOTA));
    const schema = JSON.stringify({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://example.com/values.schema.json',
      properties: { pods: { $ref: '#/definitions/pods', description: 'as in <a>' } },
    });
    const cwd = temporaryRepository({ ...CHART, 'shop/values.schema.json': schema });
    expect(lastLines(await runIn({ cwd }, '--render'))).not.toContain('not rendered');
  });
});
