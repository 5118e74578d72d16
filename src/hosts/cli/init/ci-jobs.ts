import { name, version } from '../../../../package.json';
import { REPOSITORY_URL } from '../../../result/document-urls.ts';
import type { Layout } from './layout.ts';

/** The parts of a repository that the jobs check. */
export type CheckedLayout = Pick<Layout, 'parts' | 'charts' | 'kustomizations'>;

/** The owner and the name of the repository of kubeadmit, as GitHub Actions name it. */
const ACTION = REPOSITORY_URL.replace(/^https:\/\/github\.com\//, '');

/** The command with which npm runs this version. */
const COMMAND = `npx --yes ${name}@${version}`;

/** A workflow of GitHub Actions. It checks the manifest files, and the rendered charts and kustomizations. */
export function githubWorkflow(layout: CheckedLayout): string {
  const steps = [
    '      - uses: actions/checkout@v4',
    ...(layout.parts.has('manifests') ? [`      - uses: ${ACTION}@v${version}`] : []),
    ...(layout.parts.has('helm') ? ['      - uses: azure/setup-helm@v4'] : []),
    ...renderCommands(layout).map((command) => `      - run: ${command}`),
  ];
  return `name: kubeadmit
on:
  pull_request:
  push:
    branches: [main]
permissions:
  contents: read
jobs:
  kubeadmit:
    runs-on: ubuntu-latest
    steps:
${steps.join('\n')}
`;
}

/** A job of GitLab CI. Its findings are shown in merge requests. */
export function gitlabJob(layout: CheckedLayout): string {
  const reports = '-f gitlab -o gl-code-quality-report.json -f junit -o kubeadmit.xml -f text';
  const commands = [
    ...(layout.parts.has('manifests') ? [`${COMMAND} ${reports}`] : []),
    ...renderCommands(layout),
  ];
  return `kubeadmit:
  image: node:24
  script:
${commands.map((command) => `    - ${command}\n`).join('')}  artifacts:
    when: always
    reports:
      codequality: gl-code-quality-report.json
      junit: kubeadmit.xml
`;
}

/** Commands that render charts and kustomizations, and check the result. */
function renderCommands({ parts, charts, kustomizations }: CheckedLayout): readonly string[] {
  const checked = (command: string, folder: string) =>
    `${command} ${shellWord(folder)} | ${COMMAND} --rendered-from ${shellWord(folder)} -`;
  return [
    ...(parts.has('helm') ? charts.map((chart) => checked('helm template', chart)) : []),
    ...(parts.has('kustomize')
      ? kustomizations.map((folder) => checked('kubectl kustomize', folder))
      : []),
  ];
}

function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
