import { version } from '../../../../package.json';
import { REPOSITORY_URL } from '../../../result/document-urls.ts';

/** The entry of `repos` in `.pre-commit-config.yaml`. */
export function preCommitEntry(): string {
  return `  - repo: ${REPOSITORY_URL}
    rev: v${version}
    hooks:
      - id: kubeadmit-changed
`;
}

/** A `.pre-commit-config.yaml` with only this hook. */
export function preCommitConfig(): string {
  return `repos:\n${preCommitEntry()}`;
}
