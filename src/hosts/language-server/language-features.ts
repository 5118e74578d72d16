import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import {
  type CancellationToken,
  type ClientCapabilities,
  type CompletionItem,
  CompletionItemKind,
  InsertTextFormat,
  InsertTextMode,
  type Location,
  MarkupKind,
  type ServerCapabilities,
  SymbolKind,
  type TextDocumentPositionParams,
} from 'vscode-languageserver';
import { compareCodePoints } from '../../base/compare.ts';
import { completionsAt } from '../../features/language-service/completion/completion.ts';
import type {
  Completion,
  CompletionForm,
  Completions,
} from '../../features/language-service/completion/completion-item.ts';
import { expressionHover } from '../../features/language-service/expressions/expression-hover.ts';
import { fieldHover } from '../../features/language-service/hover.ts';
import {
  configurationPlaces,
  type FileLink,
  type FindFilePlaces,
  fileLinks,
  kustomizationPlaces,
} from '../../features/language-service/index/file-links.ts';
import type { FileRange } from '../../features/language-service/index/folder-index.ts';
import { kustomizationShape } from '../../features/language-service/kustomization-shape.ts';
import {
  declarationsAt,
  objectsNamedAt,
  partsAt,
  referencesAt,
  variableAt,
} from '../../features/language-service/navigation/navigation.ts';
import type {
  FolderEntry,
  NearbyFiles,
  ServiceContext,
} from '../../features/language-service/service-context.ts';
import type { Shape } from '../../features/language-service/shape.ts';
import { contains, type OpenText } from '../../features/language-service/text/open-text.ts';
import { isKustomizationFile } from '../../sources/project/project-folder.ts';
import type { Span } from '../../yaml/index.ts';
import { leadsOut } from '../node/disk/leads-out.ts';
import { kustomizationIn } from '../node/kustomization-file.ts';
import { configShape } from './config-shape.ts';
import { isConfig } from './folder-files.ts';
import {
  type Connection,
  editsOf,
  rangeOf,
  rangeOfSpan,
  refuseCancelled,
  uriOfPath,
} from './protocol.ts';
import type { Pause, Workspace } from './workspace.ts';
import type { Place, Workspaces } from './workspaces.ts';

/** A document that the editor shows. */
export interface ShownDocument {
  readonly uri: string;
  readonly text: OpenText;
  readonly place: Place;
  /** The offset of a position of the protocol. */
  offsetAt(position: TextDocumentPositionParams['position']): number;
}

/** The documents of the server, and its folders. */
export interface Documents {
  /** A document that the editor shows; undefined for any other. */
  find(uri: string): ShownDocument | undefined;
  readonly workspaces: Workspaces;
  readonly capabilities: () => ClientCapabilities;
  /** Makes a function that is called between the steps of long work. */
  pause(): Pause;
}

/** The capabilities for the requests of this module. */
export const FEATURES: ServerCapabilities = {
  hoverProvider: true,
  completionProvider: { resolveProvider: true, triggerCharacters: [' ', '.', ':', '"', "'", '/'] },
  definitionProvider: true,
  referencesProvider: true,
  workspaceSymbolProvider: true,
  documentLinkProvider: { resolveProvider: false },
};

const COMPLETION_KINDS: Readonly<Record<Completion['kind'], CompletionItemKind>> = {
  field: CompletionItemKind.Field,
  value: CompletionItemKind.EnumMember,
  reference: CompletionItemKind.Reference,
  file: CompletionItemKind.File,
  variable: CompletionItemKind.Variable,
  function: CompletionItemKind.Function,
  object: CompletionItemKind.Snippet,
};

/** The place that a file without a name in it is shown at. */
const FILE_START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** A file that a place in a text leads to, by its path. */
interface LinkedFile {
  readonly span: Span;
  readonly target: string;
}

/** The most files of a folder that are completed. */
const MOST_FILES = 1000;

/** The most symbols of a folder that are sent at once. */
const MOST_SYMBOLS = 1000;

/** Answers requests about positions: hover, completion, navigation. */
export function answerLanguageRequests(connection: Connection, documents: Documents): void {
  connection.onHover((params, token) =>
    answerAt(documents, params, token, 'folder', ({ text, place }, offset) => {
      const context = contextOf(place);
      const hover = expressionHover(text, offset, context) ?? fieldHover(text, offset, context);
      if (hover === undefined) return null;
      return {
        contents: { kind: MarkupKind.Markdown, value: hover.markdown },
        range: rangeOfSpan(text.lines, hover.span),
      };
    }),
  );
  answerCompletionRequests(connection, documents);
  answerNavigationRequests(connection, documents);
}

