import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** A message of the Language Server Protocol, as far as the tests look at it. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly uri?: string;
    readonly items?: readonly unknown[];
    readonly diagnostics?: readonly Diagnostic[];
  };
  readonly result?: unknown;
}

/** Something that the server reports, with the line from 0. */
interface Diagnostic {
  readonly message: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

/** A yaml-language-server on standard input and output. */
export class YamlLanguageServer {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #settings: object;
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #diagnostics = new Map<string, (diagnostics: readonly Diagnostic[]) => void>();
  #received = Buffer.alloc(0);
  #last = 0;

  /**
   * @param program the path of its main module
   * @param schemas patterns of files, by the path of their schema
   */
  constructor(program: string, schemas: Readonly<Record<string, string>>) {
    this.#settings = {
      validate: true,
      hover: true,
      completion: true,
      schemaStore: { enable: false },
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([path, pattern]) => [pathToFileURL(path).href, pattern]),
      ),
    };
    this.#process = spawn(process.execPath, [program, '--stdio']);
    this.#process.stdout.on('data', (bytes: Buffer) => this.#receive(bytes));
  }

  async start(root: string): Promise<void> {
    const capabilities = { workspace: { configuration: true } };
    await this.#request('initialize', {
      processId: null,
      rootUri: pathToFileURL(root).href,
      capabilities,
    });
    this.#send({ method: 'initialized', params: {} });
    this.#send({
      method: 'workspace/didChangeConfiguration',
      params: { settings: { yaml: this.#settings } },
    });
  }

  /** Opens a document, and waits for the diagnostics about it. */
  async open(path: string, text: string): Promise<readonly Diagnostic[]> {
    const uri = pathToFileURL(path).href;
    const reported = new Promise<readonly Diagnostic[]>((resolve) => {
      this.#diagnostics.set(uri, resolve);
    });
    const textDocument = { uri, languageId: 'yaml', version: 1, text };
    this.#send({ method: 'textDocument/didOpen', params: { textDocument } });
    return reported;
  }

  /** The result of a hover or a completion at a place of an open document, as JSON. */
  async ask(
    method: 'hover' | 'completion',
    path: string,
    line: number,
    character: number,
  ): Promise<string> {
    const textDocument = { uri: pathToFileURL(path).href };
    const { result } = await this.#request(`textDocument/${method}`, {
      textDocument,
      position: { line, character },
    });
    return JSON.stringify(result);
  }

  stop(): void {
    this.#process.kill();
  }

  #request(method: string, params: object): Promise<Message> {
    const id = ++this.#last;
    const answered = new Promise<Message>((resolve) => {
      this.#answers.set(id, resolve);
    });
    this.#send({ id, method, params });
    return answered;
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n');
      const length = Number(
        /Content-Length: (\d+)/.exec(this.#received.subarray(0, end).toString())?.[1],
      );
      if (end < 0 || this.#received.length < end + 4 + length) return;
      const body = this.#received.subarray(end + 4, end + 4 + length).toString('utf8');
      this.#received = this.#received.subarray(end + 4 + length);
      this.#handle(JSON.parse(body));
    }
  }

  #handle({ id, method, params, result }: Message): void {
    if (method === 'workspace/configuration') {
      const settings = (params?.items ?? []).map((_, index) => (index === 0 ? this.#settings : {}));
      this.#send({ id, result: settings });
    } else if (method !== undefined && id !== undefined) this.#send({ id, result: null });
    else if (method === 'textDocument/publishDiagnostics') {
      this.#diagnostics.get(params?.uri ?? '')?.(params?.diagnostics ?? []);
    } else if (id !== undefined) this.#answers.get(id)?.({ result });
  }
}
