import { withoutCommands } from '../../report/escape.ts';
import { escapeControls } from '../../result/visible-text.ts';
import { ClosedPipe } from './exit.ts';
import type { Output } from './host.ts';

/**
 * Writes the pieces of a text to a stream, and waits until each is written.
 *
 * @throws ClosedPipe if the reader has closed it
 */
export async function writePieces(output: Output, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) await writeOut(output, piece);
}

/**
 * Writes text to a stream and waits until it is written.
 *
 * @throws ClosedPipe if the reader has closed it
 */
export function writeOut(output: Output, text: string): Promise<void> {
  if (text === '') return Promise.resolve();
  return new Promise((resolve, reject) => {
    output.write(text, (error) => {
      if (error === undefined || error === null) resolve();
      else reject(isClosed(error) ? new ClosedPipe() : error);
    });
  });
}

/** The number of UTF-16 code units that are written at a time. */
const BLOCK = 64 * 1024;

/** Joins the pieces of a text to larger blocks. */
export function* inBlocks(pieces: Iterable<string>): Iterable<string> {
  let block: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    block.push(piece);
    length += piece.length;
    if (length < BLOCK) continue;
    yield block.join('');
    block = [];
    length = 0;
  }
  if (length > 0) yield block.join('');
}

function isClosed(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');
}

/** The messages of a run on stderr, separate from the report. */
export class Messages {
  readonly #output: Output;
  readonly #isQuiet: boolean;

  /** @param isQuiet true if only complaints are written */
  constructor(output: Output, isQuiet = false) {
    this.#output = output;
    this.#isQuiet = isQuiet;
  }

  /**
   * Writes a line with escaped control characters. It ignores an error of the stream, because the run continues without
   * a reader.
   */
  say(line: string): void {
    if (!this.#isQuiet) this.#write(line);
  }

  /** Writes a question that is answered on the same line. */
  ask(question: string): void {
    this.#output.write(escapeControls(question), () => {});
  }

  /** Writes a line that begins with the program's name. */
  complain(message: string): void {
    this.#write(`kubeadmit: ${message}`);
  }

  #write(line: string): void {
    this.#output.write(`${withoutCommands(escapeControls(line))}\n`, () => {});
  }
}
