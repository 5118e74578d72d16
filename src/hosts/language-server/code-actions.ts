import {
  type CancellationToken,
  type ClientCapabilities,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic,
  type Range,
  type ServerCapabilities,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import {
  codeChanges,
  hasSafeFix,
  smallestEdit,
} from '../../features/language-service/code-changes.ts';
import { addCrdPath } from '../../features/language-service/config-edits.ts';
import { definitionsFor } from '../../features/language-service/navigation/navigation.ts';
import type { TextObject } from '../../features/language-service/text/open-text.ts';
import type { Finding } from '../../result/finding.ts';
import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import { isBuiltInGroup } from '../../server/kubernetes/kinds.ts';
import { isProgramGroup } from '../../sources/project/program-group.ts';
import { Lines } from '../../yaml/index.ts';
import { showCommand, shownPlace } from './commands.ts';
import type { Documents, ShownDocument } from './language-features.ts';
import { actionOf, type Connection, editsOf, rangeOfSpan, touches, uriOfPath } from './protocol.ts';

/** The kind of the action that applies all safe fixes of a document. */
const FIX_ALL = `${CodeActionKind.SourceFixAll}.kubeadmit`;

/** The path that the author of a configuration replaces by the real one. */
const CRD_PATH = 'path/to/crds';

/** The capability for the requests of this module. */
export const ACTIONS: ServerCapabilities = {
  codeActionProvider: {
    codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL],
    resolveProvider: true,
  },
};

/** The parts of the server that actions depend on. */
interface ActionContext extends Documents {
  /** The findings in a document as it is now, each with its diagnostic. */
  findings(
    document: ShownDocument,
    token: CancellationToken,
  ): Promise<ReadonlyMap<Finding, Diagnostic>>;
}

/** Answers requests for code actions. */
export function answerActionRequests(connection: Connection, context: ActionContext): void {
  const { find, findings, capabilities } = context;
  connection.onCodeAction(async (params, token): Promise<CodeAction[]> => {
    const shown = find(params.textDocument.uri);
    if (shown === undefined) return [];
    const found = await findings(shown, token);
    const document = find(params.textDocument.uri);
    if (document === undefined) return [];
    return [
      ...(isWanted(params, CodeActionKind.QuickFix)
        ? quickFixes(document, params.range, found, context)
        : []),
      ...(isWanted(params, FIX_ALL) && hasSafeFix(document.text, [...found.keys()])
        ? fixAllActions(document, capabilities())
        : []),
    ];
  });
  connection.onCodeActionResolve((action) => {
    const uri: unknown = action.data?.fixAll;
    const document = typeof uri === 'string' ? find(uri) : undefined;
    return document === undefined ? action : { ...action, edit: editThatFixesAll(document) ?? {} };
  });
}

function isWanted({ context }: CodeActionParams, kind: string): boolean {
  return context.only?.some((only) => kind === only || kind.startsWith(`${only}.`)) ?? true;
}

function quickFixes(
  document: ShownDocument,
  range: Range,
  findings: ReadonlyMap<Finding, Diagnostic>,
  context: ActionContext,
): readonly CodeAction[] {
  const { text, uri } = document;
  const touched = new Map([...findings].filter(([, one]) => touches(one.range, range)));
  const changes = codeChanges(text, [...touched.keys()]).flatMap((change) => {
    const diagnostic = touched.get(change.finding);
    return diagnostic === undefined ? [] : [actionOf(change, text.lines, uri, diagnostic)];
  });
  const object = text.objectAt(document.offsetAt(range.start));
  const aroundObject =
    object === undefined ? [] : crdActions(document, object, range, touched, context);
  return [...changes, ...aroundObject, ...pageActions(touched, context)];
}

/** Opens the pages of rules, if the editor can. */
function pageActions(
  findings: ReadonlyMap<Finding, Diagnostic>,
  { capabilities }: ActionContext,
): readonly CodeAction[] {
  if (!canShow(capabilities())) return [];
  return [...findings].map(([{ rule, docs }, diagnostic]) => {
    const title = `Open the page of ${rule}`;
    return {
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      command: showCommand(title, [{ title: rule, uri: docs }]),
    };
  });
}

