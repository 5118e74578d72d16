import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { lint } from '../../../lint/lint.ts';
import { repeatable } from '../../../lint/options.ts';
import type { Source } from '../../../lint/read/source.ts';
import { onlySince } from '../../../result/baseline/since.ts';
import type { Report } from '../../../result/report.ts';
import { UnpackLimit, UnpackProblem } from '../../node/disk/unpack-limit.ts';
import { pathFrom } from '../../node/disk/within.ts';
import { changedLines } from '../../node/git/changed-lines.ts';
import { Git, GitProblem } from '../../node/git/git.ts';
import { isInSnapshot, Snapshot } from '../../node/snapshot.ts';
import { UsageError } from '../exit.ts';
import { Input } from './input.ts';
import { checkSources, type LintRun, lintOptionsOf } from './lint-run.ts';

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
    const pathOf = (file: string) => pathFrom(git.root, resolve(cwd, file));
    const namesOfPaths = new Map(placesIn(report).map(({ file }) => [pathOf(file), file]));
    const named = new Set([...run.invocation.paths, ...run.invocation.crds].map(pathOf));
    const files = git.filesOf(
      commit,
      (path) => isInSnapshot(path) || named.has(path) || namesOfPaths.has(path),
    );
    const inRepository = [...namesOfPaths.keys()].filter((path) => !path.startsWith('../'));
    const textOf = (path: string) => report.texts.get(namesOfPaths.get(path) ?? '') ?? '';
    const changed = changedLines(git, files, inRepository, textOf);
    const linesOf = (file: string) => changed.get(pathOf(file)) ?? [];
    return await onlySince(report, linesOf, () => reportOf(git, files, cwd, run));
  } catch (error) {
    if (error instanceof GitProblem || error instanceof UnpackProblem) {
      throw new UsageError(`--since: ${error.message}`);
    }
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
  files: ReadonlyMap<string, string>,
  cwd: string,
  { invocation, configs, selection, host }: LintRun,
): Promise<Report> {
  const paths = invocation.paths.filter((path) => path !== '-');
  // Standard input is of today.
  if (paths.length < invocation.paths.length && paths.length === 0) return lint([]);
  const read = await Snapshot.use(git, files, new UnpackLimit(), async (snapshot) => {
    const originalOf = (path: string) => snapshot.originalOf(path);
    const moved = (path: string) => {
      // A relative path is the same from the copy of the working folder.
      const isRelative = path !== resolve(path);
      return isRelative ? path : (snapshot.pathOf(path) ?? path);
    };
    const place = {
      cwd: snapshot.pathOf(cwd) ?? snapshot.root,
      configs,
      selection: selection.ofCopy(originalOf),
      originalOf,
    };
    const then = { ...invocation, paths: paths.map(moved), crds: invocation.crds.map(moved) };
    const input = new Input(then, place, host, undefined);
    const options = repeatable(await lintOptionsOf(input, then));
    // All is read before the folder is removed, so that nothing is left of it where the run is ended.
    const sources = [...(await input.sources())].map(withoutReadAgain);
    return { input, options, sources };
  });
  return checkSources(read.input, read.sources, read.options);
}

function withoutReadAgain({ readAgain: _, ...source }: Source): Source {
  return source;
}

function placesIn({ findings }: Report): readonly { readonly file: string }[] {
  return findings.flatMap((finding) => [finding, ...finding.related]);
}
