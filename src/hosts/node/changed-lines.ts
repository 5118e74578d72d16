import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { indexBy } from '../../base/index-by.ts';
import { compareLines } from '../../features/fix/compare-lines.ts';
import type { LineSpan } from '../../result/baseline/changed-lines.ts';
import { decodeText } from '../../yaml/index.ts';
import type { Git } from './git.ts';
import { DEFAULT_MAX_FILE_SIZE } from './reading.ts';

/** A new file counts as changed in all its lines. */
const ALL_LINES: readonly LineSpan[] = [{ first: 1, last: Number.POSITIVE_INFINITY }];

/** The most removed files that are compared with a new file, and the most comparisons in total. */
const MOST_GONE = 200;
const MOST_PAIRS = 20_000;

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
    const before = linesIn(decodeText(content).text);
    for (const path of byId.get(id) ?? []) {
      changed.set(path, addedLines(before, linesIn(textOf(path))));
    }
  }
  const added = paths.filter((path) => !changed.has(path));
  if (added.length === 0) return changed;
  const gone = goneFiles(git, then, added);
  let pairs = 0;
  for (const path of added) {
    const now = linesIn(textOf(path));
    pairs += gone.length;
    const origin = pairs > MOST_PAIRS ? undefined : mostSimilar(gone, now);
    changed.set(path, origin === undefined ? ALL_LINES : addedLines(origin, now));
  }
  return changed;
}

type Lines = readonly string[];

/** The lines of files of the commit that are no longer there; of too many, those first that have kept their names. */
function goneFiles(
  git: Git,
  then: ReadonlyMap<string, string>,
  added: readonly string[],
): readonly Lines[] {
  const names = new Set(added.map((path) => basename(path)));
  const gone = [...then].filter(([path]) => !existsSync(join(git.root, path)));
  const isNamed = ([path]: readonly [string, string]) => names.has(basename(path));
  const first = [...gone.filter(isNamed), ...gone.filter((one) => !isNamed(one))];
  const ids = first.slice(0, MOST_GONE).map(([, id]) => id);
  return [...git.contentsOf(ids, DEFAULT_MAX_FILE_SIZE)].map(([, content]) =>
    linesIn(decodeText(content).text),
  );
}

function mostSimilar(gone: readonly Lines[], now: Lines): Lines | undefined {
  let most = LEAST_SIMILAR;
  let found: Lines | undefined;
  for (const before of gone) {
    const share = similarity(before, now);
    if (share < most || (share === most && found !== undefined)) continue;
    [most, found] = [share, before];
  }
  return found;
}

/** The part of the larger text that is in both texts, in whole lines, from 0 to 1. */
function similarity(before: Lines, now: Lines): number {
  const largest = Math.max(sizeOf(before), sizeOf(now));
  if (largest > Math.min(sizeOf(before), sizeOf(now)) / LEAST_SIMILAR) return 0;
  const left = new Map<string, number>();
  for (const line of before) left.set(line, (left.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of now) {
    const count = left.get(line) ?? 0;
    if (count === 0) continue;
    left.set(line, count - 1);
    common += line.length + 1;
  }
  return common / largest;
}

function sizeOf(lines: Lines): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

/** Lines as git counts them, without the ends that a checkout may change. */
function linesIn(text: string): Lines {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function addedLines(before: Lines, now: Lines): readonly LineSpan[] {
  const spans: LineSpan[] = [];
  let line = 0;
  for (const { mark } of compareLines(before, now)) {
    if (mark === '-') continue;
    line++;
    const last = spans.at(-1);
    if (mark === ' ') continue;
    if (last?.last === line - 1) spans[spans.length - 1] = { first: last.first, last: line };
    else spans.push({ first: line, last: line });
  }
  return spans;
}
