import { gitlabJob } from '../../src/hosts/cli/init/ci-jobs.ts';
import { githubMatcher, vscodeTasks } from '../../src/hosts/cli/init/problem-matchers.ts';

/** The files of `integrations/`: their paths in the repository, and texts. */
export function integrationFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['integrations/gitlab.yml', gitlabJob(new Set(['manifests']))],
    ['integrations/github-problem-matcher.json', githubMatcher()],
    ['integrations/vscode-tasks.json', vscodeTasks()],
  ]);
}
