import { join } from 'node:path';
import { getOrCompute } from '../../src/base/get-or-compute.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import type { GoldenLine, ServerVerdict } from '../../test/conformance/golden.ts';
import { type JudgedFile, oracleLines } from './oracle-lines.ts';

/** The servers of some minors. */
export interface Servers {
  /** The folder with oracle-1.30 ... (test/oracle/build.sh). */
  readonly oracles: string;
  readonly minors: readonly Minor[];
  /** Options of the oracle, in which paths are absolute. */
  readonly options?: readonly string[];
}

type Line = Omit<GoldenLine, 'verdicts'> & ServerVerdict;

/**
 * The verdicts of the servers on files, by the name of the file: a line for each document and each item of a List, with
 * the verdicts of all minors.
 */
export function serverVerdicts(
  { oracles, minors, options = [] }: Servers,
  files: readonly JudgedFile[],
): ReadonlyMap<string, readonly GoldenLine[]> {
  const byFile = new Map<string, Map<string, GoldenLine>>();
  for (const minor of minors) {
    for (const text of oracleLines(join(oracles, `oracle-${minor}`), options, files)) {
      const line: Line = JSON.parse(text);
      const lines = getOrCompute(byFile, line.file, () => new Map<string, GoldenLine>());
      const key = `${line.document} ${line.item}`;
      const known = lines.get(key)?.verdicts ?? [];
      lines.set(key, { ...line, verdicts: [...known, { ...line, minors: [minor] }] });
    }
  }
  return new Map([...byFile].map(([file, lines]) => [file, [...lines.values()]]));
}
