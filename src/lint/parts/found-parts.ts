import type { DocumentReport } from '../../result/verdict.ts';
import type { InputFacts } from '../../sources/installations/input-facts.ts';
import type { Run } from '../run.ts';
import { isMergedWithOthers, mergeRepetitions } from '../settle/repetitions.ts';
import { hasFindings, type SettledPart } from '../settle/settle.ts';

/**
 * Collects the settled parts that a report is made of. Advice that a report only counts is counted at once, unless
 * other documents may repeat it: there may be a million such findings.
 */
export class FoundParts {
  readonly #run: Run;
  readonly #facts: InputFacts;
  readonly #parts: SettledPart[] = [];
  #counted = 0;

  /** @param facts of all objects of the run */
  constructor(run: Run, facts: InputFacts) {
    this.#run = run;
    this.#facts = facts;
  }

  /** The parts with findings, reported or suppressed, in the order of the input. */
  get parts(): readonly SettledPart[] {
    return this.#parts;
  }

  /** The number of infos that are not in the parts, because they are not reported. */
  get counted(): number {
    return this.#counted;
  }

  add(part: SettledPart): void {
    const hasCounted = part.findings.some((finding) => !this.#run.reports(finding));
    const isComplete = part.documents.every((document) => this.#isMergedAlone(document));
    const kept = hasCounted && isComplete ? this.#withoutCounted(part) : part;
    if (hasFindings(kept)) this.#parts.push(kept);
  }

  #withoutCounted(part: SettledPart): SettledPart {
    const merged = this.#merged(part);
    const findings = merged.filter((finding) => this.#run.reports(finding));
    this.#counted += merged.length - findings.length;
    return { ...part, findings };
  }

  /** Reports whether no finding in another document is merged with the findings about a document. */
  #isMergedAlone(document: DocumentReport): boolean {
    if (!this.#run.mergesRepetitions) return true;
    return !isMergedWithOthers(document) && this.#facts.isOnly(document);
  }

  #merged({ findings, documents }: SettledPart): SettledPart['findings'] {
    if (!this.#run.mergesRepetitions) return findings;
    const byItem = new Map(documents.map((document) => [document.item, document]));
    return mergeRepetitions(findings, ({ item }) => byItem.get(item));
  }
}
