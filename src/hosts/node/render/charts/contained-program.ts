import { delimiter } from 'node:path';
import type { TemporaryFolder } from '../../disk/temporary-folder.ts';
import { SAFE_ENVIRONMENT } from '../../git/git.ts';
import {
  ENDING_WITH_PARENT,
  type GroupResult,
  type GroupRun,
  runGroup,
  type Wrapper,
  wrappersOutside,
} from '../../programs/process-group.ts';
import { foldersOutside, programOutside } from '../../programs/program.ts';

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

/**
 * The programs that take memory and the network from another one, and let it end with this process, together with all
 * that it has started.
 */
const WRAPPERS: readonly Wrapper[] = [
  ['prlimit', `--as=${MEMORY}`],
  ['unshare', '--map-root-user', '--net'],
  ENDING_WITH_PARENT,
  ['unshare', '--pid', '--fork', '--kill-child'],
];

/**
 * Runs programs that render manifests of a repository that nobody trusts. They are found outside of the repository and
 * run without a shell, with limits of time, output and (by `prlimit`) memory. Their environment is PATH and a scratch
 * HOME. `unshare` takes the network from them where that is permitted. Elsewhere only variables keep them from it: a
 * proxy that does not exist, and no protocol for git.
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
  ): Promise<GroupResult> {
    this.#prefix ??= wrappersOutside(WRAPPERS, this.#repository, this.#runFor(this.#limits.time));
    const [command = program, ...rest] = [...(await this.#prefix), program, ...args];
    return runGroup(command, rest, this.#runFor(Math.min(longest, this.#limits.time)));
  }

  #runFor(time: number): GroupRun {
    return {
      cwd: this.#home,
      env: this.#environment(),
      time,
      output: this.#limits.output,
      interrupted: this.#interrupted,
    };
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
