import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { indexBy } from '../../../base/index-by.ts';
import { compareLines } from '../../../features/fix/compare-lines.ts';
import type { LineSpan } from '../../../result/baseline/changed-lines.ts';
import { decodeText } from '../../../yaml/index.ts';
import { DEFAULT_MAX_FILE_SIZE, MEGABYTE } from '../disk/reading.ts';
import type { Git } from './git.ts';

/** A new file counts as changed in all its lines. */
const ALL_LINES: readonly LineSpan[] = [{ first: 1, last: Number.POSITIVE_INFINITY }];

/** The most bytes of a text that is compared line by line, because a text may have a line for each byte. */
const LONGEST_COMPARED = 16 * MEGABYTE;

/** The most removed files that are compared with new files, and the most bytes in all of them. */
const MOST_GONE = 200;
const MOST_GONE_BYTES = LONGEST_COMPARED;
/** The most lines of removed files that are compared with new files. */
const MOST_GONE_LINES = 10_000_000;

/** The least part of a renamed file that is unchanged, as for git. */
const LEAST_SIMILAR = 0.5;

/**
 * The lines of files that have changed since a commit. Texts are compared here, not by git: its configuration and its
 * attributes name programs that git would run on files of the working tree.
 *
 * @param then the files of the commit, with the ids of their contents
 * @param paths of files, from the root of the repository
 * @param textOf the text that a file has now
 */
export function changedLines(
  git: Git,
  then: ReadonlyMap<string, string>,
  paths: readonly string[],
  textOf: (path: string) => string,
): ReadonlyMap<string, readonly LineSpan[]> {
  const changed = new Map<string, readonly LineSpan[]>();
  const byId = indexBy(paths, (path) => {
    const id = then.get(path);
    return id === undefined ? [] : [id];
  });
  for (const [id, content] of git.contentsOf(byId.keys(), DEFAULT_MAX_FILE_SIZE)) {
    const before = withoutReturns(decodeText(content).text);
    for (const path of byId.get(id) ?? []) {
      changed.set(path, addedLines(before, withoutReturns(textOf(path))));
    }
  }
  const added = paths.filter((path) => !changed.has(path));
  if (added.length === 0) return changed;
  const gone = goneFiles(git, then, added);
  const goneLines = gone.reduce((sum, { lines }) => sum + lines.length, 0);
  let left = MOST_GONE_LINES;
  for (const path of added) {
    const now = withoutReturns(textOf(path));
    left -= goneLines;
    const origin = left < 0 ? undefined : mostSimilar(gone, now);
    changed.set(path, origin === undefined ? ALL_LINES : addedLines(origin, now));
  }
  return changed;
}

/** A removed file. */
interface ComparedText {
  readonly text: string;
  readonly lines: readonly string[];
  readonly size: number;
}

/** The lines of files of the commit that are no longer there; of too many, those first that have kept their names. */
function goneFiles(
  git: Git,
  then: ReadonlyMap<string, string>,
  added: readonly string[],
): readonly ComparedText[] {
  const names = new Set(added.map((path) => basename(path)));
  const gone = [...then].filter(([path]) => !existsSync(join(git.root, path)));
  const isNamed = ([path]: readonly [string, string]) => names.has(basename(path));
  const first = [...gone.filter(isNamed), ...gone.filter((one) => !isNamed(one))];
  const ids = first.slice(0, MOST_GONE).map(([, id]) => id);
  const files: ComparedText[] = [];
  let left = MOST_GONE_BYTES;
  for (const [, content] of git.contentsOf(ids, MOST_GONE_BYTES)) {
    left -= content.length;
    if (left < 0) break;
    const text = withoutReturns(decodeText(content).text);
    files.push(comparedText(text));
  }
  return files;
}

function comparedText(text: string): ComparedText {
  const lines = linesIn(text);
  return { text, lines, size: lines.reduce((sum, line) => sum + line.length + 1, 0) };
}

