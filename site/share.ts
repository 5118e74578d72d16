/** A file that is open in the playground. */
export interface PlaygroundFile {
  readonly name: string;
  readonly text: string;
}

/** The panes of the playground. */
export const PANES = ['lint', 'policy', 'cel', 'crd', 'upgrade'] as const;

export type Pane = (typeof PANES)[number];

/** The input of the playground: everything that a link to it needs to contain. */
export interface PlaygroundInput {
  readonly pane: Pane;
  readonly files: readonly PlaygroundFile[];
  /** A minor such as `1.36`, or a range such as `1.33..1.36`; absent for the newest. */
  readonly versions?: string | undefined;
  /** The expression of the pane `cel`. */
  readonly expression?: string | undefined;
  /** The place of the expression: `vap`, `map`, `webhook` or `crd:KIND`. */
  readonly place?: string | undefined;
  /** The field that `self` is, for `crd:KIND`. */
  readonly at?: string | undefined;
}

/** The longest text that a link may expand to, in characters. */
const LONGEST = 20_000_000;

/** Writes an input as the fragment of a URL: JSON, compressed by DEFLATE, in base64 for URLs. */
export async function fragmentOf(input: PlaygroundInput): Promise<string> {
  const bytes = await through(
    new TextEncoder().encode(JSON.stringify(input)),
    new CompressionStream('deflate-raw'),
  );
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Reads the fragment of a URL; undefined if `fragmentOf` has not written it. */
export async function readFragment(fragment: string): Promise<PlaygroundInput | undefined> {
  try {
    const binary = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const text = new TextDecoder().decode(
      await through(bytes, new DecompressionStream('deflate-raw')),
    );
    return checkedInput(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: { readonly readable: ReadableStream; readonly writable: WritableStream },
): Promise<Uint8Array> {
  const writer = transform.writable.getWriter();
  // A text that is not valid is an error of the reader too.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = transform.readable.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > LONGEST) throw new RangeError('the text is too long');
    chunks.push(read.value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** The input that a value is; undefined if it is none. Anyone can write a link. */
function checkedInput(value: unknown): PlaygroundInput | undefined {
  if (!isRecord(value)) return undefined;
  const { pane, files, versions, expression, place, at } = value;
  const known = PANES.find((candidate) => candidate === pane);
  if (known === undefined || !Array.isArray(files) || !files.every(isFile)) return undefined;
  if (![versions, expression, place, at].every(isTextIfAny)) return undefined;
  const texts = { versions, expression, place, at } as Omit<PlaygroundInput, 'pane' | 'files'>;
  return { pane: known, files: files.map(({ name, text }) => ({ name, text })), ...texts };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isFile(value: unknown): value is PlaygroundFile {
  return isRecord(value) && typeof value.name === 'string' && typeof value.text === 'string';
}

function isTextIfAny(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
