import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { delimiter, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isPublicAddress } from '../../src/hosts/node/crds/public-address.ts';
import { crdYaml } from '../crd-yaml.ts';
import { gitIn } from '../folders.ts';
import { suiteFolder, temporaryFolder, temporaryRepository } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';
import { type LoopbackServer, startServer } from './https-server.ts';

const CRD = crdYaml();
/** The JSON Schema of a kind, as the public catalogues have it. */
const schemaWith = (type: string) =>
  JSON.stringify({ type: 'object', properties: { size: { type } }, additionalProperties: false });

const digestOf = (content: string | Uint8Array) =>
  `sha256:${createHash('sha256').update(content).digest('hex')}`;

let cwd: string;
let server: LoopbackServer;
/** The answers of the server, by path. */
let answers: Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => void>>;

const text = (content: string | Uint8Array) => (response: ServerResponse) => response.end(content);
const redirect = (location: string) => (response: ServerResponse) => {
  response.writeHead(302, { location }).end();
};

beforeAll(async () => {
  server = await startServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer === undefined) response.writeHead(404).end();
    else answer(response, request);
  });
});

afterAll(() => server.close());

beforeEach(() => {
  cwd = temporaryRepository();
});

const run = (...args: string[]) => runIn({ cwd }, ...args);
const add = (...args: string[]) => run('crds', 'add', '--allow-private-addresses', ...args);
const lock = () => JSON.parse(readFileSync(join(cwd, '.kubeadmit/crds.lock'), 'utf8'));