function mostSimilar(gone: readonly ComparedText[], text: string): string | undefined {
  const now = comparedText(text.length > LONGEST_COMPARED ? '' : text);
  let most = LEAST_SIMILAR;
  let found: string | undefined;
  for (const before of gone) {
    const share = similarity(before, now);
    if (share < most || (share === most && found !== undefined)) continue;
    [most, found] = [share, before.text];
  }
  return found;
}

/** The part of the larger text that is in both texts, in whole lines, from 0 to 1. */
function similarity(before: ComparedText, now: ComparedText): number {
  const largest = Math.max(before.size, now.size);
  if (largest > Math.min(before.size, now.size) / LEAST_SIMILAR) return 0;
  const left = new Map<string, number>();
  for (const line of before.lines) left.set(line, (left.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of now.lines) {
    const count = left.get(line) ?? 0;
    if (count === 0) continue;
    left.set(line, count - 1);
    common += line.length + 1;
  }
  return common / largest;
}

/** A text without the ends of lines that a checkout may change. */
function withoutReturns(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Lines as git counts them. */
function linesIn(text: string): readonly string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function addedLines(before: string, now: string): readonly LineSpan[] {
  const { head, tail } = commonEnds(before, now);
  const [then, current] = [
    before.slice(head, before.length - tail),
    now.slice(head, now.length - tail),
  ];
  let line = newlinesIn(now.slice(0, head));
  if (then.length + current.length > LONGEST_COMPARED) {
    return [{ first: line + 1, last: line + newlinesIn(current.replace(/\n?$/, '\n')) }];
  }
  const spans: LineSpan[] = [];
  for (const { mark } of compareLines(linesIn(then), linesIn(current))) {
    if (mark === '-') continue;
    line++;
    const last = spans.at(-1);
    if (mark === ' ') continue;
    if (last?.last === line - 1) spans[spans.length - 1] = { first: last.first, last: line };
    else spans.push({ first: line, last: line });
  }
  return movedDown(spans, now);
}

/** The most lines by which added lines are moved in a text. */
const MOST_MOVES = 1_000_000;

/**
 * Moves added lines down as far as the lines after them are the same as their first ones, as git does. So lines that
 * look alike at the end of several documents count as added in the new documents only.
 *
 * Source: `xdl_change_compact` in xdiff/xdiffi.c of git.
 */
function movedDown(spans: readonly LineSpan[], text: string): readonly LineSpan[] {
  if (spans.length === 0 || text.length > LONGEST_COMPARED) return spans;
  const lines = linesIn(text);
  // The last one is the next one below.
  const moved: LineSpan[] = [];
  let left = MOST_MOVES;
  for (let { first, last } of spans.toReversed()) {
    while (left-- > 0) {
      const next = moved.at(-1);
      if (next !== undefined && next.first === last + 1) {
        last = next.last;
        moved.pop();
      } else if (last < lines.length && lines[first - 1] === lines[last]) {
        first++;
        last++;
      } else break;
    }
    moved.push({ first, last });
  }
  return moved.reverse();
}

/** The lengths of the whole lines at the beginning and at the end that two texts have in common. */
function commonEnds(a: string, b: string): { readonly head: number; readonly tail: number } {
  const shorter = Math.min(a.length, b.length);
  let same = 0;
  while (same < shorter && a.charCodeAt(same) === b.charCodeAt(same)) same++;
  const head = a.lastIndexOf('\n', same - 1) + 1;
  let tail = 0;
  let isEqual = true;
  for (let length = 1; isEqual && length <= shorter - head; length++) {
    const unit = a.charCodeAt(a.length - length);
    isEqual = unit === b.charCodeAt(b.length - length);
    // The text after the end of a line has whole lines.
    if (isEqual && unit === NEWLINE) tail = length - 1;
  }
  return { head, tail };
}

const NEWLINE = 0x0a;

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