/** Shows the CRD of a custom resource, or adds a path to the configuration if the CRD is missing. */
function crdActions(
  document: ShownDocument,
  object: TextObject,
  range: Range,
  findings: ReadonlyMap<Finding, Diagnostic>,
  { capabilities, workspaces }: ActionContext,
): readonly CodeAction[] {
  const { workspace } = document.place;
  const crds = definitionsFor(object, workspace.index);
  if (crds.length > 0) {
    const title = 'Show the CRD';
    const places = crds.map(({ name, range: at }) =>
      shownPlace({ title: `${name} (${at.file})`, range: at }, workspace, workspaces),
    );
    const isRelevant = findings.size > 0 || isOnHead(document, object, range);
    return canShow(capabilities()) && isRelevant
      ? [{ title, kind: CodeActionKind.QuickFix, command: showCommand(title, places) }]
      : [];
  }
  const { group } = groupAndVersion(object.apiVersion);
  const hasCrd = object.kind !== '' && !isBuiltInGroup(group) && !isProgramGroup(group);
  if (!hasCrd || !isOnHead(document, object, range)) return [];
  const edit = crdPathEdit(document, capabilities());
  const title = `Add the path of the CRD of ${object.kind} to the configuration`;
  return edit === undefined ? [] : [{ title, kind: CodeActionKind.QuickFix, edit }];
}

/** Reports whether a range is at the apiVersion or the kind of an object. */
function isOnHead({ text }: ShownDocument, object: TextObject, range: Range): boolean {
  return ['apiVersion', 'kind'].some((key) => {
    const spans = object.document.locate([...object.path, key]);
    if (spans === undefined) return false;
    const start = spans.key?.start ?? spans.value.start;
    return touches(rangeOfSpan(text.lines, { start, end: spans.value.end }), range);
  });
}

/** The edit of the configuration of a folder, which is created if there is none. */
function crdPathEdit(
  { place: { workspace } }: ShownDocument,
  { workspace: can }: ClientCapabilities,
): WorkspaceEdit | undefined {
  if (workspace.configuration === undefined) return undefined;
  const { file, text } = workspace.configuration;
  const edit = addCrdPath(text ?? '', CRD_PATH);
  if (edit === undefined) return undefined;
  const uri = uriOfPath(file);
  const edits = editsOf(new Lines({ text: text ?? '' }), [edit]);
  if (text !== undefined) return { changes: { [uri]: edits } };
  const { documentChanges, resourceOperations } = can?.workspaceEdit ?? {};
  if (documentChanges !== true || resourceOperations?.includes('create') !== true) return undefined;
  return {
    documentChanges: [
      { kind: 'create', uri, options: { ignoreIfExists: true } },
      { textDocument: { uri, version: null }, edits },
    ],
  };
}

function canShow({ window }: ClientCapabilities): boolean {
  return window?.showDocument?.support === true;
}

/**
 * The action that applies all safe fixes of a document; none if none of them can be applied. Several checks are needed
 * to find that out, so an editor that can resolve the action gets it at once.
 */
function fixAllActions(
  document: ShownDocument,
  { textDocument }: ClientCapabilities,
): readonly CodeAction[] {
  const action = { title: 'Apply all safe fixes of kubeadmit', kind: FIX_ALL };
  if (textDocument?.codeAction?.resolveSupport?.properties.includes('edit') === true) {
    return [{ ...action, data: { fixAll: document.uri } }];
  }
  const edit = editThatFixesAll(document);
  return edit === undefined ? [] : [{ ...action, edit }];
}

/** The edit that applies all safe fixes of a document; undefined if it would change nothing. */
function editThatFixesAll({ uri, text, place }: ShownDocument): WorkspaceEdit | undefined {
  const fixed = place.workspace.fixedText(place.path) ?? text.text;
  const edit = smallestEdit(text.text, fixed);
  return edit && { changes: { [uri]: editsOf(text.lines, [edit]) } };
}
