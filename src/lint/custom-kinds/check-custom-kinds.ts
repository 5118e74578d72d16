import { CheckRunner } from '../check/check-runner.ts';
import { checkWithCustomKinds } from '../check/check-with-custom-kinds.ts';
import type { CheckedPart } from '../check/checked-part.ts';
import { openAgain } from '../open/open-part.ts';
import type { Run } from '../run.ts';
import { checkCustomResources } from './check-custom-resources.ts';

/** Checks the pending objects and the custom resources of a part, together with all other sources of the run. */
export function checkCustomKinds(part: CheckedPart, run: Run): CheckedPart {
  const { source, pending } = part;
  const checked = checkCustomResources(part, run);
  if (pending.length === 0) return checked;
  const runner = new CheckRunner(source, run);
  for (const reference of pending) {
    const resource = openAgain(reference);
    const customKinds = run.kinds.seenFrom(source.file, reference.server.minor);
    checkWithCustomKinds(runner, resource, customKinds);
  }
  return { ...checked, drafts: [...checked.drafts, ...runner.drafts], pending: [] };
}
