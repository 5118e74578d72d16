import { escapeCharacter, escapeCommandMarks, escapeControls } from '../../result/visible-text.ts';
import { compareLines, type DiffLine } from './compare-lines.ts';

/** The number of lines without changes that are shown around a change. */
const CONTEXT = 3;

/**
 * The difference of two texts of a file, in the unified format, as `patch -p1` and `git apply` read it; empty if there
 * is none. Some build servers run commands anywhere in a line (`##vso[...]`), or after a carriage return. Such commands
 * are escaped, and so are the control characters of terminals. A hunk with one of them cannot be applied.
 *
 * @param path of the file
 */
export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return '';
  const all = compareLines(linesOf(before), linesOf(after));
  const hunks = hunksOf(all).map(hunkWriter(all));
  const [old, fixed] = path.startsWith('/') ? [path, path] : [`a/${path}`, `b/${path}`];
  return [`--- ${quoted(old)}\n`, `+++ ${quoted(fixed)}\n`, ...hunks].join('');
}

/** A path as git quotes it if it has characters that are not safe to show. */
function quoted(path: string): string {
  if (escapeControls(path) === path) return path;
  const bytes = Array.from(new TextEncoder().encode(path), (byte) =>
    /[^\x20-\x7e]|["\\#]/.test(String.fromCharCode(byte))
      ? `\\${byte.toString(8).padStart(3, '0')}`
      : String.fromCharCode(byte),
  );
  return `"${bytes.join('')}"`;
}

/** The control characters of terminals in a line, and the characters that change the order of others. */
const WITH_EFFECT = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\r(?!\n)/g;

function withoutEffect(line: string): string {
  return escapeCommandMarks(line.replace(WITH_EFFECT, escapeCharacter));
}

/** Lines end at LF, as for `patch`. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/**
 * Reports whether GitHub would run an unchanged line as a command, as only a space is before it. The patch removes such
 * a line and adds it again, so that it can still be applied.
 */
function isCommand({ mark, text }: DiffLine): boolean {
  return mark === ' ' && /^\s*::/.test(text);
}

/** The ranges of lines that are shown: changes with their context. */
function hunksOf(lines: readonly DiffLine[]): readonly (readonly [number, number])[] {
  const hunks: [number, number][] = [];
  for (const [index, { mark }] of lines.entries()) {
    if (mark === ' ') continue;
    const from = Math.max(0, index - CONTEXT);
    const to = Math.min(lines.length, index + CONTEXT + 1);
    const last = hunks.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else hunks.push([from, to]);
  }
  return hunks;
}

/** Writes the hunks of a comparison, which have to be given in their order. */
function hunkWriter(all: readonly DiffLine[]) {
  let position = 0;
  const passed = { '-': 0, '+': 0 };
  const pass = (to: number) => {
    for (const { mark } of all.slice(position, to)) {
      if (mark !== '+') passed['-']++;
      if (mark !== '-') passed['+']++;
    }
    position = to;
  };
  const range = (mark: '-' | '+', first: number) => {
    const count = passed[mark] - first;
    return `${mark}${first + (count === 0 ? 0 : 1)}${count === 1 ? '' : `,${count}`}`;
  };
  return ([from, to]: readonly [number, number]): string => {
    pass(from);
    const first = { ...passed };
    pass(to);
    const body = all
      .slice(from, to)
      .flatMap((line) =>
        isCommand(line)
          ? [
              { ...line, mark: '-' },
              { ...line, mark: '+' },
            ]
          : [line],
      )
      .map(({ mark, text }) =>
        text.endsWith('\n') ? `${mark}${text}` : `${mark}${text}\n\\ No newline at end of file\n`,
      );
    const head = `@@ ${range('-', first['-'])} ${range('+', first['+'])} @@\n`;
    return [head, ...body.map(withoutEffect)].join('');
  };
}
