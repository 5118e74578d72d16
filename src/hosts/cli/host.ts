/** The destination of text: a terminal, a pipe, a file. */
export interface Output {
  readonly isTTY?: boolean | undefined;
  /** The columns of a terminal; undefined for anything else. */
  readonly columns?: number | undefined;
  write(text: string, done: (error?: Error | null) => void): unknown;
}

/** All that a run sees of the world, except for the files that it reads and writes. */
export interface Host {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Milliseconds from some point in time on. */
  now(): number;
}
