import type { IncompleteEntry } from '../sources/project/kustomize/incomplete-entries.ts';
import type { Value } from '../yaml/index.ts';
import type { Origin } from './origin.ts';

export interface KustomizationFile {
  readonly origin: Origin;
  /** The document of the kustomization; null if the file has none. */
  readonly value: Value;
  /** The entries that kustomize refuses because of the files and folders that they name. */
  readonly refused: readonly IncompleteEntry[];
}