describe('an https address', () => {
  it('is read, and each host is printed', async () => {
    answers = {
      '/crd.yaml': redirect(`https://localhost:${server.port}/moved.yaml`),
      '/moved.yaml': text(CRD),
    };
    const url = `${server.address}/crd.yaml`;
    const { code, stderr } = await add(url);
    const asking = `asking localhost:${server.port}\n`;
    expect([code, stderr]).toEqual([0, `${asking}${asking}${url}: 1 CRD\n`]);
    expect(lock().sources[0]).toMatchObject({ source: url, digest: digestOf(CRD) });
  });

  it('may be an archive', async () => {
    answers = { '/x': text(gzipSync(Buffer.alloc(1024))) };
    expect((await add(`${server.address}/x`)).stderr).toContain('/x has no CRD');
  });

  it('may be an archive with a catalogue of JSON Schemas', async () => {
    const files = temporaryFolder({
      'catalogue-main/shop.example.com/pool_v1.json': schemaWith('integer'),
      'catalogue-main/shop.example.com/pool_v2.json': schemaWith('string'),
      'catalogue-main/other.example.com/lane_v1.json': schemaWith('integer'),
      'catalogue-main/package.json': '{}',
    });
    const archive = execFileSync('tar', ['-cz', '-C', files, 'catalogue-main']);
    answers = { '/catalogue.tar.gz': text(archive) };
    const url = `${server.address}/catalogue.tar.gz`;
    const { code, stderr } = await add(url, '--group', 'shop.example.com');
    expect([code, stderr]).toEqual([0, `asking localhost:${server.port}\n${url}: 1 CRD\n`]);
    expect(lock().sources[0]).toMatchObject({ digest: digestOf(archive), version: null });
    expect((await run('crds', 'list')).stdout).toBe(`${url}: 1 CRD\n  pool.shop.example.com\n`);
    expect((await run('crds', 'verify')).stderr).toBe('verified 1 CRD\n');
    const pool = 'apiVersion: shop.example.com/v2\nkind: Pool\nmetadata: { name: a }\nsize: 3\n';
    writeFileSync(join(cwd, 'pool.yaml'), pool);
    const { stdout } = await run('pool.yaml', '-f', 'concise');
    expect(stdout).toContain('pool.yaml:4:7: warning: by the schema of a catalogue');
    expect((await run('crds', 'update', '--allow-private-addresses')).stderr).toContain(
      `${url}: 1 CRD, unchanged`,
    );
  });

  it('must keep its digest, until it is updated', async () => {
    answers = { '/crd.yaml': text(CRD) };
    const url = `${server.address}/crd.yaml`;
    await add(url);
    const changed = `${CRD}# changed\n`;
    answers = { '/crd.yaml': text(changed) };
    const { code, stderr } = await add(url);
    expect(code).toBe(2);
    expect(stderr).toContain(`its digest is ${digestOf(changed)}, and must be ${digestOf(CRD)}`);
    expect(lock().sources[0].digest).toBe(digestOf(CRD));
    expect((await run('crds', 'update', '--allow-private-addresses')).code).toBe(0);
    expect(lock().sources[0].digest).toBe(digestOf(changed));
    expect((await add(url, '--digest', digestOf(CRD))).code).toBe(2);
    expect((await add(url, '--digest', digestOf(changed))).code).toBe(0);
  });

  it('is not asked without the option if it is not public', async () => {
    answers = { '/crd.yaml': text(CRD) };
    const before = server.requests.length;
    const { code, stderr } = await run('crds', 'add', `${server.address}/crd.yaml`);
    expect(code).toBe(2);
    expect(stderr).toMatch(/localhost \((?:127\.0\.0\.1|::1)\) is not a public address; --allow-/);
    const byNumber = await run('crds', 'add', `https://127.0.0.1:${server.port}/crd.yaml`);
    expect(byNumber.stderr).toContain(' is not a public address');
    expect(server.requests.slice(before)).toEqual([]);
  });

  it.each([
    ['https://user:SECRET@localhost/crd.yaml', 'https://...@localhost/crd.yaml'],
    ['HTTPS://SECRET@localhost/crd.yaml', 'HTTPS://...@localhost/crd.yaml'],
    ['https://user:SEC/RET@localhost/crd.yaml', 'https://...@localhost/crd.yaml'],
    ['https://user:SECRET@localhost/a.git@v1:b', 'https://...@localhost/a.git@v1:b'],
    ['oci://user:SECRET@localhost/a:1', 'oci://...@localhost/a:1'],
  ])('is refused, and shown without its password: %s', async (url, shown) => {
    // Somebody may have written the lock.
    mkdirSync(join(cwd, '.kubeadmit'));
    const source = { source: url, version: null, digest: digestOf(''), slim: false, groups: null };
    writeFileSync(
      join(cwd, '.kubeadmit/crds.lock'),
      JSON.stringify({ lockVersion: 1, sources: [{ ...source, crds: {} }] }),
    );
    for (const args of [['add', url], ['remove', url], ['update'], ['update', url]]) {
      const { code, stderr } = await run('crds', ...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`: ${shown}: an address with a`)]);
      expect(stderr).not.toContain('SEC');
    }
    const lists = [await run('crds', 'list'), await run('crds', 'list', '--format', 'json')];
    for (const { stdout } of lists) expect(stdout).toContain(shown);
  });

  it('is refused if a server redirects to a password, which is not shown', async () => {
    answers = { '/a': redirect('http://user:SECRET@localhost/') };
    expect((await add(`${server.address}/a`)).stderr).toContain(
      'http://...@localhost/ is not an https address',
    );
  });

  it.each([
    ['too many redirects', () => redirect('/a'), 'there are more than 5 redirects'],
    ['a redirect to http', () => redirect('http://localhost/a'), 'is not an https address'],
    ['a redirect to a file', () => redirect('file:///etc/passwd'), 'is not an https address'],
    ['no such file', () => undefined, 'the server answers with status 404'],
    [
      'an endless answer',
      () => (response: ServerResponse) => {
        const more = () => {
          while (response.write(Buffer.alloc(1024 * 1024)));
          response.once('drain', more);
        };
        more();
      },
      'the file is larger than 64 MB',
    ],
    [
      'an answer that ends early',
      () => (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('x');
        response.destroy();
      },
      'localhost:',
    ],
  ])('is refused: %s', async (_, answer, problem) => {
    const made = answer();
    answers = made === undefined ? {} : { '/a': made };
    const { code, stderr } = await add(`${server.address}/a`);
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
  });

  it.each([
    'http://example.com/a.yaml',
    'https://user:password@localhost/a.yaml',
    'ftp://example.com/a.yaml',
  ])('is not asked if it is %s', async (url) => {
    const before = server.requests.length;
    expect((await add(url)).code).toBe(2);
    expect(server.requests.length).toBe(before);
  });
});

