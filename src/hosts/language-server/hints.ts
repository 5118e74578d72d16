import type { CodeLens, InlayHint, ServerCapabilities } from 'vscode-languageserver';
import { costHints } from '../../features/language-service/expressions/cost-hints.ts';
import { objectLenses } from '../../features/language-service/navigation/object-lenses.ts';
import { showCommand, shownPlace, testCommand } from './commands.ts';
import { contextOf, type Documents } from './language-features.ts';
import { type Connection, rangeOfSpan, refuseCancelled } from './protocol.ts';

/** The capabilities for the requests of this module. */
export const HINTS: ServerCapabilities = {
  codeLensProvider: { resolveProvider: false },
  inlayHintProvider: { resolveProvider: false },
};

/**
 * Answers requests for hints: costs in the text, and above objects what they have to do with others.
 *
 * @param isOn reports whether the user wants hints
 */
export function answerHintRequests(
  connection: Connection,
  { find, workspaces, pause }: Documents,
  isOn: () => boolean,
): void {
  connection.languages.inlayHint.on(({ textDocument, range }): InlayHint[] => {
    const document = isOn() ? find(textDocument.uri) : undefined;
    if (document === undefined) return [];
    const { text, place } = document;
    const span = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
    return costHints(text, span, place.workspace.minor).map(({ offset, label, tooltip }) => ({
      position: rangeOfSpan(text.lines, { start: offset, end: offset }).start,
      label,
      tooltip,
      paddingLeft: true,
    }));
  });
  connection.onCodeLens(async ({ textDocument }, token): Promise<CodeLens[]> => {
    if (!isOn()) return [];
    const workspace = find(textDocument.uri)?.place.workspace;
    const last = await workspace?.check(pause());
    await workspace?.prepareIndex(pause());
    refuseCancelled(token);
    const document = find(textDocument.uri);
    if (workspace === undefined || document === undefined) return [];
    const { text, place } = document;
    const reported = { file: workspace.nameOf(place.path), findings: last?.report?.findings ?? [] };
    return objectLenses(text, reported, contextOf(place)).map(({ span, title, places, tests }) => {
      const { start } = rangeOfSpan(text.lines, span);
      const uris = tests.map((file) => workspaces.uriOf(workspace, file));
      const shown = places.map((one) => shownPlace(one, workspace, workspaces));
      return {
        range: { start, end: start },
        command: tests.length > 0 ? testCommand(title, uris) : showCommand(title, shown),
      };
    });
  });
}
