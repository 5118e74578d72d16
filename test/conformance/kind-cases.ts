import type { KindName } from '../../src/server/kubernetes/kinds.ts';

/**
 * The row of the cases about the common properties of all validated kinds. scripts/generate/kind-cases.ts writes them.
 */
export const SHARED_ROW = 'kind-metadata';

/** The folder of these cases, below the root of the repository. */
export const KIND_CASES = 'fixtures/conformance/common';

/** The file with these cases of a kind. */
export function sharedCasesOf(kind: KindName): string {
  return `${SHARED_ROW}--${kind.toLowerCase()}.yaml`;
}
