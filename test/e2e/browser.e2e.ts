import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LintOptions, Source } from '../../src/hosts/library/index.ts';
import { REPOSITORY } from './built-command.ts';
import { CHROMIUM } from './chromium.ts';

const DIST = join(REPOSITORY, 'dist');
const { lint }: typeof import('../../src/hosts/library/index.ts') = await import(
  join(DIST, 'index.mjs')
);

interface Run {
  readonly sources: readonly Source[];
  readonly options?: LintOptions;
}

/** Every twentieth file of a folder of fixtures, as sources. */
function sourcesIn(folder: string): readonly Source[] {
  return readdirSync(join(REPOSITORY, 'fixtures', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .filter((_, index) => index % 20 === 0)
    .map((name) => ({
      name,
      content: readFileSync(join(REPOSITORY, 'fixtures', folder, name), 'utf8'),
    }));
}

const ONE_POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: db }
spec: { podSelector: {}, ingress: [{ ports: [{ port: 70000 }] }] }
`;
const ONE_KIND: readonly Run[] = [{ sources: [{ name: 'policy.yaml', content: ONE_POLICY }] }];

/** Runs that need packs of all kinds. */
const ALL_KINDS: readonly Run[] = [
  { sources: sourcesIn('installations') },
  {
    sources: sourcesIn('conformance'),
    options: { base: sourcesIn('conformance/customresource'), kubernetesVersions: ['1.30'] },
  },
  {
    sources: sourcesIn('installations'),
    options: { policies: sourcesIn('conformance/admission') },
  },
];

/** Runs where there is no Node. The input comes from the server, which also gets the reports. */
const SCRIPT = `
  async function run(input) {
    const reports = [];
    for (const { sources, options } of input) {
      await load(sources, options);
      reports.push(lint(sources, options));
    }
    return reports;
  }
  const get = async () => (await fetch(server + 'input')).json();
  const send = (reports) => fetch(server + 'reports', { method: 'POST', body: JSON.stringify(reports) });
`;

const PAGE = `<!doctype html><script type="module">
  import { lint, load } from '/browser.mjs';
  const server = '/';
  ${SCRIPT}
  await send(await run(await get()));
</script>`;

/** Serves the package, a page that uses it, and the input of the page. */
class PackageServer {
  /** The modules that were asked for. */
  readonly modules: string[] = [];
  readonly #server = createServer((request, response) => this.#answer(request, response));
  #input: readonly Run[] = [];
  #done: (reports: unknown) => void = () => {};

  async open(): Promise<void> {
    await new Promise<void>((opened) => this.#server.listen(0, '127.0.0.1', opened));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** The reports that a program makes of an input. */
  async reportsOf(input: readonly Run[], start: () => ChildProcess): Promise<unknown> {
    this.#input = input;
    this.modules.length = 0;
    const reports = new Promise((done) => {
      this.#done = done;
    });
    const program = start();
    let said = '';
    program.stderr?.on('data', (text) => {
      said += text;
    });
    const failed = new Promise<never>((_, fail) => {
      program.on('exit', (code) => fail(new Error(`exit status ${code}: ${said}`)));
    });
    try {
      return await Promise.race([reports, failed]);
    } finally {
      failed.catch(() => {});
      // A browser has processes of its own.
      if (program.exitCode === null) process.kill(-(program.pid ?? 0), 'SIGKILL');
    }
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    if (path === '/') response.setHeader('content-type', 'text/html').end(PAGE);
    else if (path === '/input') response.end(JSON.stringify(this.#input));
    else if (path === '/reports') {
      let body = '';
      request.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      request.on('end', () => {
        response.end();
        this.#done(JSON.parse(body));
      });
    } else if (/^\/[\w-]+\.m?js$/.test(path)) {
      this.modules.push(basename(path));
      response.setHeader('content-type', 'text/javascript');
      response.end(readFileSync(join(DIST, path)));
    } else response.writeHead(404).end();
  }
}

const server = new PackageServer();
const folder = mkdtempSync(join(tmpdir(), 'kubeadmit-browser-'));
beforeAll(() => server.open());
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Node without its globals. */
function startNode(): ChildProcess {
  const program = `
    const { lint, load } = await import(${JSON.stringify(join(DIST, 'browser.mjs'))});
    const server = ${JSON.stringify(server.url)};
    ${SCRIPT}
    const input = await get();
    const { process, Buffer, global } = globalThis;
    for (const name of ['process', 'Buffer', 'global']) delete globalThis[name];
    const reports = await run(input);
    Object.assign(globalThis, { process, Buffer, global });
    await send(reports);`;
  return spawn(process.execPath, ['--input-type=module', '--eval', program], { detached: true });
}

function startChromium(): ChildProcess {
  const profile = mkdtempSync(join(folder, 'profile-'));
  const options = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`];
  return spawn(CHROMIUM ?? '', [...options, server.url], { detached: true });
}

const RUNS: readonly Run[] = [...ONE_KIND, ...ALL_KINDS];
const expected: unknown = JSON.parse(
  JSON.stringify(RUNS.map(({ sources, options }) => lint(sources, options))),
);

describe.each([
  ['Node without its globals', startNode, true],
  ['Chromium', startChromium, CHROMIUM !== undefined],
] as const)('the library for browsers in %s', (_, start, isInstalled) => {
  it.runIf(isInstalled)('gives the reports of the library', async () => {
    expect(await server.reportsOf(RUNS, start)).toEqual(expected);
  });
});

it.runIf(CHROMIUM !== undefined)('loads the packs that the input needs', async () => {
  await server.reportsOf(ONE_KIND, startChromium);
  expect(server.modules.sort()).toEqual([
    'browser.js',
    'browser.mjs',
    'core.js',
    // The port is out of range.
    'mistakes.js',
    'network-policy.js',
  ]);
});
