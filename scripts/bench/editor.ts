// Measures the language server as an editor sees it, from a message to its answer:
//   npm run bench -- editor
// Prints the median and the 95th percentile in milliseconds, and the memory of the server.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  type DidChangeTextDocumentParams,
  type DidOpenTextDocumentParams,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { makeFolder, removeFolder } from '../../test/folders.ts';
import { wideCrd } from './wide-crd.ts';

const COMMAND = join(import.meta.dirname, '../../dist/start.cjs');
const FOLDER_FILES = 2000;
const LARGE_CRD_BYTES = 1_600_000;
const POLICY_BYTES = 5_000;

const POLICY_HEAD = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: replicas }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }
  validations:
`;
const VALIDATION = `    - expression: object.spec.template.spec.containers.all(c, c.image.startsWith('a.example.com/'))
      message: images come from a.example.com
`;
const POLICY = POLICY_HEAD + VALIDATION.repeat(Math.ceil(POLICY_BYTES / VALIDATION.length));

/** The objects of one of many applications: a Deployment, and a Service that selects its pods. */
function application(name: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, labels: { app: ${name} } }
spec:
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ name: main, image: 'a.example.com/${name}:1', ports: [{ name: http, containerPort: 80 }] }] }
---
apiVersion: v1
kind: Service
metadata: { name: ${name} }
spec: { selector: { app: ${name} }, ports: [{ port: 80, targetPort: http }] }
`;
}

/** A language server with a folder, and an editor that is connected to it. */
class Editor {
  readonly #server;
  readonly #connection: ProtocolConnection;
  #published: ((uri: string, version: number) => void) | undefined;
  #version = 0;

