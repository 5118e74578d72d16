import {
  type CancellationToken,
  CodeLensRefreshRequest,
  type createConnection,
  type Diagnostic,
  DidChangeWatchedFilesNotification,
  type DocumentDiagnosticReport,
  type InitializeParams,
  type InitializeResult,
  TextDocumentSyncKind,
  TextDocuments,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { version } from '../../../package.json';
import { foldedLines } from '../../features/language-service/folding.ts';
import { OpenText } from '../../features/language-service/open-text.ts';
import { textSymbols } from '../../features/language-service/symbols.ts';
import type { Finding } from '../../result/finding.ts';
import { parseMinors } from '../../server/kubernetes/minors.ts';
import { Checks, isLarge } from './checks.ts';
import { type ClientOptions, readClientOptions } from './client-options.ts';
import { ACTIONS, answerActionRequests } from './code-actions.ts';
import { COMMANDS, executeCommands, type RunTests } from './commands.ts';
import { answerHintRequests, HINTS } from './hints.ts';
import { answerLanguageRequests, FEATURES, type ShownDocument } from './language-features.ts';
import { diagnosticOf, foldingOf, pathOfUri, refuseCancelled, symbolOf } from './protocol.ts';
import { ReportedFindings } from './reported-findings.ts';
import type { FolderReport, Workspace } from './workspace.ts';
import { type Place, Workspaces } from './workspaces.ts';

type Connection = ReturnType<typeof createConnection>;

const WATCHED = ['**/*.{yaml,yml,json,tgz}', '**/{Kustomization,PROJECT,.gitignore}'];

/** An editor's connection: its documents and folders, and the answers to its requests. */
export class LanguageServer {
  readonly #connection: Connection;
  readonly #documents = new TextDocuments(TextDocument);
  readonly #workspaces: Workspaces;
  readonly #checks: Checks;
  /** The last texts that were looked at, by URI. */
  readonly #texts = new Map<string, OpenText>();
  readonly #findings = new ReportedFindings();
  /** The URIs with diagnostics that were sent, by workspace. */
  readonly #published = new Map<Workspace, Set<string>>();
  #options: ClientOptions = readClientOptions(undefined);
  #capabilities: InitializeParams['capabilities'] = {};
  /** The minors that were sent last, as a text. */
  #status = '';

  constructor(connection: Connection, cwd: string, runTests: RunTests) {
    this.#connection = connection;
    this.#workspaces = new Workspaces(cwd, (path, reason) =>
      connection.console.warn(`${path}: ${reason}`),
    );
    this.#checks = new Checks(
      (workspace, report) => this.#publish(workspace, report),
      (error) => this.#logError(error),
    );
    this.#registerLifecycle();
    this.#registerDocuments();
    this.#registerDiagnostics();
    this.#registerStructure();
    const documents = {
      find: (uri: string) => this.#shown(uri),
      workspaces: this.#workspaces,
      pause: () => this.#checks.pause(),
    };
    answerLanguageRequests(connection, documents);
    answerHintRequests(connection, documents, () => this.#options.hints);
    answerActionRequests(connection, {
      ...documents,
      capabilities: () => this.#capabilities,
      findings: (document, token) => this.#findingsOf(document, token),
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
      this.#options = readClientOptions(params.initializationOptions);
      this.#applyOptions();
      const folders = params.workspaceFolders?.map(({ uri }) => uri);
      // Older clients name one folder.
      for (const uri of folders ?? (params.rootUri === null ? [] : [params.rootUri])) {
        this.#workspaces.addFolder(uri);
      }
      return {
        serverInfo: { name: 'kubeadmit', version },
        capabilities: {
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
          ...(this.#pulls
            ? {
                diagnosticProvider: {
                  identifier: 'kubeadmit',
                  interFileDependencies: true,
                  workspaceDiagnostics: true,
                },
              }
            : {}),
        },
      };
    });
    connection.onInitialized(() => {
      if (this.#capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
        connection.client
          .register(DidChangeWatchedFilesNotification.type, {
            watchers: WATCHED.map((globPattern) => ({ globPattern })),
          })
          .catch((error: unknown) => this.#logError(error));
      }
      if (this.#capabilities.workspace?.workspaceFolders === true) {
        connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
          for (const { uri } of removed) this.#workspaces.removeFolder(uri);
          for (const { uri } of added) this.#workspaces.addFolder(uri);
          this.#reopenDocuments();
        });
      }
    });
    connection.onDidChangeConfiguration(({ settings }) => {
      const { status } = this.#options;
      this.#options = { ...readClientOptions(settings?.kubeadmit ?? settings), status };
      this.#applyOptions();
      this.#refreshHints();
      this.#checkAll();
    });
    connection.onShutdown(() => this.stop());
  }

  /** True if the editor asks for diagnostics, so that they are not sent on their own. */
  get #pulls(): boolean {
    return this.#capabilities.textDocument?.diagnostic !== undefined;
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
    this.#documents.onDidChangeContent(({ document }) => {
      const place = this.#workspaces.setText(document.uri, document.getText());
      if (isLarge(place.workspace) && !this.#pulls) this.#sendEarly(document.uri, place);
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
      if (this.#published.get(place.workspace)?.delete(uri) === true) this.#send(uri, []);
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
      this.#workspaces.setText(document.uri, document.getText());
    }
    this.#checkAll();
  }

  #registerDiagnostics(): void {
    const { diagnostics } = this.#connection.languages;
    diagnostics.on(async ({ textDocument, previousResultId }, token) => {
      const place = this.#workspaces.open.get(textDocument.uri);
      if (place === undefined) return { kind: 'full', items: [] };
      const report = await this.#reportOn(place, token);
      const items = this.#diagnosticsOf(place.workspace, report, place.path);
      return documentReport(items, previousResultId);
    });
    diagnostics.onWorkspace(async ({ previousResultIds }, token) => {
      const before = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
      const items: WorkspaceDocumentDiagnosticReport[] = [];
      for (const workspace of this.#workspaces.all) {
        // Without a watcher, only a look at the folder shows what has changed.
        if (!this.#watches) workspace.markStale();
        const report = await this.#checks.now(workspace);
        refuseCancelled(token);
        for (const path of this.#findings.pathsOf(workspace, report)) {
          const uri = this.#workspaces.uriOf(workspace, workspace.nameOf(path));
          const previous = before.get(uri);
          before.delete(uri);
          const found = this.#diagnosticsOf(workspace, report, path);
          const document = this.#documents.get(uri);
          items.push({
            ...documentReport(found, previous),
            uri,
            version: document?.version ?? null,
          } as WorkspaceDocumentDiagnosticReport);
        }
      }
      // Files whose diagnostics are gone.
      for (const uri of before.keys()) items.push({ kind: 'full', items: [], uri, version: null });
      return { items };
    });
  }

  get #watches(): boolean {
    return this.#capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  }

  /** The report on the folder of a document, as it is now. */
  async #reportOn({ workspace }: Place, token: CancellationToken): Promise<FolderReport> {
    refuseCancelled(token);
    const report = await workspace.check(this.#checks.pause());
    refuseCancelled(token);
    return report;
  }

  #diagnosticsOf(workspace: Workspace, report: FolderReport, path: string): Diagnostic[] {
    return this.#findings
      .of(workspace, report, path)
      .map((finding) => this.#diagnosticOf(workspace, finding));
  }

  #diagnosticOf(workspace: Workspace, finding: Finding): Diagnostic {
    return diagnosticOf(finding, workspace.minors, (file) =>
      this.#workspaces.uriOf(workspace, file),
    );
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

  /** Sends the diagnostics of the open documents and of configurations, and takes back those that are gone. */
  #publish(workspace: Workspace, report: FolderReport): void {
    this.#sendStatus(workspace);
    if (this.#options.hints) this.#refreshHints();
    if (this.#pulls) {
      if (this.#capabilities.workspace?.diagnostics?.refreshSupport === true) {
        const refreshed: Promise<void> = this.#connection.languages.diagnostics.refresh();
        refreshed.catch((error: unknown) => this.#logError(error));
      }
      return;
    }
    const shown = [...this.#workspaces.open].filter(([, place]) => place.workspace === workspace);
    const paths = new Map(shown.map(([uri, { path }]) => [uri, path]));
    for (const { file } of report.problems) {
      paths.set(this.#workspaces.uriOf(workspace, file), workspace.pathOf(file));
    }
    const before = this.#published.get(workspace) ?? new Set();
    for (const uri of before) if (!paths.has(uri)) this.#send(uri, []);
    for (const [uri, path] of paths) this.#send(uri, this.#diagnosticsOf(workspace, report, path));
    this.#published.set(workspace, new Set(paths.keys()));
  }

  /** Sends what is known of a document before its folder is checked again. */
  #sendEarly(uri: string, { workspace, path }: Place): void {
    const findings = workspace.earlyFindings(path);
    if (findings === undefined) return;
    this.#send(
      uri,
      findings.map((finding) => this.#diagnosticOf(workspace, finding)),
    );
  }

  #send(uri: string, diagnostics: Diagnostic[]): void {
    const version = this.#documents.get(uri)?.version;
    this.#connection
      .sendDiagnostics({ uri, diagnostics, ...(version === undefined ? {} : { version }) })
      .catch((error: unknown) => this.#logError(error));
  }

  async #findingsOf(
    { place }: ShownDocument,
    token: CancellationToken,
  ): Promise<ReadonlyMap<Finding, Diagnostic>> {
    const report = await this.#reportOn(place, token);
    const { workspace, path } = place;
    const found = this.#findings.of(workspace, report, path);
    return new Map(found.map((finding) => [finding, this.#diagnosticOf(workspace, finding)]));
  }

  #registerStructure(): void {
    this.#connection.onDocumentSymbol(({ textDocument }) => {
      const text = this.#text(textDocument.uri);
      return text && textSymbols(text).map((symbol) => symbolOf(text.lines, symbol));
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

  /** The text of an open document. */
  #text(uri: string): OpenText | undefined {
    const current = this.#documents.get(uri)?.getText();
    if (current === undefined) return undefined;
    let text = this.#texts.get(uri);
    if (text?.text !== current) {
      text = new OpenText(current);
      this.#texts.set(uri, text);
    }
    return text;
  }

  #logError(error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#connection.console.error(text);
  }
}

/** The answer with the diagnostics of a document; without them if the editor has them already. */
function documentReport(
  items: Diagnostic[],
  previousResultId: string | undefined,
): DocumentDiagnosticReport {
  const resultId = resultIdOf(items);
  return resultId === previousResultId
    ? { kind: 'unchanged', resultId }
    : { kind: 'full', resultId, items };
}

/** A text that is the same for the same diagnostics. */
function resultIdOf(items: readonly Diagnostic[]): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(JSON.stringify(items)).digest('hex').slice(0, 16);
}
