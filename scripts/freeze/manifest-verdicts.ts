import { execFileSync } from 'node:child_process';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import type { GoldenLine, ServerVerdict } from '../../test/conformance/golden.ts';

/** The verdicts of an oracle on the files of a folder, each a cluster of its own, by file name. */
export function verdictsOn(
  oracle: string,
  folder: string,
): Map<string, GoldenLine & ServerVerdict> {
  const output = execFileSync(oracle, ['-isolate', folder], { encoding: 'utf8', maxBuffer: 1e9 });
  const lines = output
    .split('\n')
    .filter((line) => line !== '')
    .map((line): GoldenLine & ServerVerdict => JSON.parse(line));
  return new Map(lines.map((line) => [line.file.slice(folder.length + 1), line]));
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
