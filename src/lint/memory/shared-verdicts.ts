import { getOrCompute } from '../../base/get-or-compute.ts';
import type { DocumentReport, Verdict } from '../../result/verdict.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { Server } from '../../server/kubernetes/server.ts';

/** The verdicts of documents. Most documents have the same ones, which are kept once. */
export class SharedVerdicts {
  readonly #minors: readonly Minor[];
  readonly #known = new Map<string, DocumentReport['verdicts']>();

  /** @param servers the servers that verdicts are for */
  constructor(servers: readonly Server[]) {
    this.#minors = servers.map(({ minor }) => minor);
  }

  of(verdictOf: (minor: Minor) => Verdict): DocumentReport['verdicts'] {
    const verdicts = this.#minors.map(verdictOf);
    const key = verdicts.join();
    return getOrCompute(this.#known, key, () =>
      Object.fromEntries(this.#minors.map((minor, index) => [minor, verdicts[index]])),
    );
  }
}
