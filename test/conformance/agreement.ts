import { type Case, VERDICTS, variantOf } from './cases.ts';
import {
  compareFile,
  type Difference,
  type DocumentComparison,
  type FileComparison,
} from './compare.ts';
import { type GoldenLine, linesByFile, readJsonLines } from './golden.ts';
import type { Place } from './ledger.ts';
import { type LintedCase, lintCases } from './linted-cases.ts';

/** A case compared with the server. */
export interface JudgedCase {
  readonly case: Case;
  readonly comparison: FileComparison;
}

/** Compares the reports on cases with the answers of the server. */
export function judgeCases(linted: readonly LintedCase[] = lintCases()): JudgedCase[] {
  const golden = linesByFile(readJsonLines<GoldenLine>(VERDICTS));
  return linted.map(({ case: one, report }) => ({
    case: one,
    comparison: compareFile(golden.get(one.file) ?? [], one.text, report),
  }));
}

/** A difference and its place. */
interface PlacedDifference {
  readonly case: Case;
  readonly line: GoldenLine;
  /** True if the document has no built-in kind. */
  readonly foreign: boolean;
  readonly place: Place;
  readonly difference: Difference;
}

/** All differences of a run, one for each document and minor. */
export function differencesOf(judged: readonly JudgedCase[]): PlacedDifference[] {
  return judged.flatMap((one) =>
    one.comparison.documents.flatMap((document) =>
      document.differences.map((difference) => ({
        case: one.case,
        line: document.line,
        foreign: document.foreign,
        difference,
        place: placeOf(one.case, document, difference),
      })),
    ),
  );
}

function placeOf(one: Case, document: DocumentComparison, difference: Difference): Place {
  return {
    row: one.row,
    variant: variantOf(one, document.line.document),
    minor: difference.minor,
    weight: difference.weight,
  };
}

/** The differences as lines to read. Minors with the same difference are joined. */
export function describeDifferences(differences: readonly PlacedDifference[]): string[] {
  const byText = new Map<string, string[]>();
  for (const { line, place, difference } of differences) {
    const item = line.item === undefined ? '' : ` item ${line.item}`;
    const head = `${place.weight}: ${line.file} document ${line.document}${item} (${line.kind ?? 'no kind'}, ${place.variant})`;
    const text = [head, ...describeDifference(difference)].join('\n    ');
    const minors = byText.get(text);
    if (minors === undefined) byText.set(text, [place.minor]);
    else minors.push(place.minor);
  }
  return [...byText].map(([text, minors]) => `${text}\n    in ${minors.sort().join(', ')}`);
}

/** The differences, as lines to read. */
export function describeDifference({ missing, extra, verdicts }: Difference): string[] {
  return [
    ...(verdicts === undefined
      ? []
      : [`the server: ${verdicts.server}, kubeadmit: ${verdicts.ours ?? 'no such document'}`]),
    ...missing.map((one) => `only the server: ${one}`),
    ...extra.map((one) => `only kubeadmit:  ${one}`),
  ];
}
