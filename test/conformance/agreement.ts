import { lint } from '../../src/lint/lint.ts';
import { MINORS } from '../../src/server/kubernetes/minors.ts';
import { type Case, readCases, VERDICTS, variantOf } from './cases.ts';
import {
  compareFile,
  type Difference,
  type DocumentComparison,
  type FileComparison,
} from './compare.ts';
import { type GoldenLine, linesByFile, readJsonLines } from './golden.ts';
import type { Place } from './ledger.ts';

/** The result of judging one case. */
export type JudgedCase =
  | { readonly case: Case; readonly comparison: FileComparison }
  /** A bug of kubeadmit's: linting never throws. */
  | { readonly case: Case; readonly thrown: string };

/** Judges all cases for all minors and compares with the server. Each case is a run of its own. */
export function judgeCases(): JudgedCase[] {
  const golden = linesByFile(readJsonLines<GoldenLine>(VERDICTS));
  return readCases().map((one): JudgedCase => {
    const lines = golden.get(one.file) ?? [];
    try {
      const report = lint([{ name: one.file, content: one.content }], {
        kubernetesVersions: MINORS,
        pedantic: true,
        ...one.options,
      });
      return { case: one, comparison: compareFile(lines, one.text, report) };
    } catch (error) {
      const thrown = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { case: one, thrown };
    }
  });
}

/** A difference and its place. */
export interface PlacedDifference {
  readonly case: Case;
  readonly line: GoldenLine;
  /** True if the document has no built-in kind. */
  readonly foreign: boolean;
  readonly place: Place;
  readonly difference: Difference;
}

/** All differences of a run, one for each document and minor. */
export function differencesOf(judged: readonly JudgedCase[]): PlacedDifference[] {
  return judged.flatMap((one): PlacedDifference[] => {
    if ('comparison' in one) {
      return one.comparison.documents.flatMap((document) =>
        document.differences.map((difference) => ({
          case: one.case,
          line: document.line,
          foreign: document.foreign,
          difference,
          place: placeOf(one.case, document, difference),
        })),
      );
    }
    return [];
  });
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
