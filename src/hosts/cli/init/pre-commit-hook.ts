import { REPOSITORY_URL } from '../../../result/document-urls.ts';
import { REVISION } from './package-source.ts';

/** The entry of `repos` in `.pre-commit-config.yaml`. */
export function preCommitEntry(): string {
  return `  - repo: ${REPOSITORY_URL}
    rev: ${REVISION}
    hooks:
      - id: kubeadmit-changed
`;
}

/** A `.pre-commit-config.yaml` with only this hook. */
export function preCommitConfig(): string {
  return `repos:\n${preCommitEntry()}`;
}
