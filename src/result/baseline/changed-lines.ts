/** The lines of files that have changed, by the path of the file from the root of the repository. */
export type ChangedLines = ReadonlyMap<string, readonly LineSpan[]>;

/** The first and the last line, from 1. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

const FILE = /^\+\+\+ (?:"b\/(.*)"|b\/(.*?)\t?)$/;
const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/;

/** Reads the output of `git diff --unified=0`. Lines that were removed are not in any file now. */
export function readDiff(diff: string): ChangedLines {
  const changed = new Map<string, LineSpan[]>();
  let current: LineSpan[] = [];
  let left = 0;
  for (const line of diff.split('\n')) {
    // The content of added lines may look like a header.
    if (left > 0 && line.startsWith('+')) {
      left--;
      continue;
    }
    const file = FILE.exec(line);
    if (file !== null) {
      current = [];
      changed.set(file[1] === undefined ? (file[2] ?? '') : unquote(file[1]), current);
      continue;
    }
    const hunk = HUNK.exec(line);
    if (hunk === null) continue;
    const first = Number(hunk[1]);
    const count = Number(hunk[2] ?? 1);
    left = count;
    if (count > 0) current.push({ first, last: first + count - 1 });
  }
  return changed;
}

/** Reports whether some line of a range has changed. */
export function touches(
  spans: readonly LineSpan[],
  { line, endLine }: { readonly line: number; readonly endLine: number },
): boolean {
  return spans.some(({ first, last }) => first <= endLine && line <= last);
}

/** A path as git quotes it, with the escapes of C: bytes in octal. */
function unquote(text: string): string {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [part, escaped] of text.matchAll(/\\([0-7]{3}|.)|[^\\]+/gs)) {
    if (escaped === undefined) bytes.push(...encoder.encode(part));
    else if (/^[0-7]{3}$/.test(escaped)) bytes.push(Number.parseInt(escaped, 8));
    else bytes.push(...encoder.encode(CONTROLS.get(escaped) ?? escaped));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

const CONTROLS = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
]);
