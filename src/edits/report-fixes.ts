import { indexBy } from '../base/index-by.ts';
import type { Finding, Range } from '../result/finding.ts';
import type { Report } from '../result/report.ts';
import { Lines } from '../yaml/index.ts';
import { EditableText } from './editable-text.ts';

/** A replacement of a range of a file, as editors apply it. */
export interface RangeEdit extends Range {
  readonly newText: string;
}

/** A fix as programs get it. */
export interface FixEdits {
  /** True if there is only one possible fix, and it cannot change the intention of the author. */
  readonly isSafe: boolean;
  /** The first is the one that is applied. */
  readonly choices: readonly { readonly title: string; readonly edits: readonly RangeEdit[] }[];
}

/**
 * The number of characters that are read to find edits. The edits of a fix are tried on its document, and a document
 * may have many findings.
 */
const MOST_CHARACTERS = 20_000_000;

/** Finds the edits for the fixes of a report, the first ones if there are very many in large documents. */
export class ReportFixes {
  readonly #report: Report;
  #charactersLeft = MOST_CHARACTERS;
  #findings: ReadonlyMap<string, readonly Finding[]> | undefined;
  /** The parts whose fixes are resolved. */
  readonly #resolved = new Set<string>();
  readonly #texts = new Map<string, { readonly text: EditableText; readonly lines: Lines }>();

  constructor(report: Report) {
    this.#report = report;
  }

  /** The fix of a finding. Null if it has none that can be written, or too many other findings have one. */
  of({ file, index, fix }: Finding): FixEdits | null {
    if (fix === null) return null;
    const { text, lines } = this.#textOf(file);
    this.#charactersLeft -= text.lengthOfPart(index);
    if (this.#charactersLeft < 0) return null;
    this.#resolveTogether(file, index, text);
    const choices = text.resolve(index, fix).map(({ title, edits }) => ({
      title,
      edits: edits.map((edit) => ({ ...lines.range(edit), newText: edit.text })),
    }));
    return choices.length === 0 ? null : { isSafe: fix.isSafe, choices };
  }

  /** Resolves the fixes of a part when the first one is needed. */
  #resolveTogether(file: string, index: number, text: EditableText): void {
    this.#findings ??= indexBy(this.#report.findings, (finding) => [partOf(finding)]);
    const part = partOf({ file, index });
    if (this.#resolved.has(part)) return;
    this.#resolved.add(part);
    const fixes = (this.#findings.get(part) ?? [])
      .map(({ fix }) => fix)
      .filter((fix) => fix !== null);
    if (fixes.length > 1) text.resolveTogether(index, fixes);
  }

  #textOf(file: string) {
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    const text = this.#report.texts.get(file) ?? '';
    const opened = { text: new EditableText(text), lines: new Lines({ text }) };
    this.#texts.set(file, opened);
    return opened;
  }
}

function partOf({ file, index }: Pick<Finding, 'file' | 'index'>): string {
  return `${index} ${file}`;
}
