import { extname } from 'node:path';
import { outputsProblem, type ReportOutput } from '../../../config/report-output.ts';
import { FORMATS, type Format } from '../../../report/format.ts';
import { chosen } from '../argument-parser.ts';
import { UsageError } from '../exit.ts';

/**
 * Collects `-f` and `-o` in the order in which they are given: `-f json -o a.json -f text` means two
 * reports. Either may come first.
 */
export class OutputOptions {
  readonly #outputs: ReportOutput[] = [];

  addFormat(name: string): void {
    const format = chosen(name, 'format', FORMATS);
    const last = this.#outputs.at(-1);
    if (last !== undefined && last.format === undefined) {
      this.#outputs.splice(-1, 1, { format, file: last.file });
    } else this.#outputs.push({ format, file: undefined });
  }

  addFile(file: string): void {
    const last = this.#outputs.at(-1);
    if (last !== undefined && last.file === undefined) {
      this.#outputs.splice(-1, 1, { format: last.format, file });
    } else this.#outputs.push({ format: undefined, file });
  }

  /** The requested reports. Undefined if there are none. `-` as a file is standard output. */
  get outputs(): readonly ReportOutput[] | undefined {
    if (this.#outputs.length === 0) return undefined;
    const outputs = this.#outputs.map(({ format, file }) => ({
      format: format ?? (file === undefined ? undefined : formatOfFile(file)),
      file: file === '-' ? undefined : file,
    }));
    const problem = outputsProblem(outputs);
    if (problem !== undefined) {
      throw new UsageError(`${problem}; name files for the others: -f json -o report.json -f text`);
    }
    return outputs;
  }
}

function formatOfFile(file: string): Format | undefined {
  const ending = extname(file);
  return ending === '.json' ? 'json' : ending === '.sarif' ? 'sarif' : undefined;
}
