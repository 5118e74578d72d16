import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Source } from '../../engine/source-text.ts';
import { crdsInArchive, isArchive } from '../../input/archive.ts';
import type { ConfigFiles } from '../../input/config-files.ts';
import type { Selection } from '../../input/file-selection.ts';
import { findFiles } from '../../input/paths.ts';
import { reasonOf } from '../../input/problem.ts';
import { readFiles, readStandardInput } from '../../input/read.ts';
import type { Messages } from '../channel.ts';
import type { Host } from '../host.ts';
import type { LintInvocation } from './arguments.ts';
import { Progress } from './progress.ts';

/** Where files are, and which of them are read. */
export interface InputPlace {
  /** The folder that paths start from. */
  readonly cwd: string;
  readonly configs: ConfigFiles;
  readonly selection: Selection;
  /** Where the original of a file is, if the files are copies. */
  readonly originalOf?: (path: string) => string;
}

/** What is read, and what is said about it meanwhile. */
export class Input {
  /** Whether something could not be read. */
  failed = false;
  readonly #invocation: LintInvocation;
  readonly #place: InputPlace;
  readonly #host: Host;
  readonly #messages: Messages | undefined;
  readonly #progress: Progress;

  /** @param messages undefined to say nothing */
  constructor(
    invocation: LintInvocation,
    place: InputPlace,
    host: Host,
    messages: Messages | undefined,
  ) {
    this.#invocation = invocation;
    this.#place = place;
    this.#host = host;
    this.#messages = messages;
    this.#progress = new Progress(host, invocation.verbosity !== 'quiet');
  }

  /** The texts in the order of the arguments. Files are read one by one while they are checked. */
  async sources(): Promise<Iterable<Source>> {
    const { paths, stdinFilename } = this.#invocation;
    if (!paths.includes('-')) return this.#read(paths, this.#place.selection);
    const at = paths.indexOf('-');
    const others = paths.filter((path) => path !== '-');
    const before = at === 0 ? [] : await this.#read(others.slice(0, at), this.#place.selection);
    const after =
      at === others.length ? [] : await this.#read(others.slice(at), this.#place.selection);
    const input = await this.#readStandardInput(stdinFilename);
    return concatenate([before, input, after]);
  }

  async #readStandardInput(name: string | undefined): Promise<readonly Source[]> {
    const { cwd, configs } = this.#place;
    try {
      return [await readStandardInput(this.#host.stdin, name, cwd, configs)];
    } catch (error) {
      this.#complain('standard input', reasonOf(error));
      return [];
    }
  }

  /** The texts that only define kinds. */
  async crds(): Promise<Iterable<Source>> {
    const { crds } = this.#invocation;
    const read = await Promise.all(
      crds.map((path) =>
        isArchive(path) ? this.#readArchive(path) : this.#read([path], undefined),
      ),
    );
    return concatenate(read);
  }

  finish(): void {
    this.#progress.clear();
  }

  async #read(
    paths: readonly string[],
    selection: Selection | undefined,
  ): Promise<Iterable<Source>> {
    const { cwd, configs, originalOf } = this.#place;
    const onProblem = (path: string, reason: string) => this.#complain(path, reason);
    const onRead = ({ name }: { readonly name: string }) => {
      this.#progress.count();
      if (this.#invocation.verbosity === 'verbose') {
        this.#messages?.say(`reading ${name}`);
      }
    };
    const files = await findFiles(paths, cwd, onProblem, selection);
    return readFiles(files, configs, onProblem, onRead, originalOf);
  }

  /** The CRDs of a packed chart; none, and a complaint, if it cannot be read. */
  #readArchive(path: string): readonly Source[] {
    try {
      return crdsInArchive(path, readFileSync(resolve(this.#host.cwd, path)));
    } catch (error) {
      this.#complain(path, reasonOf(error));
      return [];
    }
  }

  #complain(path: string, reason: string): void {
    this.failed = true;
    this.#progress.clear();
    this.#messages?.complain(`${path}: ${reason}`);
  }
}

function* concatenate<T>(parts: Iterable<Iterable<T>>): Iterable<T> {
  for (const part of parts) yield* part;
}
