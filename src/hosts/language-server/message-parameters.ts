/** The type of a value: a word, a list of values of one type, or an object. Its members with a `?` may be absent. */
type Shape =
  | 'anything'
  | 'string'
  | 'number'
  | readonly [Shape]
  | { readonly [member: string]: Shape };

const POSITION = { line: 'number', character: 'number' } as const;
const RANGE = { start: POSITION, end: POSITION };
const FILE = { uri: 'string' } as const;
const DOCUMENT = { textDocument: FILE };
const PLACE = { ...DOCUMENT, position: POSITION };

/** The parameters that the server reads, by the method of the message. */
const PARAMETERS: ReadonlyMap<string, Shape> = new Map(
  Object.entries<Shape>({
    initialize: { capabilities: {}, 'rootUri?': 'string', 'workspaceFolders?': [FILE] },
    'textDocument/didOpen': { textDocument: { uri: 'string', text: 'string' } },
    'textDocument/didChange': {
      ...DOCUMENT,
      contentChanges: [{ text: 'string', 'range?': RANGE }],
    },
    'textDocument/didSave': DOCUMENT,
    'textDocument/didClose': DOCUMENT,
    'textDocument/hover': PLACE,
    'textDocument/completion': PLACE,
    'textDocument/definition': PLACE,
    'textDocument/references': { ...PLACE, context: {} },
    'textDocument/documentLink': DOCUMENT,
    'textDocument/documentSymbol': DOCUMENT,
    'textDocument/foldingRange': DOCUMENT,
    'textDocument/codeLens': DOCUMENT,
    'textDocument/inlayHint': { ...DOCUMENT, range: RANGE },
    'textDocument/codeAction': { ...DOCUMENT, range: RANGE, context: { 'only?': ['string'] } },
    'textDocument/diagnostic': DOCUMENT,
    'workspace/diagnostic': { previousResultIds: [FILE] },
    'workspace/symbol': { query: 'string' },
    'workspace/executeCommand': { command: 'string', 'arguments?': ['anything'] },
    'workspace/didChangeWatchedFiles': { changes: [FILE] },
    'workspace/didChangeWorkspaceFolders': { event: { added: [FILE], removed: [FILE] } },
    'workspace/didChangeConfiguration': {},
    'completionItem/resolve': { label: 'string' },
    'codeAction/resolve': {},
  }),
);

/** The path to the first parameter of a message that is absent or has a wrong type; undefined if there is none. */
export function wrongParameter(method: string, params: unknown): string | undefined {
  const shape = PARAMETERS.get(method);
  return shape && wrongValue(params, shape, 'params');
}

function wrongValue(value: unknown, shape: Shape, path: string): string | undefined {
  if (shape === 'anything') return undefined;
  if (typeof shape === 'string') return typeof value === shape ? undefined : path;
  if (isList(shape)) {
    if (!Array.isArray(value)) return path;
    return first(value.entries(), ([index, item]) =>
      wrongValue(item, shape[0], `${path}[${index}]`),
    );
  }
  if (typeof value !== 'object' || value === null) return path;
  return first(Object.entries(shape), ([member, type]) => {
    const name = member.replace('?', '');
    const found: unknown = Reflect.get(value, name);
    const isLeftOut = member !== name && (found === undefined || found === null);
    return isLeftOut ? undefined : wrongValue(found, type, `${path}.${name}`);
  });
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function first<T>(items: Iterable<T>, find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
