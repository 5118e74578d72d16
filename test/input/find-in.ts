import { ConfigFiles } from '../../src/hosts/node/config-files.ts';
import type { Reading } from '../../src/hosts/node/disk/reading.ts';
import { SkippedFiles } from '../../src/hosts/node/disk/skipped-files.ts';
import { findFiles } from '../../src/hosts/node/paths.ts';
import { readFiles } from '../../src/hosts/node/read.ts';

/** The result of a search. */
interface Found {
  /** The names of the files that were read. */
  readonly names: string[];
  readonly contents: string[];
  readonly problems: string[];
  /** The names of the files that were not read, by reason. */
  readonly skipped: Readonly<Record<string, readonly string[]>>;
}

/** Finds and reads the files that some paths name in a folder. */
export async function findIn(
  folder: string,
  paths: readonly string[],
  options: Partial<Reading> = {},
): Promise<Found> {
  const problems: string[] = [];
  const skipped = new SkippedFiles();
  const onProblem = (path: string, reason: string) => problems.push(`${path}: ${reason}`);
  const configs = new ConfigFiles(folder, { kind: 'nearest' }, onProblem);
  const reading: Reading = {
    cwd: folder,
    followsLinks: false,
    maxFileSize: 1024 * 1024,
    onProblem,
    skipped,
    ...options,
  };
  const files = await findFiles(paths, reading);
  const read = [...readFiles(files, { configs }, reading)];
  return {
    names: read.map(({ name }) => name),
    contents: read.map(({ content }) =>
      typeof content === 'string' ? content : new TextDecoder().decode(content),
    ),
    problems,
    skipped: Object.fromEntries(skipped.names),
  };
}
