import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { makeFolder, removeFolder } from '../../test/folders.ts';

/** A file that a server judges. */
export interface JudgedFile {
  readonly file: string;
  readonly content: string | Uint8Array;
  /** The file with the stored objects, if there are any. */
  readonly stored?: string | undefined;
}

/**
 * Lets an oracle judge files.
 *
 * @param oracle a program of test/oracle/build.sh
 * @param options its options, in which paths are absolute
 * @returns the lines that it prints, in which a file has its name as its path
 */
export function oracleLines(
  oracle: string,
  options: readonly string[],
  files: readonly JudgedFile[],
): readonly string[] {
  if (files.length === 0) return [];
  const updates = files.flatMap(({ file, stored }) =>
    stored === undefined ? [] : { file, stored },
  );
  const folder = makeFolder({
    ...Object.fromEntries(files.map(({ file, content }) => [`new/${file}`, content])),
    ...Object.fromEntries(updates.map(({ file, stored }) => [`old/${file}`, stored])),
  });
  try {
    const output = execFileSync(
      resolve(oracle),
      [...options, ...(updates.length === 0 ? [] : ['-old', '../old']), '.'],
      { cwd: join(folder, 'new'), encoding: 'utf8', maxBuffer: 2e9 },
    );
    return output.split('\n').filter((line) => line !== '');
  } finally {
    removeFolder(folder);
  }
}
