import type { ServerError } from '../../src/analysis/updates/server-error.ts';
import type { KindName } from '../../src/kubernetes/kinds.ts';
import type { Minor } from '../../src/kubernetes/minors.ts';
import { lint } from '../../src/lint.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { levelPath } from '../conformance/paths.ts';
import { resourceIn } from './resource-in.ts';

/** What is known of updates of some kinds. */
export interface UpdateChecks<K extends KindName> {
  readonly kinds: readonly K[];
  /** Whether the server does not say of an update what it would say of a new object. */
  overlookedInUpdate(stored: Resource<K>, sent: Resource<K>): (error: ServerError) => boolean;
  /** What it says of updates only. */
  addedInUpdate(stored: Resource<K>, sent: Resource<K>): readonly ServerError[];
}

/** What the server says of an update. */
export interface SaidOfUpdate {
  /** Type and path of each error, sorted. */
  readonly errors: readonly string[];
  readonly warnings: boolean;
}

/** Everything that the server would say of an update; undefined where the minor does not serve the version. */
export function saidOfUpdate<K extends KindName>(
  stored: string,
  sent: string,
  minor: Minor,
  checks: UpdateChecks<K>,
): SaidOfUpdate | undefined {
  const before = resourceIn(stored, minor, checks.kinds);
  const after = resourceIn(sent, minor, checks.kinds);
  if (before === undefined || after === undefined) return undefined;
  const overlooked = checks.overlookedInUpdate(before, after);
  const { findings } = lint([{ name: 'case.yaml', content: sent }], {
    kubernetesVersions: [minor],
  });
  const said = findings
    .flatMap(({ cause, field }) => (cause === null || field === null ? [] : [{ cause, field }]))
    .filter((error) => !overlooked(error))
    .concat(checks.addedInUpdate(before, after));
  const errors = said
    .filter(({ cause }) => cause !== 'Warning')
    .map(({ cause, field }) => `${cause} ${levelPath(field)}`);
  // Warnings are given of what is accepted only.
  const warnings = errors.length === 0 && said.some(({ cause }) => cause === 'Warning');
  return { errors: [...new Set(errors)].sort(), warnings };
}
