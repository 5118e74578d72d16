import { DescriptorOutput } from './descriptor.ts';
import { EXIT } from './exit.ts';
import { run } from './run.ts';
import { STANDARD_INPUT } from './standard-input.ts';

/**
 * Runs the command line of this process and leaves its exit status to it.
 *
 * @returns true if the command did its work, so that a later run needs the same code
 */
export async function main(): Promise<boolean> {
  const args = process.argv.slice(2);
  const exitCode = await run(args, {
    stdin: STANDARD_INPUT,
    stdout: new DescriptorOutput(1),
    stderr: new DescriptorOutput(2),
    env: process.env,
    // This throws if the folder has been removed.
    get cwd() {
      return process.cwd();
    },
    now: () => Number(process.hrtime.bigint() / 1_000_000n),
  });
  process.exitCode = exitCode;
  const isWork = !NO_WORK.includes(args[0] ?? '') && !args.some(isInformation);
  return exitCode !== EXIT.trouble && isWork;
}

/** The commands after which no code cache is written. */
const NO_WORK = ['help', 'version', 'clean'];

/** Reports whether an option prints something about the command instead of running it. */
function isInformation(arg: string): boolean {
  return ['-h', '--help', '-V', '--version'].includes(arg);
}
