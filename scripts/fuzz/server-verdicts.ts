import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import type { GoldenLine, ServerVerdict } from '../../test/conformance/golden.ts';

type Line = Omit<GoldenLine, 'verdicts'> & ServerVerdict;

/**
 * The verdicts of the servers on the files of a folder, by the path of the file in the folder: a line for each document
 * and each item of a List, with the verdicts of all minors.
 *
 * @param oracles the folder with oracle-1.30 ... (test/oracle/build.sh)
 * @param options options of the oracle, before the folder
 */
export function serverVerdicts(
  oracles: string,
  minors: readonly Minor[],
  options: readonly string[],
  folder: string,
): ReadonlyMap<string, readonly GoldenLine[]> {
  const byFile = new Map<string, Map<string, GoldenLine>>();
  for (const minor of minors) {
    const output = execFileSync(join(oracles, `oracle-${minor}`), [...options, folder], {
      encoding: 'utf8',
      maxBuffer: 2e9,
    });
    for (const text of output.split('\n').filter((line) => line !== '')) {
      const line: Line = JSON.parse(text);
      const file = line.file.slice(folder.length + 1);
      const lines = byFile.get(file) ?? new Map<string, GoldenLine>();
      byFile.set(file, lines);
      const key = `${line.document} ${line.item}`;
      const known = lines.get(key)?.verdicts ?? [];
      lines.set(key, { ...line, file, verdicts: [...known, { ...line, minors: [minor] }] });
    }
  }
  return new Map([...byFile].map(([file, lines]) => [file, [...lines.values()]]));
}
