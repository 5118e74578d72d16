import { EXIT } from './exit.ts';
import { run } from './run.ts';

/**
 * Runs the command line of this process and leaves its exit status to it.
 *
 * @returns whether it did what most runs do: check manifests, without trouble
 */
export async function main(): Promise<boolean> {
  // A closed pipe is told to whoever writes; without a listener it would be an exception besides.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  const args = process.argv.slice(2);
  const exitCode = await run(args, {
    // Opened only where it is read.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    now: () => performance.now(),
  });
  process.exitCode = exitCode;
  const isLint = args[0] !== 'explain' && args[0] !== 'rules' && args.some(isPath);
  return isLint && exitCode !== EXIT.trouble;
}

function isPath(arg: string): boolean {
  return arg === '-' || !arg.startsWith('-');
}
