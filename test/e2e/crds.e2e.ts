import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackServer, startServer } from '../cli/https-server.ts';
import { crdYaml } from '../crd-yaml.ts';
import { ENVIRONMENT, Folder, REPOSITORY } from './built-command.ts';

const CRD = crdYaml('{ type: object, properties: { size: { type: integer } } }');

const folder = new Folder({
  'pool.yaml': 'apiVersion: shop.example.com/v1\nkind: Pool\nmetadata: { name: a }\nsize: x\n',
});
let server: LoopbackServer;

beforeAll(async () => {
  server = await startServer((_, response) => response.end(CRD));
});

afterAll(() => {
  server.close();
  folder.remove();
});

/** Runs the built command while the server of the test can answer. */
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(REPOSITORY, 'bin/kubeadmit.cjs'), ...args], {
    cwd: folder.path,
    env: { ...ENVIRONMENT, NODE_EXTRA_CA_CERTS: server.certificate },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

it('CRDs of a server are kept, and used without the network', async () => {
  const added = await run('crds', 'add', '--allow-private-addresses', `${server.address}/crd.yaml`);
  expect(added.stderr).toBe(`asking localhost:${server.port}\n${server.address}/crd.yaml: 1 CRD\n`);
  expect((await run('crds', 'verify')).stderr).toBe('verified 1 CRD\n');
  const asked = server.requests.length;
  const { code, stdout } = await run('-f', 'concise', 'pool.yaml');
  expect([code, stdout]).toEqual([
    1,
    expect.stringContaining('pool.yaml:4:7: error: size must be'),
  ]);
  expect(server.requests.length).toBe(asked);
});