  constructor() {
    this.#server = spawn(process.execPath, [COMMAND, 'lsp', '--stdio']);
    const { stdout, stdin } = this.#server;
    this.#connection = createProtocolConnection(
      new StreamMessageReader(stdout),
      new StreamMessageWriter(stdin),
    );
    this.#connection.onNotification('textDocument/publishDiagnostics', ({ uri, version }) =>
      this.#published?.(uri, version),
    );
    this.#connection.listen();
  }

  async openFolder(folder: string): Promise<void> {
    await this.request('initialize', {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'folder' }],
      capabilities: {},
    });
    await this.#connection.sendNotification('initialized', {});
  }

  request(method: string, params?: object): Promise<unknown> {
    return this.#connection.sendRequest(method, params);
  }

  /** Opens a file, and waits for its diagnostics. */
  open(uri: string, text: string): Promise<void> {
    const version = ++this.#version;
    return this.#diagnosticsAfter('textDocument/didOpen', {
      textDocument: { uri, languageId: 'yaml', version, text },
    });
  }

  /** Replaces a character, and waits for the diagnostics. */
  type(uri: string, line: number, character: number, text: string): Promise<void> {
    const version = ++this.#version;
    const range = { start: { line, character }, end: { line, character: character + 1 } };
    return this.#diagnosticsAfter('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range, text }],
    });
  }

  /** Waits for the last of the diagnostics: those of one file may be followed by those of all rules. */
  async allRules(uri: string): Promise<void> {
    await this.request('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
      context: { diagnostics: [], only: ['source.fixAll'] },
    });
  }

  /** The resident memory of the server in MB, on Linux. */
  memory(): number {
    const status = readFileSync(`/proc/${this.#server.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  }

  async end(): Promise<void> {
    await this.request('shutdown');
    await this.#connection.sendNotification('exit');
  }

  /** Sends a message about a document, and waits for the diagnostics of that version of it. */
  #diagnosticsAfter(
    method: string,
    params: DidOpenTextDocumentParams | DidChangeTextDocumentParams,
  ): Promise<void> {
    const { uri, version } = params.textDocument;
    return new Promise((resolve, reject) => {
      this.#published = (of, ofVersion) => {
        if (of === uri && ofVersion === version) resolve();
      };
      this.#connection.sendNotification(method, params).catch(reject);
    });
  }
}

/** @param settle awaited after each run, and not measured */
async function measure(
  name: string,
  runs: number,
  run: (index: number) => Promise<unknown>,
  settle: () => Promise<unknown> = async () => {},
): Promise<void> {
  const times: number[] = [];
  for (let index = -Math.ceil(runs / 4); index < runs; index++) {
    const before = performance.now();
    await run(index);
    if (index >= 0) times.push(performance.now() - before);
    await settle();
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  console.log(`${name}: ${at(0.5)} ms, 95%: ${at(0.95)} ms`);
}

/** A folder with some files, and an editor that has opened it. */
async function inFolder(
  files: Readonly<Record<string, string>>,
  run: (editor: Editor, uriOf: (file: string) => string, folder: string) => Promise<void>,
): Promise<void> {
  const folder = makeFolder(files);
  try {
    const editor = new Editor();
    await editor.openFolder(folder);
    await run(editor, (file) => pathToFileURL(join(folder, file)).href, folder);
    await editor.end();
  } finally {
    removeFolder(folder);
  }
}

const letter = (index: number) => (index % 2 === 0 ? 'b' : 'a');

await inFolder({ 'policy.yaml': POLICY }, async (editor, uriOf) => {
  const uri = uriOf('policy.yaml');
  await editor.open(uri, POLICY);
  const line = POLICY_HEAD.split('\n').length - 1;
  await measure('policy of 5 KB, diagnostics after a key', 100, (index) =>
    editor.type(uri, line + 1, 15, letter(index)),
  );
  const textDocument = { uri };
  await measure('policy of 5 KB, completion in an expression', 100, () =>
    editor.request('textDocument/completion', { textDocument, position: { line, character: 30 } }),
  );
  await measure('policy of 5 KB, hover in an expression', 100, () =>
    editor.request('textDocument/hover', { textDocument, position: { line, character: 30 } }),
  );
  await measure('policy of 5 KB, hover on a field', 100, () =>
    editor.request('textDocument/hover', { textDocument, position: { line: 4, character: 4 } }),
  );
});

const CRD = wideCrd('large', LARGE_CRD_BYTES);
await inFolder({ 'crd.yaml': CRD }, async (editor, uriOf) => {
  const uri = uriOf('crd.yaml');
  await editor.open(uri, CRD);
  const line = CRD.split('\n').findIndex((text) => text.includes('description:'));
  await measure('CRD of 1.6 MB, diagnostics after a key', 20, (index) =>
    editor.type(uri, line, 40, letter(index)),
  );
});

const names = Array.from({ length: FOLDER_FILES }, (_, index) => `app-${index}`);
const many = Object.fromEntries(names.map((name) => [`${name}/app.yaml`, application(name)]));
await inFolder(many, async (editor, uriOf, folder) => {
  const uri = uriOf('app-7/app.yaml');
  const text = many['app-7/app.yaml'] ?? '';
  const command = performance.now();
  spawnSync(process.execPath, [COMMAND], { cwd: folder });
  const ofCommand = performance.now() - command;
  const before = performance.now();
  await editor.open(uri, text);
  const opened = performance.now() - before;
  console.log(
    `folder of 2,000 files: ${opened.toFixed(0)} ms (the command: ${ofCommand.toFixed(0)} ms)`,
  );
  await measure(
    'folder of 2,000 files, first diagnostics after a key',
    20,
    (index) => editor.type(uri, 2, 20, letter(index)),
    () => editor.allRules(uri),
  );
  await measure('folder of 2,000 files, all rules after a key', 20, async (index) => {
    const typed = editor.type(uri, 2, 20, letter(index));
    await editor.allRules(uri);
    await typed;
  });
  console.log(`folder of 2,000 files: ${editor.memory().toFixed(0)} MB`);
});
