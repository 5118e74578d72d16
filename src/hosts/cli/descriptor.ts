import { fstatSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Output } from './host.ts';

type Done = (error?: Error | null) => void;

/**
 * Standard output or standard error of this process. Node's stream for it takes longer to set up than
 * most reports to write, so it is only used for a terminal, and for a pipe that is full.
 */
export class DescriptorOutput implements Output {
  readonly #descriptor: 1 | 2;
  #isTTY: boolean | undefined;
  #stream: NodeJS.WriteStream | undefined;

  constructor(descriptor: 1 | 2) {
    this.#descriptor = descriptor;
  }

  get isTTY(): boolean {
    this.#isTTY ??= isTerminal(this.#descriptor);
    return this.#isTTY;
  }

  get columns(): number | undefined {
    return this.isTTY ? this.#open().columns : undefined;
  }

  write(text: string, done: Done): void {
    if (this.isTTY || this.#stream !== undefined) {
      this.#open().write(text, done);
      return;
    }
    const bytes = Buffer.from(text);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#descriptor, bytes, written);
    } catch (error) {
      if (isBusy(error)) this.#open().write(bytes.subarray(written), done);
      else done(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    done();
  }

  #open(): NodeJS.WriteStream {
    if (this.#stream === undefined) {
      this.#stream = this.#descriptor === 1 ? process.stdout : process.stderr;
      // The writer gets the error; without a listener it would be an exception too.
      this.#stream.on('error', () => {});
    }
    return this.#stream;
  }
}

/** Reports whether a file descriptor of this process is a terminal. */
export function isTerminal(descriptor: number): boolean {
  try {
    // A certain test would load the streams, which is only necessary for a device.
    const status = fstatSync(descriptor);
    if (!status.isCharacterDevice() || status.rdev === statSync(devNull).rdev) return false;
  } catch {
    return false;
  }
  return process.getBuiltinModule('node:tty').isatty(descriptor);
}

/** Reports whether a file descriptor of this process is a pipe. */
export function isPipe(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFIFO();
  } catch {
    return false;
  }
}

/** Reports whether an error is due to a pipe that is full and does not block. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}
