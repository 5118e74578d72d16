import { inOneGo } from '../../base/steps.ts';
import { checkCustomKinds } from '../../lint/custom-kinds/check-custom-kinds.ts';
import { Parts } from '../../lint/parts/parts.ts';
import type { Source } from '../../lint/read/source.ts';
import type { Run } from '../../lint/run.ts';
import type { DocumentReport } from '../../result/verdict.ts';

/** Sources that are checked for their verdicts only, when the kinds of their custom resources are known. */
export class SilentSources {
  readonly #run: Run;
  readonly #parts: Parts;

  constructor(sources: readonly Source[], run: Run) {
    this.#run = run;
    this.#parts = new Parts(run, false);
    for (const source of sources) inOneGo(this.#parts.addSource(source));
  }

  /**
   * The verdicts on their objects. It must be called once, when the CRDs of all sources are known.
   *
   * @param run the run with the kinds of their custom resources
   */
  verdicts(run: Run = this.#run): readonly DocumentReport[] {
    return inOneGo(this.#parts.settle((part) => checkCustomKinds(part, run))).documents;
  }
}