describe('a chart in a registry', () => {
  const folder = suiteFolder({
    'shop/Chart.yaml': 'name: shop\nversion: 1.4.2\n',
    'shop/crds/pool.yaml': CRD,
  });
  const chart = execFileSync('tar', ['-cz', '-C', folder, 'shop']);
  const layer = {
    mediaType: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip',
    digest: digestOf(chart),
  };
  const manifest = JSON.stringify({ layers: [{ mediaType: 'text/plain', digest: 'x' }, layer] });
  const path = '/v2/charts/shop';
  const source = () => `oci://localhost:${server.port}/charts/shop:1.4.2`;

  it('is read', async () => {
    answers = {
      [`${path}/manifests/1.4.2`]: text(manifest),
      [`${path}/blobs/${layer.digest}`]: text(chart),
    };
    expect((await add(source())).code).toBe(0);
    expect(lock().sources[0]).toMatchObject({ version: '1.4.2', digest: layer.digest });
  });

  it('is read with a token, which no other host gets', async () => {
    const asked = server.requests.length;
    answers = {
      [`${path}/manifests/1.4.2`]: (response, { headers }) => {
        if (headers.authorization === 'Bearer abc') response.end(manifest);
        else {
          const challenge = `Bearer realm="${server.address}/token",service="s",scope="repository:charts/shop:pull"`;
          response.writeHead(401, { 'www-authenticate': challenge }).end();
        }
      },
      '/token?service=s&scope=repository%3Acharts%2Fshop%3Apull': text('{"token":"abc"}'),
      [`${path}/blobs/${layer.digest}`]: redirect(`https://127.0.0.1:${server.port}/blob`),
      '/blob': text(chart),
    };
    expect((await add(source())).code).toBe(0);
    expect(server.requests.slice(asked)).toEqual([
      `GET ${path}/manifests/1.4.2`,
      'GET /token?service=s&scope=repository%3Acharts%2Fshop%3Apull',
      `GET ${path}/manifests/1.4.2 Bearer abc`,
      `GET ${path}/blobs/${layer.digest} Bearer abc`,
      'GET /blob',
    ]);
  });

  it.each([
    ['of another digest', manifest, 'x', 'the chart is not the one of its digest'],
    ['that is an image', '{"layers":[]}', chart, 'the tag is not one of a Helm chart'],
  ])('is refused if it is one %s', async (_, ofTag, blob, problem) => {
    answers = {
      [`${path}/manifests/1.4.2`]: text(ofTag),
      [`${path}/blobs/${layer.digest}`]: text(blob),
    };
    expect((await add(source())).stderr).toContain(problem);
  });

  it('needs a version', async () => {
    expect((await add('oci://localhost/charts/shop')).stderr).toContain('name the version');
  });
});

