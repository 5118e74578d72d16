import { readFileSync } from 'node:fs';
import type { Minor } from '../../src/server/kubernetes/minors.ts';

/** The result of the server for a document. test/oracle/README.md explains each. */
export type Outcome =
  | 'accepted'
  | 'rejected'
  | 'decodes'
  | 'undecodable'
  | 'unserved'
  | 'skipped'
  | 'panic';

/** One cause of the server's status. */
export interface ServerError {
  readonly type: string;
  readonly field: string;
  readonly message?: string;
}

/** The verdict of the server of some minors on a document. */
export interface ServerVerdict {
  readonly minors: readonly Minor[];
  readonly outcome: Outcome;
  /** The reason why it cannot be decoded, or the errors of strict decoding. */
  readonly decode?: readonly string[];
  readonly errors?: readonly ServerError[];
  readonly warnings?: readonly string[];
  /** The error about keys given twice in YAML, which a client loses on the way. */
  readonly duplicates?: string;
}

/** A line of a file of golden verdicts: one document, or one item of a List. */
export interface GoldenLine {
  readonly file: string;
  readonly document: number;
  readonly item?: number;
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly verdicts: readonly ServerVerdict[];
}

/**
 * Reads a file with a JSON value on each line.
 *
 * @param path below the root of the repository
 * @returns the values as T, which is not checked: the files are made by programs of this repository
 * @throws an error that has the file and the line, if a line has no JSON value
 */
export function readJsonLines<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index): T[] => {
      if (line === '') return [];
      try {
        return [JSON.parse(line)];
      } catch (cause) {
        throw new Error(`${path}:${index + 1}: is not JSON`, { cause });
      }
    });
}

/** Groups the lines by file, in the order of the input. */
export function linesByFile(lines: readonly GoldenLine[]): Map<string, GoldenLine[]> {
  const byFile = new Map<string, GoldenLine[]>();
  for (const line of lines) {
    const known = byFile.get(line.file);
    if (known === undefined) byFile.set(line.file, [line]);
    else known.push(line);
  }
  return byFile;
}
