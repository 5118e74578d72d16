/**
 * The pattern of the lines of the format concise, for problem matchers: `path:line:column: severity: message [rule]`.
 */
export const CONCISE_PATTERN = '^(.+?):(\\d+):(\\d+): (error|warning|info): (.*) \\[([\\w/-]+)\\]$';

/** The groups of the pattern, under the names that VS Code and GitHub both use. */
const PATTERN = {
  regexp: CONCISE_PATTERN,
  file: 1,
  line: 2,
  column: 3,
  severity: 4,
  message: 5,
  code: 6,
};

/** The tasks of VS Code: one that shows findings as problems. */
export function vscodeTasks(): string {
  const tasks = {
    version: '2.0.0',
    tasks: [
      {
        label: 'kubeadmit',
        type: 'shell',
        command: 'npx kubeadmit --format concise --pedantic',
        problemMatcher: {
          owner: 'kubeadmit',
          // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of VS Code
          fileLocation: ['relative', '${workspaceFolder}'],
          pattern: PATTERN,
        },
        presentation: { reveal: 'silent' },
      },
    ],
  };
  return `${JSON.stringify(tasks, undefined, 2)}\n`;
}

/** A problem matcher of GitHub Actions, for steps that print the format concise. */
export function githubMatcher(): string {
  const matcher = { problemMatcher: [{ owner: 'kubeadmit', pattern: [PATTERN] }] };
  return `${JSON.stringify(matcher, undefined, 2)}\n`;
}