describe('a git repository', () => {
  const folder = suiteFolder({
    'shop.git/config/crd/pool.yaml': CRD,
    'shop.git/other/lane.yaml': CRD.replaceAll('pool', 'lane').replace('Pool', 'Lane'),
    'shop.git/README.md': 'nothing',
  });
  const git = (...args: readonly string[]) => gitIn(join(folder, 'shop.git'), ...args);
  const source = (rest: string) => `${server.address}/shop.git@${rest}`;
  const commitSchema = (type: string) => {
    mkdirSync(join(folder, 'shop.git/more.example.com'), { recursive: true });
    writeFileSync(join(folder, 'shop.git/more.example.com/pool_v1.json'), schemaWith(type));
    git('add', '.');
    git('commit', '--quiet', `--message=${type}`);
  };
  const certificates = process.env.GIT_SSL_CAINFO;

  beforeAll(() => {
    git('init', '--quiet', '--initial-branch=main');
    git('add', '.');
    git('commit', '--quiet', '--message=a');
    git('tag', 'v1.0.0');
    git('switch', '--quiet', '--create=catalogue');
    commitSchema('integer');
    git('switch', '--quiet', 'main');
    process.env.GIT_SSL_CAINFO = server.certificate;
  });

  afterAll(() => {
    if (certificates === undefined) delete process.env.GIT_SSL_CAINFO;
    else process.env.GIT_SSL_CAINFO = certificates;
  });

  beforeEach(() => {
    const serve = (response: ServerResponse, request: IncomingMessage) =>
      serveGit(join(folder, 'shop.git/.git'), request, response);
    answers = {
      '/shop.git/info/refs?service=git-upload-pack': serve,
      '/shop.git/git-upload-pack': serve,
    };
  });

  it('is read at a tag', async () => {
    const { code, stderr } = await add(source('v1.0.0'));
    expect([code, stderr]).toEqual([
      0,
      `asking localhost:${server.port}\n${source('v1.0.0')}: 2 CRDs\n`,
    ]);
    expect(lock().sources[0]).toMatchObject({ version: git('rev-parse', 'HEAD'), slim: false });
  });

  it('is read in one of its folders', async () => {
    expect((await add(source('main:config/crd'))).stderr).toContain(': 1 CRD\n');
  });

  it('may have a catalogue of JSON Schemas', async () => {
    const name = source('catalogue');
    const { stderr } = await add(name, '--group', 'more.example.com');
    expect(stderr).toContain(`${name}: 1 CRD\n`);
    expect(lock().sources[0].version).toBe(git('rev-parse', 'catalogue'));
    expect((await run('crds', 'list')).stdout).toContain('\n  pool.more.example.com\n');
    expect((await run('crds', 'verify')).stderr).toBe('verified 1 CRD\n');
    const update = () => run('crds', 'update', '--allow-private-addresses');
    expect((await update()).stderr).toContain('1 CRD, unchanged');
    git('switch', '--quiet', 'catalogue');
    commitSchema('string');
    git('switch', '--quiet', 'main');
    expect((await update()).stderr).toContain('1 CRD, 1 changed');
    expect(lock().sources[0].version).toBe(git('rev-parse', 'catalogue'));
  });

  it.each([
    ['v9', "couldn't find remote ref v9"],
    ['v1.0.0:nowhere', 'has no CRD'],
  ])('says what is wrong with %s', async (rest, problem) => {
    const { code, stderr } = await add(source(rest));
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
  });

  it('needs a tag, and a public address', async () => {
    expect((await add(`${server.address}/shop.git`)).stderr).toContain('name the tag');
    const { code, stderr } = await run('crds', 'add', source('v1.0.0'));
    expect([code, stderr]).toEqual([2, expect.stringContaining('is not a public address')]);
  });

  it('follows no redirect', async () => {
    answers = {
      '/shop.git/info/refs?service=git-upload-pack': redirect(
        `${server.address}/other.git/info/refs?service=git-upload-pack`,
      ),
    };
    const before = server.requests.length;
    expect((await add(source('v1.0.0'))).code).toBe(2);
    expect(server.requests.slice(before)).toHaveLength(1);
  });
});

