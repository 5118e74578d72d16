import type { Host, Input, Output } from '../../src/hosts/cli/host.ts';
import { run } from '../../src/hosts/cli/run.ts';

interface OutputOptions {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
  readonly failure: Error | undefined;
}

/** An output that keeps its text. */
class KeptOutput implements Output {
  text = '';
  readonly isTTY: boolean;
  readonly columns: number | undefined;
  readonly #failure: Error | undefined;

  constructor({ isTTY = false, columns, failure }: Partial<OutputOptions> = {}) {
    this.isTTY = isTTY;
    this.columns = columns;
    this.#failure = failure;
  }

  write(text: string, done: (error?: Error | null) => void): void {
    if (this.#failure === undefined) this.text += text;
    done(this.#failure);
  }
}

/** The result of a run. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd: string;
  readonly stdin?: string;
  /** True if another program writes standard input. */
  readonly isPiped?: boolean;
  /** True if standard input is a folder. */
  readonly unreadable?: boolean;
  readonly env?: Host['env'];
  readonly isTTY?: boolean;
  /** The columns of standard output. */
  readonly columns?: number;
  /** The error of writing to standard output. */
  readonly failure?: Error;
  /** Milliseconds that pass from one look at the clock to the next. */
  readonly tick?: number;
}

/** Runs a command line in a world of the test's own. */
export async function runIn(surroundings: Surroundings, ...args: string[]): Promise<Outcome> {
  const { cwd, env = {}, isTTY = false, columns, failure, tick = 0 } = surroundings;
  const stdout = new KeptOutput({ isTTY, columns, failure });
  const stderr = new KeptOutput({ isTTY });
  let now = 0;
  const code = await run(args, {
    stdin: inputOf(surroundings),
    stdout,
    stderr,
    env,
    cwd,
    now: () => {
      now += tick;
      return now;
    },
  });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

function inputOf({ stdin = '', isTTY = false, isPiped, unreadable }: Surroundings): Input {
  const isPipe = isPiped === true;
  const chunks = unreadable === true ? folder() : chunksOf(stdin);
  return Object.assign(chunks, { isTTY: isTTY && !isPipe, isPipe });
}

// biome-ignore lint/correctness/useYield: reading a folder fails at once
async function* folder(): AsyncIterable<Uint8Array> {
  throw Object.assign(new Error('standard input is a folder'), { code: 'EISDIR' });
}

/** A text in small pieces, some of them within a character. */
async function* chunksOf(text: string): AsyncIterable<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 7) yield bytes.slice(at, at + 7);
}

/** An error as the operating system's come. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: write`), { code, syscall: 'write' });
}
