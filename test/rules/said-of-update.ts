import {
  addedInUpdate,
  overlookedInUpdate,
} from '../../src/checks/updates/custom-resource-definition.ts';
import type { Minor } from '../../src/kubernetes/minors.ts';
import { lint } from '../../src/lint.ts';
import { levelPath } from '../conformance/paths.ts';
import { resourceIn } from './resource-in.ts';

/** What the server says of an update of a CRD. */
export interface SaidOfUpdate {
  /** Type and path of each error, sorted. */
  readonly errors: readonly string[];
  readonly warnings: boolean;
}

/** Everything that the server would say of an update of a CRD; undefined where the minor does not serve the version. */
export function saidOfUpdate(stored: string, sent: string, minor: Minor): SaidOfUpdate | undefined {
  const [before, after] = [
    resourceIn(stored, minor, ['CustomResourceDefinition']),
    resourceIn(sent, minor, ['CustomResourceDefinition']),
  ];
  if (before === undefined || after === undefined) return undefined;
  const overlooked = overlookedInUpdate(before, after);
  const { findings } = lint([{ name: 'case.yaml', content: sent }], {
    kubernetesVersions: [minor],
  });
  const said = findings
    .flatMap(({ cause, field }) => (cause === null || field === null ? [] : [{ cause, field }]))
    .filter((error) => !overlooked(error))
    .concat(addedInUpdate(before, after));
  const errors = said
    .filter(({ cause }) => cause !== 'Warning')
    .map(({ cause, field }) => `${cause} ${levelPath(field)}`);
  // Warnings are given of what is accepted only.
  const warnings = errors.length === 0 && said.some(({ cause }) => cause === 'Warning');
  return { errors: [...new Set(errors)].sort(), warnings };
}
