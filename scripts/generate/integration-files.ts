import { gitlabJob } from '../../src/hosts/cli/init/ci-jobs.ts';
import { githubMatcher, vscodeTasks } from '../../src/hosts/cli/init/problem-matchers.ts';

/** The files of `integrations/`, by name. */
export function integrationFiles(): ReadonlyMap<string, string> {
  const layout = { parts: new Set(['manifests'] as const), charts: [], kustomizations: [] };
  return new Map([
    ['gitlab.yml', gitlabJob(layout)],
    ['github-problem-matcher.json', githubMatcher()],
    ['vscode-tasks.json', vscodeTasks()],
  ]);
}
