import type { Minor } from '../../src/server/kubernetes/minors.ts';
import type { GoldenLine, ServerVerdict } from '../../test/conformance/golden.ts';
import { type JudgedFile, oracleLines } from '../fuzz/oracle-lines.ts';

/** The verdicts of an oracle on files, each a cluster of its own, by file name. */
export function verdictsOn(
  oracle: string,
  files: readonly JudgedFile[],
): Map<string, GoldenLine & ServerVerdict> {
  const lines = oracleLines(oracle, ['-isolate'], files).map((line): GoldenLine & ServerVerdict =>
    JSON.parse(line),
  );
  return new Map(lines.map((line) => [line.file, line]));
}

/** A verdict without messages, which differ between minors and are not compared. */
export function bareVerdict(said: ServerVerdict): Omit<ServerVerdict, 'minors'> {
  const errors = new Map(
    (said.errors ?? []).map(({ type, field }) => [`${field} ${type}`, { type, field }]),
  );
  const sorted = [...errors].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, error]) => error);
  // Only the outcome of an undecodable document is compared, and whether it is a Kubernetes object at all.
  const decode =
    said.outcome === 'undecodable'
      ? (said.decode ?? []).map((text) => (/is missing in|version\/kind/.test(text) ? text : '...'))
      : said.decode?.toSorted();
  return {
    outcome: said.outcome,
    ...(decode === undefined ? {} : { decode }),
    ...(sorted.length === 0 ? {} : { errors: sorted }),
    ...(said.warnings === undefined ? {} : { warnings: said.warnings.toSorted() }),
    ...(said.duplicates === undefined ? {} : { duplicates: said.duplicates }),
  };
}

/** Merges the verdicts that are the same in several minors. */
export function mergeVerdicts(
  verdicts: readonly (readonly [Minor, ServerVerdict])[],
): ServerVerdict[] {
  const merged = new Map<string, ServerVerdict>();
  for (const [minor, said] of verdicts) {
    const verdict = bareVerdict(said);
    const key = JSON.stringify(verdict);
    merged.set(key, { minors: [...(merged.get(key)?.minors ?? []), minor], ...verdict });
  }
  return [...merged.values()];
}
