import { configTemplate } from '../../../config/config-template.ts';
import { REPOSITORY_URL } from '../../../result/document-urls.ts';
import { type CheckedParts, githubWorkflow, gitlabJob } from './ci-jobs.ts';
import { REVISION } from './package-source.ts';
import { vscodeTasks } from './problem-matchers.ts';

/** The choices for setting up a repository. */
export interface SetUp {
  readonly parts: CheckedParts;
  /** The versions of its clusters, as the configuration has them. */
  readonly kubernetesVersion: string;
  readonly config: boolean;
  readonly hook: boolean;
  readonly ci: 'github' | 'gitlab' | 'none';
  /** The branch that the CI job is for. */
  readonly branch: string;
  readonly vscode: boolean;
}

export interface ProjectFile {
  readonly path: string;
  readonly text: string;
  /** The lines to add by hand if the file exists. Undefined if nothing has to be added. */
  readonly addition: string | undefined;
}

/** The files that set a repository up. */
export function projectFiles({
  parts,
  kubernetesVersion,
  config,
  hook,
  ci,
  branch,
  vscode,
}: SetUp): readonly ProjectFile[] {
  return [
    ...(config
      ? [
          {
            path: '.kubeadmit.yaml',
            text: `kubernetesVersion: "${kubernetesVersion}"\n\n${configTemplate()}`,
            addition: undefined,
          },
        ]
      : []),
    ...(hook
      ? [{ path: '.pre-commit-config.yaml', text: preCommitConfig(), addition: preCommitEntry() }]
      : []),
    ...(ci === 'github'
      ? [
          {
            path: '.github/workflows/kubeadmit.yaml',
            text: githubWorkflow(parts, branch),
            addition: undefined,
          },
        ]
      : []),
    ...(ci === 'gitlab'
      ? [{ path: '.gitlab-ci.yml', text: gitlabJob(parts), addition: gitlabJob(parts) }]
      : []),
    ...(vscode
      ? [{ path: '.vscode/tasks.json', text: vscodeTasks(), addition: vscodeTasks() }]
      : []),
  ];
}

/** The entry of `repos` in `.pre-commit-config.yaml`. */
function preCommitEntry(): string {
  return `  - repo: ${REPOSITORY_URL}
    rev: ${REVISION}
    hooks:
      - id: kubeadmit-changed
`;
}

/** A `.pre-commit-config.yaml` with only this hook. */
function preCommitConfig(): string {
  return `repos:\n${preCommitEntry()}`;
}
