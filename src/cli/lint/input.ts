import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Source } from '../../engine/source-text.ts';
import { crdsInArchive, isArchive } from '../../input/archive.ts';
import { findFiles } from '../../input/paths.ts';
import { reasonOf } from '../../input/problem.ts';
import { readFiles, readStandardInput } from '../../input/read.ts';
import { escapeControls } from '../../result/message-text.ts';
import type { Messages } from '../channel.ts';
import type { Host } from '../host.ts';
import type { LintInvocation } from './arguments.ts';
import { Progress } from './progress.ts';

/** What is read, and what is said about it meanwhile. */
export class Input {
  /** Whether something could not be read. */
  failed = false;
  readonly #invocation: LintInvocation;
  readonly #host: Host;
  readonly #messages: Messages;
  readonly #progress: Progress;

  constructor(invocation: LintInvocation, host: Host, messages: Messages) {
    this.#invocation = invocation;
    this.#host = host;
    this.#messages = messages;
    this.#progress = new Progress(host, invocation.verbosity !== 'quiet');
  }

  /** The texts in the order of the arguments. Files are read one by one while they are checked. */
  async sources(): Promise<Iterable<Source>> {
    const { paths, stdinFilename } = this.#invocation;
    if (!paths.includes('-')) return this.#read(paths);
    const at = paths.indexOf('-');
    const others = paths.filter((path) => path !== '-');
    const before = at === 0 ? [] : await this.#read(others.slice(0, at));
    const after = at === others.length ? [] : await this.#read(others.slice(at));
    const { stdin, cwd } = this.#host;
    const source = await readStandardInput(stdin, stdinFilename, cwd);
    return concatenate([before, [source], after]);
  }

  /** The texts that only define kinds. */
  async crds(): Promise<Iterable<Source>> {
    const { crds } = this.#invocation;
    const read = await Promise.all(
      crds.map((path) => (isArchive(path) ? this.#readArchive(path) : this.#read([path]))),
    );
    return concatenate(read);
  }

  /** The manifests of the earlier state that `--base` names; undefined without it. */
  async base(): Promise<Iterable<Source> | undefined> {
    const { base, paths } = this.#invocation;
    if (base === undefined) return undefined;
    const { cwd } = this.#host;
    if (existsSync(resolve(cwd, base))) return this.#read([base]);
    const { GitError, readGitBase } = await import('../../input/git-base.ts');
    try {
      return readGitBase(
        base,
        paths.filter((path) => path !== '-'),
        cwd,
      );
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      this.#complain(`--base ${base}`, error.message);
      return undefined;
    }
  }

  finish(): void {
    this.#progress.clear();
  }

  async #read(paths: readonly string[]): Promise<Iterable<Source>> {
    const onProblem = (path: string, reason: string) => this.#complain(path, reason);
    const files = await findFiles(paths, this.#host.cwd, onProblem);
    return readFiles(files, onProblem, ({ name }) => {
      this.#progress.count();
      if (this.#invocation.verbosity === 'verbose') {
        this.#messages.say(`reading ${escapeControls(name)}`);
      }
    });
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
    this.#messages.complain(`${escapeControls(path)}: ${escapeControls(reason)}`);
  }
}

function* concatenate<T>(parts: Iterable<Iterable<T>>): Iterable<T> {
  for (const part of parts) yield* part;
}