/**
 * Answers a request about a position.
 *
 * @param needs `folder` if the folder must have been read, `report` if it must be read as it is now
 */
async function answerAt<T>(
  { find, pause }: Documents,
  { textDocument, position }: TextDocumentPositionParams,
  token: CancellationToken,
  needs: 'folder' | 'report',
  answer: (document: ShownDocument, offset: number) => T,
): Promise<T | undefined> {
  const workspace = find(textDocument.uri)?.place.workspace;
  if (workspace !== undefined) {
    if (needs === 'report' || !workspace.isRead) await workspace.check(pause());
    await workspace.prepareIndex(pause());
  }
  refuseCancelled(token);
  const document = find(textDocument.uri);
  return document && answer(document, document.offsetAt(position));
}

function answerCompletionRequests(connection: Connection, documents: Documents): void {
  /** The last completions, whose descriptions are made when one of them is resolved. */
  let completions: Completions | undefined;
  connection.onCompletion((params, token) =>
    answerAt(documents, params, token, 'folder', ({ text, place }, offset) => {
      completions = completionsAt(text, offset, contextOf(place));
      const { isIncomplete = false } = completions;
      const { completionItem } = documents.capabilities().textDocument?.completion ?? {};
      const items = completionItems(text, completions, completionItem?.snippetSupport === true);
      return isIncomplete ? { isIncomplete, items } : items;
    }),
  );
  connection.onCompletionResolve((item) => {
    const known = completions?.items[Number(item.data)];
    if (known?.label !== item.label || known.description === undefined) return item;
    return { ...item, documentation: { kind: MarkupKind.Markdown, value: known.description() } };
  });
}

function completionItems(
  { lines }: OpenText,
  { items, span, indentation }: Completions,
  withForms: boolean,
): CompletionItem[] {
  const range = rangeOfSpan(lines, span);
  const indented = indentation === undefined ? [] : editsOf(lines, [indentation]);
  return items.map((item, index) => ({
    label: item.label,
    kind: COMPLETION_KINDS[item.kind],
    ...(item.detail === '' ? {} : { detail: item.detail }),
    // Required fields come first, in the order of the list.
    sortText: `${item.isFirst ? 0 : 1}${String(index).padStart(5, '0')}`,
    ...(withForms && item.form !== undefined
      ? {
          textEdit: { range, newText: snippetOf(item.form) },
          insertTextFormat: InsertTextFormat.Snippet,
        }
      : { textEdit: { range, newText: item.insert } }),
    ...(indented.length === 0 ? {} : { additionalTextEdits: indented }),
    insertTextMode: InsertTextMode.asIs,
    data: index,
  }));
}

/** A text in the syntax of snippets, in which an editor moves the cursor to what is filled in. */
function snippetOf({ text, blank: { start, end } }: CompletionForm): string {
  const plain = (part: string) => part.replaceAll(/[\\$}]/g, '\\$&');
  const blank = start === end ? '$0' : `\${1:${plain(text.slice(start, end))}}`;
  return plain(text.slice(0, start)) + blank + plain(text.slice(end));
}

