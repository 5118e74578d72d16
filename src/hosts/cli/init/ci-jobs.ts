import { name } from '../../../../package.json';
import { yamlScalar } from '../../../yaml/print.ts';
import type { Layout } from './layout.ts';
import { PACKAGE, REPOSITORY, REVISION } from './package-source.ts';

/** The parts of a repository that the jobs check. */
export type CheckedLayout = Pick<Layout, 'parts' | 'charts' | 'kustomizations'>;

/**
 * The command that installs kubeadmit. It runs outside of the checkout, as a branch may contain an `.npmrc`, or a
 * package of the same name.
 */
const INSTALLATION = `npm install --global ${PACKAGE}`;

/**
 * A workflow of GitHub Actions. It checks the manifest files, and the rendered charts and kustomizations.
 *
 * @param branch the branch whose commits are checked, in addition to pull requests
 */
export function githubWorkflow(layout: CheckedLayout, branch: string): string {
  const commands = renderCommands(layout);
  const steps = [
    '      - uses: actions/checkout@v4',
    ...(layout.parts.has('manifests') ? [`      - uses: ${REPOSITORY}@${REVISION}`] : []),
    ...(layout.parts.has('helm') ? ['      - uses: azure/setup-helm@v4'] : []),
    ...(commands.length > 0
      ? // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub
        [`      - run: ${INSTALLATION}`, '        working-directory: ${{ runner.temp }}']
      : []),
    ...commands.map((command) => `      - run: ${commandScalar(command)}`),
  ];
  return `name: kubeadmit
on:
  pull_request:
  push:
    branches: [${commandScalar(branch)}]
permissions:
  contents: read
jobs:
  kubeadmit:
    runs-on: ubuntu-latest
    defaults:
      run:
        # With pipefail: a chart or a kustomization that does not render fails the job.
        shell: bash
    steps:
${steps.join('\n')}
`;
}

/** A job of GitLab CI. Its findings are shown in merge requests. */
export function gitlabJob(layout: CheckedLayout): string {
  const reports = '-f gitlab -o gl-code-quality-report.json -f junit -o kubeadmit.xml -f text';
  const commands = [
    ...(layout.parts.has('manifests') ? [`${name} ${reports}`] : []),
    ...renderCommands(layout),
  ];
  return `kubeadmit:
  image: node:24
  script:
    - set -o pipefail
    - cd /tmp && ${INSTALLATION} && cd "$CI_PROJECT_DIR"
${commands.map((command) => `    - ${commandScalar(command)}\n`).join('')}  artifacts:
    when: always
    reports:
      codequality: gl-code-quality-report.json
      junit: kubeadmit.xml
`;
}

/** Commands that render charts and kustomizations, and check the result. */
function renderCommands({ parts, charts, kustomizations }: CheckedLayout): readonly string[] {
  const checked = (command: string, folder: string) =>
    `${command} ${shellWord(folder)} | ${name} --rendered-from ${shellWord(folder)} -`;
  return [
    ...(parts.has('helm') ? charts.map((chart) => checked('helm template', chart)) : []),
    ...(parts.has('kustomize')
      ? kustomizations.map((folder) => checked('kubectl kustomize', folder))
      : []),
  ];
}

/** A name of a folder as a word of a shell, whatever is in it; `${{` would be an expression of GitHub. */
function shellWord(text: string): string {
  const word = text.startsWith('-') ? `./${text}` : text;
  if (/^[\w./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''").replace(/\$(?=\{\{)/g, () => "$''")}'`;
}

/** A command as a scalar of YAML. */
function commandScalar(command: string): string {
  return /^[\w ./|'-]+$/.test(command) ? command : yamlScalar(command);
}
