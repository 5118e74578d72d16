import { indexBy } from '../../base/index-by.ts';
import { EditRanges } from '../../edits/edit-ranges.ts';
import type { EditableText } from '../../edits/editable-text.ts';
import type { UntriedChoice } from '../../edits/resolve-fix.ts';
import type { Finding } from '../../result/finding.ts';
import type { TextEdit } from '../../result/text-edit.ts';
import { findingKey } from './finding-key.ts';

/** A fix that is about to be applied. */
export interface Candidate {
  readonly finding: Finding;
  readonly edits: readonly TextEdit[];
  /** The id of the finding and of the choice of its fix. */
  readonly id: string;
}

/** The way in which a fix is applied: with all others, as the only fix of its file, or as the only fix in all files. */
export type Care = 'alone-in-file' | 'alone';

/** The results of fixes that were tried before, by the ids of the fixes. */
interface TriedFixes {
  readonly care: ReadonlyMap<string, Care>;
  /** The fixes that are never tried again. */
  readonly rejected: ReadonlySet<string>;
}

/** A candidate whose edits have not been tried on its document. */
interface UntriedCandidate extends Candidate {
  readonly untried: UntriedChoice;
}

export class FileFixes {
  readonly #findings: readonly Finding[];
  readonly #text: EditableText;
  readonly #tried: TriedFixes;

  /** @param findings the findings to fix, the most important first */
  constructor(findings: readonly Finding[], text: EditableText, tried: TriedFixes) {
    this.#findings = findings;
    this.#text = text;
    this.#tried = tried;
  }

  /** The fixes that can be applied together, and together with the fixes of other files. */
  batch(): readonly Candidate[] {
    const together = this.#together();
    if (together.length > 0) return together;
    for (const one of this.#careful()) {
      if (this.#tried.care.get(one.id) === 'alone-in-file') return [one];
    }
    return [];
  }

  /** A fix that can only be applied without any other one. */
  alone(): Candidate | undefined {
    for (const one of this.#careful()) return one;
    return undefined;
  }

  #together(): readonly Candidate[] {
    const taken = new EditRanges();
    const chosen: (Candidate | UntriedCandidate)[] = [];
    for (const finding of this.#findings) {
      const id = this.#idOf(finding);
      const one = this.#tried.care.has(id) ? undefined : this.#untried(finding, id);
      if (one === undefined || taken.areInConflict(one.edits)) continue;
      taken.add(one.edits);
      chosen.push(one);
    }
    const confirmed = this.#confirmed(chosen.filter(isUntried));
    return chosen.flatMap((one) => {
      if (!isUntried(one) || confirmed.has(one.untried)) return [one];
      taken.remove(one.edits);
      const other = this.#resolved(one.finding, one.id);
      if (other === undefined || taken.areInConflict(other.edits)) return [];
      taken.add(other.edits);
      return [other];
    });
  }

  /** Returns the choices that can be written without changing anything else. */
  #confirmed(candidates: readonly UntriedCandidate[]): ReadonlySet<UntriedChoice> {
    const byPart = indexBy(candidates, ({ finding }) => [finding.index]);
    return new Set(
      [...byPart].flatMap(([index, ofPart]) =>
        this.#text.confirm(
          index,
          ofPart.map(({ untried }) => untried),
        ),
      ),
    );
  }

  /** The fix of a finding as it is likely to be written. */
  #untried(finding: Finding, id: string): Candidate | UntriedCandidate | undefined {
    const { fix, index } = finding;
    const untried =
      fix === null || this.#choiceOf(finding) > 0 ? undefined : this.#text.firstChoice(index, fix);
    if (untried === undefined) return this.#resolved(finding, id);
    return { finding, edits: untried.edits, id, untried };
  }

  /** The fix of a finding as it can be written. */
  #resolved(finding: Finding, id: string): Candidate | undefined {
    const { fix, index } = finding;
    const choices = fix === null ? [] : this.#text.resolve(index, fix);
    const edits = choices[this.#choiceOf(finding)]?.edits;
    return edits && { finding, edits, id };
  }

  /** The fixes that failed together with others. */
  *#careful(): Iterable<Candidate> {
    if (this.#tried.care.size === 0) return;
    for (const finding of this.#findings) {
      const id = this.#idOf(finding);
      const one = this.#tried.care.has(id) ? this.#resolved(finding, id) : undefined;
      if (one !== undefined) yield one;
    }
  }

  #idOf(finding: Finding): string {
    return idOf(finding, this.#choiceOf(finding));
  }

  /** The index of the first choice that can be written and was not rejected. */
  #choiceOf(finding: Finding): number {
    const { rejected } = this.#tried;
    let choice = 0;
    if (rejected.size > 0) while (rejected.has(idOf(finding, choice))) choice++;
    return choice;
  }
}

function isUntried(one: Candidate | UntriedCandidate): one is UntriedCandidate {
  return 'untried' in one;
}

function idOf(finding: Finding, choice: number): string {
  return `${choice} ${findingKey(finding)}`;
}
