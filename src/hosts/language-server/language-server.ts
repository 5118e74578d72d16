import { isDeepStrictEqual } from 'node:util';
import {
  CodeLensRefreshRequest,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  type ServerCapabilities,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { version } from '../../../package.json';
import { foldedLines } from '../../features/language-service/folding.ts';
import { textSymbols } from '../../features/language-service/symbols.ts';
import { OpenText } from '../../features/language-service/text/open-text.ts';
import { EditedText } from '../../lint/read/edited-text.ts';
import { parseMinors } from '../../server/kubernetes/minors.ts';
import { DEFAULT_MAX_FILE_SIZE, MEGABYTE } from '../node/disk/reading.ts';
import { Checks, isLarge } from './checks.ts';
import { type ClientOptions, readClientOptions } from './client-options.ts';
import { ACTIONS, answerActionRequests } from './code-actions.ts';
import { COMMANDS, executeCommands, type RunTests } from './commands.ts';
import { Diagnostics } from './diagnostics.ts';
import { answerHintRequests, HINTS } from './hints.ts';
import { answerLanguageRequests, FEATURES, type ShownDocument } from './language-features.ts';
import {
  type Connection,
  canWatchFiles,
  flatSymbolsOf,
  foldingOf,
  pathOfUri,
  symbolOf,
} from './protocol.ts';
import type { Workspace } from './workspace.ts';
import { Workspaces } from './workspaces.ts';

const WATCHED = ['**/*.{yaml,yml,json,tgz}', '**/{Kustomization,PROJECT,.gitignore}'];

/** The capabilities of the server for all editors. */
const CAPABILITIES: ServerCapabilities = {
  positionEncoding: 'utf-16',
  textDocumentSync: {
    openClose: true,
    change: TextDocumentSyncKind.Incremental,
    save: { includeText: false },
  },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  ...ACTIONS,
  ...FEATURES,
  ...HINTS,
  ...COMMANDS,
  documentSymbolProvider: true,
  foldingRangeProvider: true,
};

/** An editor's connection: its documents and folders, and the answers to its requests. */
export class LanguageServer {
  readonly #connection: Connection;
  readonly #documents = new TextDocuments(TextDocument);
  readonly #workspaces: Workspaces;
  readonly #checks: Checks;
  readonly #diagnostics: Diagnostics;
  /** The last texts that were looked at, by URI. */
  readonly #texts = new Map<string, OpenText>();
  readonly #edited = new EditedText();
  #options: ClientOptions = readClientOptions(undefined);
  #initialOptions: unknown;
  #capabilities: InitializeParams['capabilities'] = {};
  /** The minors that were sent last, as a text. */
  #status = '';

  constructor(connection: Connection, cwd: string, runTests: RunTests) {
    this.#connection = connection;
    this.#workspaces = new Workspaces(cwd, (path, reason) =>
      connection.console.warn(`${path}: ${reason}`),
    );
    this.#checks = new Checks(
      (workspace, report) => {
        this.#sendStatus(workspace);
        if (this.#options.hints) this.#refreshHints();
        this.#diagnostics.publish(workspace, report);
      },
      (error) => this.#logError(error),
    );
    this.#diagnostics = new Diagnostics({
      connection,
      documents: this.#documents,
      workspaces: this.#workspaces,
      checks: this.#checks,
      capabilities: () => this.#capabilities,
      onError: (error) => this.#logError(error),
    });
    this.#registerLifecycle();
    this.#registerDocuments();
    this.#registerStructure();
    const documents = {
      find: (uri: string) => this.#shown(uri),
      workspaces: this.#workspaces,
      capabilities: () => this.#capabilities,
      pause: () => this.#checks.pause(),
    };
    answerLanguageRequests(connection, documents);
    answerHintRequests(connection, documents, () => this.#options.hints);
    answerActionRequests(connection, {
      ...documents,
      findings: ({ place }, token) => this.#diagnostics.current(place, token),
    });
    executeCommands(connection, this.#workspaces, runTests);
  }

  listen(): void {
    this.#documents.listen(this.#connection);
    this.#connection.listen();
  }

  /** Does no more work. */
  stop(): void {
    this.#checks.stop();
  }

  #registerLifecycle(): void {
    const connection = this.#connection;
    connection.onInitialize((params): InitializeResult => {
      this.#capabilities = params.capabilities;
      this.#initialOptions = params.initializationOptions;
      this.#options = readClientOptions(this.#initialOptions);
      this.#applyOptions();
      const folders = params.workspaceFolders?.map(({ uri }) => uri);
      // Older clients name one folder.
      for (const uri of folders ?? (params.rootUri === null ? [] : [params.rootUri])) {
        this.#workspaces.addFolder(uri);
      }
      return {
        serverInfo: { name: 'kubeadmit', version },
        capabilities: { ...CAPABILITIES, ...this.#diagnostics.capability },
      };
    });
    connection.onInitialized(() => {
      if (isNothing(this.#initialOptions) && this.#canAsk) this.#askForOptions();
      if (canWatchFiles(this.#capabilities)) {
        connection.client
          .register(DidChangeWatchedFilesNotification.type, {
            watchers: WATCHED.map((globPattern) => ({ globPattern })),
          })
          .catch((error: unknown) => this.#logError(error));
      }
      if (this.#capabilities.workspace?.workspaceFolders === true) {
        connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
          for (const { uri } of removed) {
            const workspace = this.#workspaces.removeFolder(uri);
            if (workspace !== undefined) this.#diagnostics.forget(workspace);
          }
          for (const { uri } of added) this.#workspaces.addFolder(uri);
          this.#reopenDocuments();
        });
      }
    });
    connection.onDidChangeConfiguration(({ settings }) => {
      // Some editors send settings without a section for this server, or only say that they have changed.
      const own: unknown = settings?.kubeadmit ?? settings;
      if (isNothing(own) && this.#canAsk) this.#askForOptions();
      else this.#setOptions(readClientOptions(this.#initialOptions, own));
    });
    connection.onShutdown(() => this.stop());
  }

  /** True if the editor tells its settings when it is asked. */
  get #canAsk(): boolean {
    return this.#capabilities.workspace?.configuration === true;
  }

  /** Uses the settings of the editor, which take precedence over the options at its start. */
  #askForOptions(): void {
    this.#connection.workspace
      .getConfiguration('kubeadmit')
      .then((settings: unknown) => {
        const options = readClientOptions(this.#initialOptions, settings);
        // Most editors have no settings for the server, and the folders need not be checked again.
        if (!isDeepStrictEqual(options, this.#options)) this.#setOptions(options);
      })
      .catch((error: unknown) => this.#logError(error));
  }

  #setOptions(options: ClientOptions): void {
    this.#options = options;
    this.#applyOptions();
    this.#refreshHints();
    this.#checkAll();
  }

  #applyOptions(): void {
    const { kubernetesVersion } = this.#options;
    const minors = kubernetesVersion === undefined ? undefined : parseMinors(kubernetesVersion);
    if (kubernetesVersion !== undefined && minors === undefined) {
      this.#connection.console.warn(`kubernetesVersion: unknown version ${kubernetesVersion}`);
    }
    this.#workspaces.chooseMinors(minors);
  }

  #registerDocuments(): void {
    this.#documents.onDidOpen(({ document }) => {
      if (textOf(document) !== undefined) return;
      const size = `${DEFAULT_MAX_FILE_SIZE / MEGABYTE} MB`;
      const name = pathOfUri(document.uri) ?? document.uri;
      this.#connection.console.warn(`${name}: is larger than ${size}, and not checked`);
    });
    this.#documents.onDidChangeContent(({ document }) => {
      const place = this.#workspaces.setText(document.uri, textOf(document) ?? '');
      if (isLarge(place.workspace)) {
        const published = this.#diagnostics.publishEarly(document.uri, place);
        published.catch((error: unknown) => this.#logError(error));
      }
      this.#checks.schedule(place.workspace);
    });
    this.#documents.onDidSave(({ document }) => {
      const place = this.#workspaces.open.get(document.uri);
      if (place !== undefined) this.#checkFolder(place.workspace);
    });
    this.#documents.onDidClose(({ document: { uri } }) => {
      this.#texts.delete(uri);
      const place = this.#workspaces.close(uri);
      if (place === undefined) return;
      this.#diagnostics.takeBack(uri, place.workspace);
      this.#checkFolder(place.workspace);
    });
    this.#connection.onDidChangeWatchedFiles(({ changes }) => {
      for (const workspace of this.#workspaces.all) {
        const isChanged = changes.some(({ uri }) => {
          const path = pathOfUri(uri);
          return path !== undefined && workspace.contains(path);
        });
        if (isChanged) this.#checkFolder(workspace);
      }
    });
  }

  #checkFolder(workspace: Workspace): void {
    workspace.markStale();
    this.#checks.schedule(workspace);
  }

  #checkAll(): void {
    for (const workspace of this.#workspaces.all) this.#checkFolder(workspace);
  }

  /** Gives the open documents to the workspaces that are responsible for them now. */
  #reopenDocuments(): void {
    for (const document of this.#documents.all()) {
      this.#workspaces.close(document.uri);
      this.#workspaces.setText(document.uri, textOf(document) ?? '');
    }
    this.#checkAll();
  }

  /** Tells the editor the minors of a check, if it shows them. */
  #sendStatus({ minors }: Workspace): void {
    if (!this.#options.status || this.#status === minors.join()) return;
    this.#status = minors.join();
    this.#connection
      .sendNotification('kubeadmit/status', { kubernetesVersions: minors })
      .catch((error: unknown) => this.#logError(error));
  }

  /** Lets the editor ask for hints again, because they may have changed without a change of their document. */
  #refreshHints(): void {
    const { codeLens, inlayHint } = this.#capabilities.workspace ?? {};
    const failed = (error: unknown) => this.#logError(error);
    if (codeLens?.refreshSupport === true) {
      this.#connection.sendRequest(CodeLensRefreshRequest.type).catch(failed);
    }
    if (inlayHint?.refreshSupport === true) {
      this.#connection.languages.inlayHint.refresh().catch(failed);
    }
  }

  #registerStructure(): void {
    this.#connection.onDocumentSymbol(({ textDocument }) => {
      const { uri } = textDocument;
      const text = this.#text(uri);
      if (text === undefined) return undefined;
      const symbols = textSymbols(text);
      const { documentSymbol } = this.#capabilities.textDocument ?? {};
      return documentSymbol?.hierarchicalDocumentSymbolSupport === true
        ? symbols.map((symbol) => symbolOf(text.lines, symbol))
        : symbols.flatMap((symbol) => flatSymbolsOf(text.lines, symbol, uri));
    });
    this.#connection.onFoldingRanges(({ textDocument }) => {
      const text = this.#text(textDocument.uri);
      const limit = this.#capabilities.textDocument?.foldingRange?.rangeLimit;
      return text && foldedLines(text).slice(0, limit).map(foldingOf);
    });
  }

  #shown(uri: string): ShownDocument | undefined {
    const document = this.#documents.get(uri);
    const text = this.#text(uri);
    const place = this.#workspaces.open.get(uri);
    if (document === undefined || text === undefined || place === undefined) return undefined;
    return { uri, text, place, offsetAt: (position) => document.offsetAt(position) };
  }

  #text(uri: string): OpenText | undefined {
    const document = this.#documents.get(uri);
    const current = document && textOf(document);
    if (current === undefined) return undefined;
    let text = this.#texts.get(uri);
    if (text?.text !== current) {
      text = new OpenText(current, uri, this.#edited);
      this.#texts.set(uri, text);
    }
    return text;
  }

  #logError(error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#connection.console.error(text);
  }
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

/** The text of a document. Undefined if it is so large that it would not be read from the disk either. */
function textOf(document: TextDocument): string | undefined {
  const text = document.getText();
  return Buffer.byteLength(text) > DEFAULT_MAX_FILE_SIZE ? undefined : text;
}