/** Answers requests for definitions, references, symbols of the folders, and links. */
function answerNavigationRequests(connection: Connection, documents: Documents): void {
  const { find, workspaces, pause } = documents;
  const locationOf = (workspace: Workspace, range: FileRange): Location => ({
    uri: workspaces.uriOf(workspace, range.file),
    range: rangeOf(range),
  });
  connection.onDefinition((params, token) =>
    answerAt(documents, params, token, 'report', (document, offset): Location[] => {
      const { text, place, uri } = document;
      const { index } = place.workspace;
      const file = place.workspace.nameOf(place.path);
      const [link] = linksOf(document, ({ span }) => contains(span, offset));
      if (link !== undefined) return [{ uri: uriOfPath(link.target), range: FILE_START }];
      const variable = variableAt(text, offset, contextOf(place));
      if (variable !== undefined) return [{ uri, range: rangeOfSpan(text.lines, variable.name) }];
      const named = [...objectsNamedAt(text, offset, index), ...partsAt(text, offset, index)];
      // Editors show the references to a name that leads to itself.
      const ranges =
        named.length > 0
          ? named.map(({ range }) => range)
          : declarationsAt({ text, file, offset, index });
      return ranges.map((range) => locationOf(place.workspace, range));
    }),
  );
  connection.onReferences((params, token) =>
    answerAt(documents, params, token, 'report', ({ text, place, uri }, offset) => {
      const { workspace, path } = place;
      const { includeDeclaration } = params.context;
      const variable = variableAt(text, offset, contextOf(place));
      if (variable !== undefined) {
        const { name, uses } = variable;
        return [...(includeDeclaration ? [name] : []), ...uses].map((span) => ({
          uri,
          range: rangeOfSpan(text.lines, span),
        }));
      }
      const at = { text, offset, file: workspace.nameOf(path), index: workspace.index };
      return referencesAt(at, includeDeclaration).map((range) => locationOf(workspace, range));
    }),
  );
  connection.onWorkspaceSymbol(async ({ query }, token) => {
    for (const workspace of workspaces.all) {
      await workspace.check(pause());
      await workspace.prepareIndex(pause());
    }
    refuseCancelled(token);
    const wanted = query.toLowerCase();
    const symbols = workspaces.all.flatMap((workspace) =>
      workspace.index.objects
        .filter(({ kind, name }) => `${kind} ${name}`.toLowerCase().includes(wanted))
        .filter(({ range }) => workspaces.isInnermost(workspace, range.file))
        .map(({ kind, name, namespace, range }) => ({
          name: name === '' ? kind : name,
          kind: SymbolKind.Object,
          containerName: namespace === '' ? kind : `${kind} in ${namespace}`,
          location: locationOf(workspace, range),
        })),
    );
    return symbols.slice(0, MOST_SYMBOLS);
  });
  connection.onDocumentLinks(({ textDocument }) => {
    const document = find(textDocument.uri);
    if (document === undefined) return [];
    return linksOf(document).map(({ span, target }) => ({
      range: rangeOfSpan(document.text.lines, span),
      target: uriOfPath(target),
    }));
  });
}

/** The files that a kustomization or a configuration names in some links. */
function linksOf(
  { text, place }: ShownDocument,
  isWanted: (link: FileLink) => boolean = () => true,
): readonly LinkedFile[] {
  const placesIn = filePlacesOf(place.path);
  if (placesIn === undefined) return [];
  return fileLinks(text, placesIn)
    .filter(isWanted)
    .flatMap(({ span, path }) => {
      const target = linkTarget(place, path);
      return target === undefined ? [] : [{ span, target }];
    });
}

/** The minor and the folder of a document, and its shape if it is a configuration or a kustomization. */
export function contextOf({ workspace, path }: Place): ServiceContext {
  const { index, minor } = workspace;
  return {
    minor,
    index,
    customKinds: index.kinds(minor),
    fileShape: shapeOfFile(path),
    files: nearbyFiles(workspace, path),
  };
}

function shapeOfFile(path: string): Shape | undefined {
  if (isConfig(path)) return configShape();
  return isKustomizationFile(basename(path)) ? kustomizationShape() : undefined;
}

function filePlacesOf(path: string): FindFilePlaces | undefined {
  if (isConfig(path)) return configurationPlaces;
  return isKustomizationFile(basename(path)) ? kustomizationPlaces : undefined;
}

/** The files that a text can name, which are those of the workspace; undefined if it names none. */
function nearbyFiles(workspace: Workspace, path: string): NearbyFiles | undefined {
  const placesIn = filePlacesOf(path);
  return (
    placesIn && {
      placesIn,
      entriesOf: (folder) => entriesOf(resolve(dirname(path), folder), workspace.root),
    }
  );
}

/**
 * The files and folders of a folder, without hidden ones, and then the folder above. None if the folder is outside of a
 * root, or cannot be read.
 */
function entriesOf(folder: string, root: string): readonly FolderEntry[] {
  if (leadsOut(folder, root)) return [];
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.'))
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .sort((a, b) => compareCodePoints(a.name, b.name))
      .slice(0, MOST_FILES);
    return leadsOut(dirname(folder), root) ? entries : [...entries, { name: '..', isFolder: true }];
  } catch {
    return [];
  }
}

/** The file that a kustomization names; of a folder, its kustomization. Undefined outside of the workspace. */
function linkTarget({ workspace, path }: Place, named: string): string | undefined {
  const target = resolve(dirname(path), named);
  if (leadsOut(target, workspace.root) || !existsSync(target)) return undefined;
  if (!statSync(target).isDirectory()) return target;
  return kustomizationIn(target);
}