describe('a cluster', () => {
  const path = process.env.PATH;
  let programs: string;

  beforeEach(() => {
    programs = temporaryFolder({
      kubectl: `#!/bin/sh\necho "$@" > ${cwd}/arguments\ncat ${cwd}/answer\n`,
    });
    chmodSync(join(programs, 'kubectl'), 0o755);
    process.env.PATH = `${programs}:${path}`;
    writeFileSync(
      join(cwd, 'answer'),
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [DECODED] }),
    );
  });

  afterEach(() => {
    process.env.PATH = path;
  });

  const DECODED = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'pools.shop.example.com', uid: 'u', managedFields: [{}] },
    spec: {
      group: 'shop.example.com',
      names: { plural: 'pools', kind: 'Pool', singular: 'pool', listKind: 'PoolList' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object' } },
        },
      ],
    },
    status: { storedVersions: ['v1'] },
  };

  it.each([
    ['cluster', ''],
    ['cluster:staging', ' --context=staging'],
  ])('is read by kubectl: %s', async (source, context) => {
    const { code, stderr } = await run('crds', 'add', source);
    expect([code, stderr]).toEqual([0, `${source}: 1 CRD\n`]);
    expect(readFileSync(join(cwd, 'arguments'), 'utf8')).toBe(
      `get customresourcedefinitions.apiextensions.k8s.io --output=json${context}\n`,
    );
    expect((await run('crds', 'update')).stderr).toBe(`${source}: 1 CRD, unchanged\n`);
  });

  it('says what kubectl says', async () => {
    writeFileSync(join(programs, 'kubectl'), '#!/bin/sh\necho "error: no cluster" >&2\nexit 1\n');
    expect((await run('crds', 'add', 'cluster')).stderr).toContain('cluster: no cluster\n');
  });

  it.each<[variable: string, value: string]>([
    ['KUBECONFIG', 'config'],
    ['KUBECONFIG', `elsewhere${delimiter}.kube/config`],
    ['HOME', '.'],
  ])('is not read with a configuration of the repository: %s is %s', async (variable, value) => {
    for (const path of ['config', '.kube/config']) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), '');
    }
    vi.stubEnv('KUBECONFIG', undefined);
    vi.stubEnv(variable, variable === 'HOME' ? cwd : value);
    const { code, stderr } = await run('crds', 'add', 'cluster');
    vi.unstubAllEnvs();
    expect(code).toBe(2);
    expect(stderr).toContain('config is in the repository, and may name programs');
    expect(existsSync(join(cwd, 'arguments'))).toBe(false);
  });

  it.each(['', 'Please log in.', '[]', JSON.stringify(DECODED)])(
    'is not read from what is not a list: %s',
    async (printed) => {
      writeFileSync(join(cwd, 'answer'), printed);
      const { code, stderr } = await run('crds', 'add', 'cluster');
      expect(code).toBe(2);
      expect(stderr).toContain('cluster: kubectl has not printed a list in JSON\n');
    },
  );

  it('is not read by a program of the repository', async () => {
    mkdirSync(join(cwd, 'node_modules/.bin'), { recursive: true });
    writeFileSync(join(cwd, 'node_modules/.bin/kubectl'), `#!/bin/sh\ntouch ${cwd}/started\n`);
    chmodSync(join(cwd, 'node_modules/.bin/kubectl'), 0o755);
    process.env.PATH = `${cwd}/node_modules/.bin:${process.env.PATH}`;
    expect((await run('crds', 'add', 'cluster')).code).toBe(0);
    expect(existsSync(join(cwd, 'started'))).toBe(false);
    process.env.PATH = `${cwd}/node_modules/.bin`;
    expect((await run('crds', 'add', 'cluster')).stderr).toContain('kubectl is not installed');
  });
});

it.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['172.32.0.0', true],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001::1', false],
  ['ff02::1', false],
  ['localhost', false],
])('%s is a public address: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

/** Answers a request for a repository, as `git http-backend` does for a web server. */
function serveGit(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '', 'https://localhost');
  const backend = spawn('git', ['http-backend'], {
    env: {
      ...process.env,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_PROJECT_ROOT: folder,
      PATH_INFO: pathname.replace('/shop.git', ''),
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      GIT_PROTOCOL: request.headers['git-protocol']?.toString(),
    },
  });
  const chunks: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  backend.on('close', () => {
    const output = Buffer.concat(chunks);
    const end = output.indexOf('\r\n\r\n');
    for (const line of output.toString('latin1', 0, end).split('\r\n')) {
      const [name = '', value = ''] = line.split(': ');
      if (name !== 'Status') response.setHeader(name, value);
    }
    response.end(output.subarray(end + 4));
  });
  request.pipe(backend.stdin);
}
