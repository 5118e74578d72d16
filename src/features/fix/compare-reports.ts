import { documentKey } from '../../result/document-key.ts';
import type { Finding } from '../../result/finding.ts';
import type { Report } from '../../result/report.ts';
import type { Verdict } from '../../result/verdict.ts';
import { MOST_UNKNOWN_FIELDS } from '../../server/decode/index.ts';
import { countKeys, errorKey, findingKey } from './finding-key.ts';

/** The errors that remain or appear after some findings were fixed. */
interface FixFailure {
  /** The fixed findings that are still reported. */
  readonly remaining: readonly Finding[];
  /** The files with errors that they did not have before, or with a document that is accepted no more. */
  readonly worseFiles: ReadonlySet<string>;
}

/** Compares the reports before and after some findings were fixed. Undefined if there is no problem. */
export function failureOf(
  before: Report,
  after: Report,
  fixed: readonly Finding[],
): FixFailure | undefined {
  const remaining = remainingOf(before, after, fixed);
  const worseFiles = new Set([
    ...filesWithNewErrors(before, after),
    ...filesRefused(before, after),
  ]);
  return remaining.length === 0 && worseFiles.size === 0 ? undefined : { remaining, worseFiles };
}

function remainingOf(before: Report, after: Report, fixed: readonly Finding[]): readonly Finding[] {
  const old = countKeys(before.findings.map(findingKey));
  const now = countKeys(after.findings.map(findingKey));
  const expected = countKeys(fixed.map(findingKey));
  return fixed.filter((finding) => {
    const key = findingKey(finding);
    return (now.get(key) ?? 0) > (old.get(key) ?? 0) - (expected.get(key) ?? 0);
  });
}

interface ErrorInMinor {
  readonly file: string;
  readonly isUnknownField: boolean;
  /** The object that has the error, and the minor. */
  readonly object: string;
  readonly key: string;
}

/** The errors of a report, each once for every minor in which it holds. */
function errorsByMinor({ findings }: Report): readonly ErrorInMinor[] {
  return findings.flatMap((finding) => {
    const { file, index, item, cause } = finding;
    if (finding.severity !== 'error') return [];
    return finding.minors.map((minor) => ({
      file,
      isUnknownField: cause === 'UnknownField',
      object: JSON.stringify([minor, file, index, item]),
      key: `${minor} ${errorKey(finding)}`,
    }));
  });
}

function filesWithNewErrors(before: Report, after: Report): readonly string[] {
  const earlier = errorsByMinor(before);
  const unknown = countKeys(
    earlier.flatMap(({ isUnknownField, object }) => (isUnknownField ? [object] : [])),
  );
  // The report before has no more unknown fields of an object than this.
  const mayBeOld = ({ isUnknownField, object }: ErrorInMinor) =>
    isUnknownField && (unknown.get(object) ?? 0) >= MOST_UNKNOWN_FIELDS;
  const old = countKeys(earlier.map(({ key }) => key));
  const errors = errorsByMinor(after);
  const now = countKeys(errors.map(({ key }) => key));
  return errors.flatMap((error) =>
    (now.get(error.key) ?? 0) > (old.get(error.key) ?? 0) && !mayBeOld(error) ? [error.file] : [],
  );
}

/** The rank of a verdict. A better verdict has a higher rank. A document that is not judged has none. */
const RANK: Readonly<Partial<Record<Verdict, number>>> = {
  undecodable: 0,
  unserved: 0,
  rejected: 1,
  unrendered: 2,
  decodes: 3,
  accepted: 3,
};

function filesRefused(before: Report, after: Report): readonly string[] {
  const old = new Map(before.documents.map((document) => [documentKey(document), document]));
  return after.documents.flatMap((document) => {
    const earlier = old.get(documentKey(document));
    const isWorse = after.kubernetesVersions.some((minor) => {
      const now = document.verdicts[minor];
      const then = earlier?.verdicts[minor];
      if (now === then || now === undefined) return false;
      if (then === undefined) return true;
      const ranks = [RANK[now], RANK[then]] as const;
      return ranks[0] !== undefined && ranks[1] !== undefined && ranks[0] < ranks[1];
    });
    return isWorse || earlier === undefined ? [document.file] : [];
  });
}
