import { inOneGo } from '../../base/steps.ts';
import { checkCustomKinds } from '../../lint/custom-kinds/check-custom-kinds.ts';
import { Parts } from '../../lint/parts/parts.ts';
import type { Source } from '../../lint/read/source.ts';
import type { Run } from '../../lint/run.ts';
import type { DocumentReport } from '../../result/verdict.ts';

/** Checks the objects of sources for their verdicts only, and adds the kinds that their CRDs define to the run. */
export function partsOf(sources: readonly Source[], run: Run): Parts {
  const parts = new Parts(run, false);
  for (const source of sources) inOneGo(parts.addSource(source));
  return parts;
}

/**
 * The verdicts on the objects of parts.
 *
 * @param run with the kinds of their custom resources
 */
export function verdictsOn(parts: Parts, run: Run): readonly DocumentReport[] {
  return inOneGo(parts.settle((part) => checkCustomKinds(part, run))).documents;
}
