import { programOutside } from './program.ts';

/** The most characters that are kept of the beginning, and of the end, of the errors that a program writes. */
const LARGEST_ERROR = 32 * 1024;

/** The way in which a program is run, with all that it starts. */
export interface GroupRun {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The longest time, in milliseconds. */
  readonly time: number;
  /** The most bytes that it may write. */
  readonly output: number;
  /** Ends it when it is aborted. */
  readonly interrupted: AbortSignal;
}

/** The result of a program: its output, or the reason why there is none. */
export type GroupResult =
  | { readonly kind: 'output'; readonly output: string }
  /** The program has refused its input; `message` is what it wrote about that. */
  | { readonly kind: 'refused'; readonly message: string; readonly output: string }
  /** The program was ended, or could not be started; `message` is for users. */
  | { readonly kind: 'ended'; readonly message: string };

/**
 * Runs a program without a shell in a process group of its own, which ends with it: nothing that it has started goes
 * on.
 *
 * @param command its absolute path
 */
export function runGroup(
  command: string,
  args: readonly string[],
  { cwd, env, time, output: most, interrupted }: GroupRun,
): Promise<GroupResult> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let ended: string | undefined;
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All of them have ended already, or the system has no groups.
      child.kill('SIGKILL');
    }
  };
  const endWith = (message: string) => {
    ended ??= message;
    end();
  };
  const tooLong = `has not ended within ${Math.ceil(time / 1000)} seconds`;
  const timer = setTimeout(() => endWith(tooLong), time);
  interrupted.addEventListener('abort', end);
  const output: Buffer[] = [];
  let left = most;
  child.stdout.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left >= 0) output.push(chunk);
    else endWith(`has written more than ${Math.ceil(most / 1024 / 1024)} MB`);
  });
  // Helm writes a line about each link before the error, and Go writes the calls of functions after it.
  let errors = '';
  let lastErrors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    const text = chunk.toString('utf8');
    if (errors.length < LARGEST_ERROR) errors += text;
    else lastErrors = (lastErrors + text).slice(-LARGEST_ERROR);
  });
  child.on('exit', end);
  return new Promise((resolve) => {
    const settle = (result: GroupResult) => {
      clearTimeout(timer);
      interrupted.removeEventListener('abort', end);
      resolve(result);
    };
    child.on('error', (error) => {
      settle({ kind: 'ended', message: `cannot be started: ${error.message}` });
    });
    child.on('close', (status, signal) => {
      const printed = () => Buffer.concat(output).toString('utf8');
      if (ended !== undefined) settle({ kind: 'ended', message: ended });
      else if (signal !== null) settle({ kind: 'ended', message: `was ended by ${signal}` });
      else if (status !== 0)
        settle({ kind: 'refused', message: errors + lastErrors, output: printed() });
      else settle({ kind: 'output', output: printed() });
    });
  });
}

/** A program that starts another one in its own place, with its options. */
export type Wrapper = readonly [name: string, ...options: readonly string[]];

/** Lets a program end with this process, even if this process is killed. */
export const ENDING_WITH_PARENT: Wrapper = ['setpriv', '--pdeathsig=KILL'];

/**
 * The beginning of a command that starts a program by wrappers: those that are installed outside of a repository, and
 * work.
 *
 * @param repository the absolute path of its root, without symbolic links
 */
export async function wrappersOutside(
  wrappers: readonly Wrapper[],
  repository: string,
  run: GroupRun,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, ...options] of wrappers) {
    const program = programOutside(name, repository);
    if (program === undefined) continue;
    const added = [program, ...options, '--'];
    const [command = program, ...args] = [...found, ...added, program, '--version'];
    if ((await runGroup(command, args, run)).kind === 'output') found.push(...added);
  }
  return found;
}
