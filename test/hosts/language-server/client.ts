import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { RunTests } from '../../../src/hosts/language-server/commands.ts';
import { serve } from '../../../src/hosts/language-server/server.ts';

/** A message of the Language Server Protocol. */
interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the method
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the method
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

/** An editor of a test: a client of a server in this process. */
export class Client {
  /** The exit status of the server. */
  readonly exited: Promise<number>;
  /** The notifications and requests of the server, in their order. */
  readonly received: Message[] = [];
  /** The results of requests of the server, by their method; null for all others. */
  readonly results = new Map<string, unknown>();
  readonly #toServer = new PassThrough();
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #listeners = new Set<() => void>();
  #buffer = Buffer.alloc(0);
  #lastId = 0;
  #version = 0;

  constructor(cwd: string, runTests: RunTests = async () => ({ isPassed: true, output: '' })) {
    const fromServer = new PassThrough();
    fromServer.on('data', (chunk: Buffer) => this.#read(chunk));
    this.exited = serve(this.#toServer, fromServer, cwd, runTests);
  }

  /** A client that has opened a folder. */
  static async inFolder(
    folder: string,
    capabilities: object = {},
    initializationOptions: object = {},
    runTests?: RunTests,
  ): Promise<Client> {
    const client = new Client(folder, runTests);
    await client.request('initialize', {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: [{ uri: uriOf(folder), name: 'folder' }],
      capabilities,
      initializationOptions,
    });
    client.notify('initialized', {});
    return client;
  }

  /** Sends a request, and returns the message that answers it. */
  ask(method: string, params?: unknown): Promise<Message> {
    return this.start(method, params).answer;
  }

  /** Sends a request whose answer is needed later. */
  start(
    method: string,
    params?: unknown,
  ): { readonly id: number; readonly answer: Promise<Message> } {
    const id = ++this.#lastId;
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.send({ id, method, params });
    return { id, answer };
  }

  /**
   * Sends a request, and returns its result.
   *
   * @throws Error with the error of the server
   */
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the method
  async request(method: string, params?: unknown): Promise<any> {
    const { result, error } = await this.ask(method, params);
    if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`);
    return result;
  }

  notify(method: string, params?: unknown): void {
    this.send({ method, params });
  }

  send(message: object): void {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.sendBytes(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }

  sendBytes(bytes: Uint8Array): void {
    this.#toServer.write(bytes);
  }

  /** Closes the connection without ending it in order. */
  hangUp(): void {
    this.#toServer.end();
  }

  open(uri: string, text: string, languageId = 'yaml'): void {
    const version = ++this.#version;
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId, version, text } });
  }

  /** Changes a document: the whole text, or parts of it. */
  change(uri: string, ...contentChanges: readonly object[]): number {
    const version = ++this.#version;
    this.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
    return version;
  }

  close(uri: string): void {
    this.notify('textDocument/didClose', { textDocument: { uri } });
  }

  /** Tells the server that a file on the disk has changed. */
  changeOnDisk(uri: string, change: 'created' | 'changed' | 'deleted'): void {
    const type = { created: 1, changed: 2, deleted: 3 }[change];
    this.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type }] });
  }

  /** The next message of the server that fits, of those that were not returned before. */
  async next(fits: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.received.findIndex(fits);
      if (found >= 0) return this.received.splice(found, 1)[0] ?? {};
      await new Promise<void>((resolve) => this.#listeners.add(resolve));
    }
  }

  /** The diagnostics that are sent for a document next. */
  // biome-ignore lint/suspicious/noExplicitAny: diagnostics as they are sent
  async diagnostics(uri: string): Promise<any[]> {
    const { params } = await this.next(
      ({ method, params }) => method === 'textDocument/publishDiagnostics' && params.uri === uri,
    );
    return params.diagnostics;
  }

  /** Ends the server in order, and returns its exit status. */
  async end(): Promise<number> {
    await this.request('shutdown');
    this.notify('exit');
    return this.exited;
  }

  #read(chunk: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      const head = this.#buffer.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(
        /Content-Length: (\d+)/i.exec(this.#buffer.toString('ascii', 0, head))?.[1],
      );
      const end = head + 4 + length;
      if (this.#buffer.length < end) return;
      const message: Message = JSON.parse(this.#buffer.toString('utf8', head + 4, end));
      this.#buffer = this.#buffer.subarray(end);
      this.#receive(message);
    }
  }

  #receive(message: Message): void {
    const { id, method } = message;
    if (method === undefined && typeof id === 'number') {
      this.#waiting.get(id)?.(message);
      this.#waiting.delete(id);
      return;
    }
    if (id !== undefined && id !== null) {
      this.send({ id, result: this.results.get(method ?? '') ?? null });
    }
    this.received.push(message);
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

/** A text without the first `|` in it, and the position of that. */
export function withoutMark(marked: string): {
  readonly text: string;
  readonly position: { readonly line: number; readonly character: number };
} {
  const at = marked.indexOf('|');
  const before = marked.slice(0, at);
  const line = before.split('\n').length - 1;
  return {
    text: before + marked.slice(at + 1),
    position: { line, character: at - before.lastIndexOf('\n') - 1 },
  };
}
