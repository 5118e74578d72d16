import { extname } from 'node:path';
import { FORMATS, type Format } from '../../report/format.ts';
import { chosen } from '../argument-parser.ts';
import { UsageError } from '../exit.ts';

/** A report to write: in which format, and where. */
export interface ReportOutput {
  /** The default one where none is named. */
  readonly format: Format | undefined;
  /** Standard output where none is named. */
  readonly file: string | undefined;
}

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

  /** The reports that are asked for, at least one; `-` as a file is standard output. */
  get outputs(): readonly ReportOutput[] {
    if (this.#outputs.length === 0) return [{ format: undefined, file: undefined }];
    const outputs = this.#outputs.map(({ format, file }) => ({
      format: format ?? (file === undefined ? undefined : formatOfFile(file)),
      file: file === '-' ? undefined : file,
    }));
    if (outputs.filter(({ file }) => file === undefined).length > 1) {
      throw new UsageError(
        'only one report can go to standard output; name a file with -o after each other -f',
      );
    }
    return outputs;
  }
}

/** The format that the name of a file says. */
function formatOfFile(file: string): Format | undefined {
  return extname(file) === '.json' ? 'json' : undefined;
}
