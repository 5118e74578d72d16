import type { DocumentReport } from '../result/verdict.ts';
import type { WorkspaceFacts } from '../workspace/workspace-facts.ts';
import { mergeRepetitions } from './repetitions.ts';
import { isReported, type RunPlan } from './run-plan.ts';
import type { SettledPart } from './settle.ts';

/**
 * Collects the settled parts that a report is made of. Advice that a report only counts is counted at once, unless other
 * documents may repeat it: there may be a million such findings.
 */
export class FoundParts {
  /** The parts with findings, reported or suppressed, in the order of the input. */
  readonly parts: SettledPart[] = [];
  readonly #plan: RunPlan;
  readonly #facts: WorkspaceFacts;
  #counted = 0;

  /** @param facts of all objects of the run */
  constructor(plan: RunPlan, facts: WorkspaceFacts) {
    this.#plan = plan;
    this.#facts = facts;
  }

  /** How many infos are not in the parts, because they are not reported. */
  get counted(): number {
    return this.#counted;
  }

  add(part: SettledPart): void {
    const { findings, suppressed } = part;
    const isCounted = findings.some((finding) => !isReported(finding, this.#plan));
    if (isCounted && part.documents.every((document) => this.#isMergedAlone(document))) {
      const merged = this.#merged(part);
      const reported = merged.filter((finding) => isReported(finding, this.#plan));
      this.#counted += merged.length - reported.length;
      if (reported.length > 0 || suppressed.length > 0) {
        this.parts.push({ ...part, findings: reported });
      }
    } else if (findings.length > 0 || suppressed.length > 0) this.parts.push(part);
  }

  /** Whether nothing in other documents is merged with the findings about a document. */
  #isMergedAlone(document: DocumentReport): boolean {
    return !this.#plan.mergesRepetitions || this.#facts.isOnly(document);
  }

  #merged({ findings, documents }: SettledPart): SettledPart['findings'] {
    if (!this.#plan.mergesRepetitions) return findings;
    const byItem = new Map(documents.map((document) => [document.item, document]));
    return mergeRepetitions(findings, ({ item }) => byItem.get(item));
  }
}
