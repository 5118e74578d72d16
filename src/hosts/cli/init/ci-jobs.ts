import { name } from '../../../../package.json';
import { yamlScalar } from '../../../yaml/print.ts';
import type { LayoutPart } from './layout.ts';
import { PACKAGE, REPOSITORY, REVISION } from './package-source.ts';

/** The parts of a repository that a job checks. */
export type CheckedParts = ReadonlySet<LayoutPart>;

/**
 * A pattern of GitHub Actions for one branch. Names of branches have no other characters that patterns give a meaning.
 */
function branchPattern(branch: string): string {
  return branch.replaceAll(/[+!]/g, '\\$&');
}

/**
 * A workflow of GitHub Actions. It checks the manifest files, and the rendered charts and kustomizations.
 *
 * @param branch the branch whose commits are checked, in addition to pull requests
 */
export function githubWorkflow(parts: CheckedParts, branch: string): string {
  const steps = [
    '      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
    '        with:',
    '          persist-credentials: false',
    ...(parts.has('helm') ? ['      - uses: azure/setup-helm@v4'] : []),
    `      - uses: ${REPOSITORY}@${REVISION}`,
    ...(isRendered(parts)
      ? [
          '        with:',
          '          # Helm and kustomize do not run on pull requests from forks, whose authors may be strangers.',
          // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub
          "          args: ${{ github.event.pull_request.head.repo.fork != true && '--render' || '' }}",
        ]
      : []),
  ];
  return `name: kubeadmit
on:
  pull_request:
  push:
    branches: [${yamlScalar(branchPattern(branch))}]
permissions:
  contents: read
jobs:
  kubeadmit:
    runs-on: ubuntu-latest
    steps:
${steps.join('\n')}
`;
}

/**
 * A job of GitLab CI. Its findings are shown in merge requests. It installs kubeadmit outside of the checkout, as a
 * branch may contain an `.npmrc`, or a package of the same name.
 */
export function gitlabJob(parts: CheckedParts): string {
  const render = isRendered(parts) ? '--render ' : '';
  const comment =
    render === ''
      ? ''
      : '  # --render runs helm and kustomize: install them, or use an image that has them.\n';
  return `kubeadmit:
${comment}  image: node:24
  script:
    - cd /tmp && npm install --global ${PACKAGE} && cd "$CI_PROJECT_DIR"
    - ${name} ${render}-f gitlab -o gl-code-quality-report.json -f junit -o kubeadmit.xml -f text
  artifacts:
    when: always
    reports:
      codequality: gl-code-quality-report.json
      junit: kubeadmit.xml
`;
}

function isRendered(parts: CheckedParts): boolean {
  return parts.has('helm') || parts.has('kustomize');
}
