import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type CancellationToken,
  type ClientCapabilities,
  type CodeAction,
  CodeActionKind,
  type createConnection,
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentSymbol,
  type FoldingRange,
  FoldingRangeKind,
  LSPErrorCodes,
  type TextEdit as ProtocolEdit,
  type Range,
  ResponseError,
  type SymbolInformation,
  SymbolKind,
} from 'vscode-languageserver';
import type { CodeChange } from '../../features/language-service/code-changes.ts';
import type { FoldedLines } from '../../features/language-service/folding.ts';
import type { TextSymbol } from '../../features/language-service/symbols.ts';
import type { Finding, Range as FindingRange, Severity } from '../../result/finding.ts';
import type { TextEdit } from '../../result/text-edit.ts';
import type { Lines, Span } from '../../yaml/index.ts';
import { tagsOf } from './tags.ts';

export type Connection = ReturnType<typeof createConnection>;

/** The name of the program in diagnostics. */
const SOURCE = 'kubeadmit';

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

const SYMBOL_KINDS: Readonly<Record<TextSymbol['kind'], SymbolKind>> = {
  object: SymbolKind.Object,
  item: SymbolKind.Field,
};

/** The diagnostic of a finding. */
export function diagnosticOf(
  finding: Finding,
  minors: readonly string[],
  uriOf: (file: string) => string,
): Diagnostic {
  const { rule, message, severity, help, docs, related, cause } = finding;
  const isElsewhere = finding.minors.length < minors.length;
  const where = isElsewhere ? ` (Kubernetes ${finding.minors.join(', ')})` : '';
  const tags = tagsOf(finding);
  return {
    range: rangeOf(finding),
    severity: SEVERITIES[severity],
    code: rule,
    codeDescription: { href: docs },
    source: SOURCE,
    message: `${message}${where}${help === null ? '' : `\n${help}`}`,
    ...(tags.length === 0 ? {} : { tags }),
    ...(related.length === 0
      ? {}
      : {
          relatedInformation: related.map((one) => ({
            location: { uri: uriOf(one.file), range: rangeOf(one) },
            message: one.message,
          })),
        }),
    data: { messageId: finding.messageId, cause, minors: finding.minors },
  };
}

/** A range of a report, whose lines and columns count from 1, as the protocol has it. */
export function rangeOf({ line, column, endLine, endColumn }: FindingRange): Range {
  return {
    start: { line: line - 1, character: column - 1 },
    end: { line: endLine - 1, character: endColumn - 1 },
  };
}

/** The range of a span of a text. */
export function rangeOfSpan(lines: Lines, span: Span): Range {
  return rangeOf(lines.range(span));
}

/** Reports whether two ranges have a position in common. */
export function touches(a: Range, b: Range): boolean {
  return isBefore(a.start, b.end) && isBefore(b.start, a.end);
}

function isBefore(a: Range['start'], b: Range['start']): boolean {
  return a.line < b.line || (a.line === b.line && a.character <= b.character);
}

export function editsOf(lines: Lines, edits: readonly TextEdit[]): ProtocolEdit[] {
  return edits.map((edit) => ({ range: rangeOfSpan(lines, edit), newText: edit.text }));
}

/** The code action for a change of a document. */
export function actionOf(
  change: CodeChange,
  lines: Lines,
  uri: string,
  diagnostic: Diagnostic,
): CodeAction {
  return {
    title: change.title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnostic],
    ...(change.kind === 'safe-fix' ? { isPreferred: true } : {}),
    edit: { changes: { [uri]: editsOf(lines, change.edits) } },
  };
}

export function symbolOf(lines: Lines, symbol: TextSymbol): DocumentSymbol {
  const range = rangeOfSpan(lines, symbol.span);
  const selection = rangeOfSpan(lines, symbol.selection);
  return {
    name: symbol.name,
    detail: symbol.detail,
    kind: SYMBOL_KINDS[symbol.kind],
    range,
    selectionRange: touches(range, selection) ? selection : range,
    children: symbol.children.map((child) => symbolOf(lines, child)),
  };
}

/** A symbol and all below it, for editors that know no symbols with children. Each names the one that it is in. */
export function flatSymbolsOf(
  lines: Lines,
  symbol: TextSymbol,
  uri: string,
  container?: TextSymbol,
): readonly SymbolInformation[] {
  const { name, kind, span, children } = symbol;
  return [
    {
      name,
      kind: SYMBOL_KINDS[kind],
      location: { uri, range: rangeOfSpan(lines, span) },
      ...(container && { containerName: container.name }),
    },
    ...children.flatMap((child) => flatSymbolsOf(lines, child, uri, symbol)),
  ];
}

export function foldingOf({ first, last, isComment }: FoldedLines): FoldingRange {
  return {
    startLine: first - 1,
    endLine: last - 1,
    ...(isComment ? { kind: FoldingRangeKind.Comment } : {}),
  };
}

/** The most characters of a path. Systems refuse longer ones, and the folders above a file are searched one by one. */
const LONGEST_PATH = 4096;

/** The path of a file; undefined if the URI names none. */
export function pathOfUri(uri: string): string | undefined {
  try {
    const path = uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
    if (path === undefined || path.length > LONGEST_PATH || path.includes('\0')) return undefined;
    return path;
  } catch {
    return undefined;
  }
}

export function uriOfPath(path: string): string {
  return pathToFileURL(path).href;
}

/** Reports whether an editor can watch the files that the server names to it. */
export function canWatchFiles({ workspace }: ClientCapabilities): boolean {
  return workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
}

/** @throws ResponseError if the editor does not need the answer any more */
export function refuseCancelled(token: CancellationToken): void {
  if (token.isCancellationRequested) {
    throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
  }
}
