import { delimiter } from 'node:path';
import { SAFE_ENVIRONMENT } from '../git.ts';
import { foldersOutside, programOutside } from '../program.ts';
import type { TemporaryFolder } from '../temporary-folder.ts';

/** The limits of one call of a program that renders. */
export interface RenderLimits {
  /** The longest time, in milliseconds. */
  readonly time: number;
  /** The most bytes that it may write. */
  readonly output: number;
}

/** The limits for the programs that are installed. */
const RENDER_LIMITS: RenderLimits = { time: 60_000, output: 64 * 1024 * 1024 };

/** The most bytes of memory that a program may reserve, where `prlimit` is installed. */
const MEMORY = 4 * 1024 * 1024 * 1024;

/** The most bytes of errors of a program that are kept. */
const LARGEST_ERROR = 64 * 1024;

/** The result of a program: its output, or the reason why there is none. */
export type Rendered =
  | { readonly kind: 'output'; readonly output: string }
  /** The program has refused its input; `message` is what it wrote about that. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The program was ended, or could not be started; `message` is for users. */
  | { readonly kind: 'ended'; readonly message: string };

/**
 * Runs programs that render manifests of a repository that nobody trusts. They are found outside of the repository and run
 * without a shell, with limits of time, output and (by `prlimit`) memory. Their environment is PATH and a scratch HOME.
 * `unshare` takes the network from them where that is permitted. Elsewhere only variables keep them from it: a proxy that
 * does not exist, and no protocol for git.
 */
export class ContainedPrograms {
  readonly #repository: string;
  readonly #home: string;
  readonly #interrupted: AbortSignal;
  readonly #limits: RenderLimits;
  #prefix: Promise<readonly string[]> | undefined;

  /**
   * @param repository the root of the repository, without symbolic links; no program is taken from it
   * @param scratch the scratch folder
   */
  constructor(
    repository: string,
    { path, interrupted }: TemporaryFolder,
    limits: RenderLimits = RENDER_LIMITS,
  ) {
    this.#repository = repository;
    this.#home = path;
    this.#interrupted = interrupted;
    this.#limits = limits;
  }

  /** The absolute path of a program; undefined if it is not installed outside of the repository. */
  find(name: string): string | undefined {
    return programOutside(name, this.#repository);
  }

  /**
   * Runs a program.
   *
   * @param program its absolute path
   * @param longest the longest time in milliseconds, if it is shorter than the limit
   */
  async run(
    program: string,
    args: readonly string[],
    longest = this.#limits.time,
  ): Promise<Rendered> {
    this.#prefix ??= this.#findPrefix();
    const [command = program, ...rest] = [...(await this.#prefix), program, ...args];
    return this.#start(command, rest, Math.min(longest, this.#limits.time));
  }

  /** The programs that start another one with less memory and without the network, each with its arguments. */
  async #findPrefix(): Promise<readonly string[]> {
    const prlimit = this.find('prlimit');
    const unshare = this.find('unshare');
    const limited = prlimit === undefined ? [] : [prlimit, `--as=${MEMORY}`, '--'];
    if (unshare === undefined) return limited;
    const isolated = [unshare, '--map-root-user', '--net', '--'];
    const [command = unshare, ...args] = [...isolated, process.execPath, '--version'];
    const tried = await this.#start(command, args, this.#limits.time);
    return tried.kind === 'output' ? [...limited, ...isolated] : limited;
  }

  #start(command: string, args: readonly string[], time: number): Promise<Rendered> {
    const { spawn } = process.getBuiltinModule('node:child_process');
    const child = spawn(command, args, {
      cwd: this.#home,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      // With a process group of its own, what it has started ends with it.
      detached: true,
    });
    let ended: string | undefined;
    const end = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // All of them have ended already.
      }
    };
    const endWith = (message: string) => {
      ended ??= message;
      end();
    };
    const tooLong = `has not ended within ${Math.ceil(time / 1000)} seconds`;
    const timer = setTimeout(() => endWith(tooLong), time);
    this.#interrupted.addEventListener('abort', end);
    const output: Buffer[] = [];
    let left = this.#limits.output;
    child.stdout.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left >= 0) output.push(chunk);
      else endWith(`has written more than ${sizeText(this.#limits.output)}`);
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      if (errors.length < LARGEST_ERROR) errors += chunk.toString('utf8');
    });
    child.on('exit', end);
    return new Promise((resolve) => {
      const settle = (rendered: Rendered) => {
        clearTimeout(timer);
        this.#interrupted.removeEventListener('abort', end);
        resolve(rendered);
      };
      child.on('error', (error) => {
        settle({ kind: 'ended', message: `cannot be started: ${error.message}` });
      });
      child.on('close', (status, signal) => {
        if (ended !== undefined) settle({ kind: 'ended', message: ended });
        else if (signal !== null) settle({ kind: 'ended', message: `was ended by ${signal}` });
        else if (status !== 0) settle({ kind: 'refused', message: errors });
        else settle({ kind: 'output', output: Buffer.concat(output).toString('utf8') });
      });
    });
  }

  #environment(): NodeJS.ProcessEnv {
    const nowhere = 'http://127.0.0.1:9';
    return {
      ...SAFE_ENVIRONMENT,
      PATH: foldersOutside(this.#repository).join(delimiter),
      HOME: this.#home,
      TMPDIR: this.#home,
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
    };
  }
}

function sizeText(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MB`;
}
