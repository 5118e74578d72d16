/** The destination of text: a terminal, a pipe, a file. */
export interface Output {
  readonly isTTY?: boolean | undefined;
  /** The columns of a terminal; undefined for anything else. */
  readonly columns?: number | undefined;
  write(text: string, done: (error?: Error | null) => void): unknown;
}

export interface Input extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean | undefined;
  /** True if another program may write to it. */
  readonly isPipe?: boolean | undefined;
}

/** All that a run sees of the world, except for the files that it reads and writes. */
export interface Host {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Milliseconds from some point in time on. */
  now(): number;
}
