import type { Source } from '../../engine/source-text.ts';
import type { ConfigFiles } from '../../input/config-files.ts';
import type { FileSelection } from '../../input/file-selection.ts';
import { findFiles } from '../../input/paths.ts';
import { reasonOf } from '../../input/problem.ts';
import { readFiles, readStandardInput } from '../../input/read.ts';
import type { Reading } from '../../input/reading.ts';
import { SkippedFiles } from '../../input/skipped-files.ts';
import type { Messages } from '../channel.ts';
import type { Host } from '../host.ts';
import type { LintInvocation } from './arguments.ts';
import { Progress } from './progress.ts';

/** What is read, and what is said about it meanwhile. */
export class Input {
  /** Whether something could not be read. */
  failed = false;
  /** What was found and is not read. */
  readonly skipped = new SkippedFiles();
  readonly #invocation: LintInvocation;
  readonly #configs: ConfigFiles;
  readonly #selection: FileSelection;
  readonly #host: Host;
  readonly #messages: Messages;
  readonly #progress: Progress;
  readonly #reading: Reading;

  constructor(
    invocation: LintInvocation,
    configs: ConfigFiles,
    selection: FileSelection,
    host: Host,
    messages: Messages,
  ) {
    this.#invocation = invocation;
    this.#configs = configs;
    this.#selection = selection;
    this.#host = host;
    this.#messages = messages;
    this.#progress = new Progress(host, invocation.verbosity !== 'quiet');
    this.#reading = {
      cwd: host.cwd,
      followsLinks: invocation.followLinks,
      maxFileSize: invocation.maxFileSize,
      onProblem: (path, reason) => this.#complain(path, reason),
      skipped: this.skipped,
    };
  }

  /** The texts in the order of the arguments. Files are read one by one while they are checked. */
  async sources(): Promise<Iterable<Source>> {
    const { paths, stdinFilename } = this.#invocation;
    if (!paths.includes('-')) return this.#read(paths, this.#selection);
    const at = paths.indexOf('-');
    const others = paths.filter((path) => path !== '-');
    const before = at === 0 ? [] : await this.#read(others.slice(0, at), this.#selection);
    const after = at === others.length ? [] : await this.#read(others.slice(at), this.#selection);
    const input = await this.#readStandardInput(stdinFilename);
    return concatenate([before, input, after]);
  }

  async #readStandardInput(name: string | undefined): Promise<readonly Source[]> {
    const { stdin } = this.#host;
    try {
      const source = await readStandardInput(stdin, name, this.#configs, this.#reading);
      return source === undefined ? [] : [source];
    } catch (error) {
      this.#complain('standard input', reasonOf(error));
      return [];
    }
  }

  /** The texts that only define kinds. */
  async crds(): Promise<Iterable<Source>> {
    const { crds } = this.#invocation;
    return crds.length === 0 ? [] : this.#read(crds, undefined);
  }

  finish(): void {
    this.#progress.clear();
  }

  async #read(
    paths: readonly string[],
    selection: FileSelection | undefined,
  ): Promise<Iterable<Source>> {
    const files = await findFiles(paths, this.#reading, selection);
    return readFiles(files, this.#configs, this.#reading, ({ name }) => {
      this.#progress.count();
      if (this.#invocation.verbosity === 'verbose') {
        this.#messages.say(`reading ${name}`);
      }
    });
  }

  #complain(path: string, reason: string): void {
    this.failed = true;
    this.#progress.clear();
    this.#messages.complain(`${path}: ${reason}`);
  }
}

function* concatenate<T>(parts: Iterable<Iterable<T>>): Iterable<T> {
  for (const part of parts) yield* part;
}
