import { indexBy } from '../../base/index-by.ts';
import type { Finding } from '../../result/finding.ts';
import type { Suppression } from '../suppress/suppression.ts';

/**
 * The suppressions of a part by the findings in their places. Where lines or items decide, not each suppression is
 * compared with each finding.
 */
export class CoveringSuppressions {
  readonly #suppressions: readonly Suppression[];
  readonly #always: readonly number[];
  readonly #byItem: ReadonlyMap<number | null, readonly number[]>;
  readonly #byFinding: ReadonlyMap<Finding, readonly number[]>;

  /** @param findings all findings that can be looked up */
  constructor(suppressions: readonly Suppression[], findings: readonly Finding[]) {
    const numbers = [...suppressions.keys()];
    this.#suppressions = suppressions;
    this.#always = numbers.filter((number) => suppressions[number]?.isForDocument === true);
    this.#byItem = indexBy(numbers, (number) => new Set(suppressions[number]?.items));
    this.#byFinding = coveredByLines(suppressions, findings);
  }

  /** The suppressions whose place contains one of several findings, in their order. */
  of(findings: readonly Finding[]): readonly Suppression[] {
    const numbers = new Set(this.#always);
    for (const finding of findings) {
      for (const number of this.#byItem.get(finding.item) ?? []) numbers.add(number);
      for (const number of this.#byFinding.get(finding) ?? []) numbers.add(number);
    }
    return [...numbers].sort((a, b) => a - b).flatMap((number) => this.#suppressions[number] ?? []);
  }
}

/** For findings, the suppressions for lines that they are on, by their positions. */
function coveredByLines(
  suppressions: readonly Suppression[],
  findings: readonly Finding[],
): ReadonlyMap<Finding, readonly number[]> {
  const ranges = suppressions.flatMap(({ lines }, number) =>
    lines.map(([first, last]) => ({ first, last, number })),
  );
  const covering = new Map<Finding, readonly number[]>();
  if (ranges.length === 0) return covering;
  ranges.sort((a, b) => a.first - b.first);
  let open: typeof ranges = [];
  let next = 0;
  for (const finding of [...findings].sort((a, b) => a.line - b.line)) {
    let range = ranges[next];
    while (range !== undefined && range.first <= finding.line) {
      open.push(range);
      next++;
      range = ranges[next];
    }
    open = open.filter(({ last }) => finding.line <= last);
    if (open.length === 0) continue;
    const numbers = open.map(({ number }) => number);
    covering.set(finding, numbers);
  }
  return covering;
}
