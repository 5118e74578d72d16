import type {
  CancellationToken,
  ClientCapabilities,
  Diagnostic,
  DocumentDiagnosticReport,
  ServerCapabilities,
  TextDocuments,
  WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { indexBy } from '../../base/index-by.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import type { Finding } from '../../result/finding.ts';
import type { Checks } from './checks.ts';
import { type Connection, canWatchFiles, diagnosticOf, refuseCancelled } from './protocol.ts';
import type { FolderReport, Workspace } from './workspace.ts';
import type { Place, Workspaces } from './workspaces.ts';

/** The parts of the server that diagnostics depend on. */
interface DiagnosticsContext {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly workspaces: Workspaces;
  readonly checks: Checks;
  readonly capabilities: () => ClientCapabilities;
  readonly onError: (error: unknown) => void;
}

/** The findings as diagnostics, for an editor that asks for them and for one to which they are sent. */
export class Diagnostics {
  readonly #context: DiagnosticsContext;
  /** The URIs with diagnostics that were sent, by workspace. */
  readonly #published = new Map<Workspace, Set<string>>();

  constructor(context: DiagnosticsContext) {
    this.#context = context;
    this.#answerDocumentRequests();
    this.#answerWorkspaceRequests();
  }

  /** The capability of the server, once those of the editor are known. */
  get capability(): Pick<ServerCapabilities, 'diagnosticProvider'> {
    if (!this.#isPulled) return {};
    return {
      diagnosticProvider: {
        identifier: 'kubeadmit',
        interFileDependencies: true,
        workspaceDiagnostics: true,
      },
    };
  }

  /** The findings in a document as it is now, each with its diagnostic. */
  async current(
    { workspace, path }: Place,
    token: CancellationToken,
  ): Promise<ReadonlyMap<Finding, Diagnostic>> {
    refuseCancelled(token);
    const report = await workspace.check(this.#context.checks.pause());
    refuseCancelled(token);
    const found = findingsByFile(report).get(workspace.nameOf(path)) ?? [];
    return new Map(found.map((finding) => [finding, this.#diagnosticOf(workspace, finding)]));
  }

  /**
   * Sends the diagnostics of the open documents and of configurations, and takes back those that are gone. An editor
   * that asks for diagnostics is told to ask again.
   */
  publish(workspace: Workspace, report: FolderReport): void {
    const { connection, workspaces, capabilities, onError } = this.#context;
    if (this.#isPulled) {
      if (capabilities().workspace?.diagnostics?.refreshSupport === true) {
        const refreshed: Promise<void> = connection.languages.diagnostics.refresh();
        refreshed.catch(onError);
      }
      return;
    }
    // A check may end after the editor has removed the folder.
    if (!workspaces.all.includes(workspace)) return;
    const shown = [...workspaces.open].filter(([, place]) => place.workspace === workspace);
    const files = new Map(shown.map(([uri, { path }]) => [uri, workspace.nameOf(path)]));
    for (const { file } of report.problems) files.set(workspaces.uriOf(workspace, file), file);
    const before = this.#published.get(workspace) ?? new Set();
    for (const uri of before) if (!files.has(uri)) this.#send(uri, []);
    for (const [uri, file] of files) {
      this.#send(uri, this.#diagnosticsOf(workspace, findingsByFile(report).get(file) ?? []));
    }
    this.#published.set(workspace, new Set(files.keys()));
  }

  /** Sends what is known of a document before its folder is checked again. */
  async publishEarly(uri: string, { workspace, path }: Place): Promise<void> {
    if (this.#isPulled) return;
    const findings = await workspace.earlyFindings(path, this.#context.checks.pause());
    if (findings === undefined) return;
    this.#send(uri, this.#diagnosticsOf(workspace, findings));
  }

  /** Takes back the diagnostics of a document that is closed. */
  takeBack(uri: string, workspace: Workspace): void {
    if (this.#published.get(workspace)?.delete(uri) === true) this.#send(uri, []);
  }

  /** Takes back the diagnostics of a folder that is removed. */
  forget(workspace: Workspace): void {
    for (const uri of this.#published.get(workspace) ?? []) this.#send(uri, []);
    this.#published.delete(workspace);
  }

  /** True if the editor asks for diagnostics, so that they are not sent on their own. */
  get #isPulled(): boolean {
    return this.#context.capabilities().textDocument?.diagnostic !== undefined;
  }

  #answerDocumentRequests(): void {
    const { connection, workspaces } = this.#context;
    connection.languages.diagnostics.on(async ({ textDocument, previousResultId }, token) => {
      const place = workspaces.open.get(textDocument.uri);
      if (place === undefined) return { kind: 'full', items: [] };
      const found = await this.current(place, token);
      return documentReport([...found.values()], previousResultId);
    });
  }

  #answerWorkspaceRequests(): void {
    const { connection, workspaces, checks, capabilities } = this.#context;
    connection.languages.diagnostics.onWorkspace(async ({ previousResultIds }, token) => {
      const before = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
      const items: WorkspaceDocumentDiagnosticReport[] = [];
      for (const workspace of workspaces.all) {
        // Without a watcher, only a look at the folder shows what has changed.
        if (!canWatchFiles(capabilities())) workspace.markStale();
        const report = await checks.now(workspace);
        refuseCancelled(token);
        for (const [file, findings] of findingsByFile(report)) {
          if (!workspaces.isInnermost(workspace, file)) continue;
          const uri = workspaces.uriOf(workspace, file);
          const found = this.#diagnosticsOf(workspace, findings);
          items.push(this.#workspaceReport(uri, documentReport(found, before.get(uri))));
          before.delete(uri);
        }
      }
      // Files whose diagnostics are gone.
      for (const uri of before.keys()) items.push({ kind: 'full', items: [], uri, version: null });
      return { items };
    });
  }

  #workspaceReport(
    uri: string,
    report: DocumentDiagnosticReport,
  ): WorkspaceDocumentDiagnosticReport {
    const version = this.#context.documents.get(uri)?.version ?? null;
    return { ...report, uri, version };
  }

  #diagnosticsOf(workspace: Workspace, findings: readonly Finding[]): Diagnostic[] {
    return findings.map((finding) => this.#diagnosticOf(workspace, finding));
  }

  #diagnosticOf(workspace: Workspace, finding: Finding): Diagnostic {
    return diagnosticOf(finding, workspace.minors, (file) =>
      this.#context.workspaces.uriOf(workspace, file),
    );
  }

  #send(uri: string, diagnostics: Diagnostic[]): void {
    const { connection, documents, onError } = this.#context;
    const version = documents.get(uri)?.version;
    connection
      .sendDiagnostics({ uri, diagnostics, ...(version === undefined ? {} : { version }) })
      .catch(onError);
  }
}

/** The findings of a report by the names of their files. */
const findingsByFile = onceForEach(({ report, problems }: FolderReport) =>
  indexBy([...(report?.findings ?? []), ...problems], ({ file }) => [file]),
);

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
