import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { lint } from '../../../lint/lint.ts';
import { readDiff } from '../../../result/baseline/changed-lines.ts';
import { onlySince } from '../../../result/baseline/since.ts';
import type { Report } from '../../../result/report.ts';
import { Git, GitProblem } from '../../node/git.ts';
import { Snapshot } from '../../node/snapshot.ts';
import { UsageError } from '../exit.ts';
import { checkInput, type LintRun } from './check-input.ts';
import { Input } from './input.ts';

/** A new file counts as changed in all its lines. */
const ALL_LINES = [{ first: 1, last: Number.POSITIVE_INFINITY }];

/**
 * Removes the findings from a report that existed before the changes since a revision: they touch none of the changed
 * lines, and were reported then too.
 *
 * @throws UsageError if git knows no such revision, or there is no repository
 */
export async function reportSince(report: Report, revision: string, run: LintRun): Promise<Report> {
  try {
    const cwd = realpathSync(run.host.cwd);
    const git = new Git(cwd);
    const commit = baseOf(git, revision);
    const changed = readDiff(git.diff(commit));
    const untracked = new Set(git.untracked());
    const linesOf = (file: string) => {
      const path = pathFrom(git.root, resolve(cwd, file));
      return untracked.has(path) ? ALL_LINES : (changed.get(path) ?? []);
    };
    return await onlySince(report, linesOf, () => reportOf(git, commit, cwd, run));
  } catch (error) {
    if (error instanceof GitProblem) throw new UsageError(`--since: ${error.message}`);
    throw error;
  }
}

/**
 * The commit that changes since a revision are compared with. It is the last common commit of the revision and the
 * working tree, so that later changes of other people do not count.
 *
 * @throws GitProblem for an unknown revision
 */
function baseOf(git: Git, revision: string): string {
  const commit = git.commitOf(revision);
  if (commit !== undefined) return git.mergeBaseOf(commit) ?? commit;
  throw new GitProblem(
    `git knows no revision ${revision}; a shallow clone has to fetch it first (fetch-depth: 0)`,
  );
}

/** The report of the same paths as they were in a commit, with the configurations of today. */
async function reportOf(
  git: Git,
  commit: string,
  cwd: string,
  { invocation, configs, selection, host }: LintRun,
): Promise<Report> {
  const paths = invocation.paths.filter((path) => path !== '-');
  // Standard input is of today.
  if (paths.length < invocation.paths.length && paths.length === 0) return lint([]);
  const { crds } = invocation;
  const named = [...paths, ...crds].map((path) => pathFrom(git.root, resolve(cwd, path)));
  const snapshot = new Snapshot(git, commit, new Set(named));
  const originalOf = (path: string) => snapshot.originalOf(path);
  const moved = (path: string) => {
    // A relative path is the same from the copy of the working folder.
    const isRelative = path !== resolve(path);
    return isRelative ? path : (snapshot.pathOf(path) ?? path);
  };
  try {
    const place = {
      cwd: snapshot.pathOf(cwd) ?? snapshot.root,
      configs,
      selection: selection.ofCopy(originalOf),
      originalOf,
    };
    const then = { ...invocation, paths: paths.map(moved), crds: crds.map(moved) };
    return await checkInput(new Input(then, place, host, undefined), then);
  } finally {
    snapshot.remove();
  }
}

function pathFrom(root: string, path: string): string {
  return relative(root, path).replaceAll(sep, '/');
}
