import { ChangedSource } from '../../lint/read/source-text.ts';
import { suggestion } from '../../result/suggestion.ts';
import { reasonOf } from '../node/problem.ts';
import { Messages } from './channel.ts';
import { COMMANDS, commandNamed } from './commands.ts';
import { ClosedPipe, EXIT, type ExitCode, UsageError } from './exit.ts';
import type { Host } from './host.ts';
import { runLint } from './lint/run-lint.ts';

/**
 * Runs a command line to its end.
 *
 * @param args the arguments without the name of the program
 * @returns the exit status, after all output has been written
 */
export async function run(args: readonly string[], host: Host): Promise<ExitCode> {
  const messages = new Messages(host.stderr);
  try {
    return await runCommand(args, host, messages);
  } catch (error) {
    if (error instanceof ClosedPipe) return EXIT.clean;
    if (error instanceof UsageError) {
      messages.complain(error.message);
      messages.say('try: kubeadmit --help');
    } else if (error instanceof ChangedSource) {
      messages.complain(`${error.message}; run kubeadmit again`);
    } else if (isSystemError(error)) {
      messages.complain(reasonOf(error));
    } else {
      const [first = '', ...others] = bugLines(error, args.includes('--debug'));
      messages.complain(`this is a bug of kubeadmit: ${first}`);
      for (const line of others) messages.say(line);
    }
    return EXIT.trouble;
  }
}

/** Runs the command of the first argument. If it is not a command, it is a path or an option of `lint`. */
async function runCommand(
  args: readonly string[],
  host: Host,
  messages: Messages,
): Promise<ExitCode> {
  const [first, ...others] = args;
  if (first === 'lint') return runLint(others, host, messages);
  if (first === 'help') return runCommand(helpArguments(others), host, messages);
  const command = commandNamed(first);
  if (command === undefined) return runLint(args, host, messages);
  const { run } = await command.load();
  return run(others, host, messages);
}

/** `help`, `help lint` and `help explain` as options of the commands. */
function helpArguments([name, ...others]: readonly string[]): readonly string[] {
  if (name === undefined || name === 'lint') return ['--help'];
  if (others.length > 0) throw new UsageError('help takes the name of one command');
  const command = commandNamed(name);
  if (command !== undefined) return [name, '--help'];
  const names = COMMANDS.map((known) => known.name);
  throw new UsageError(`unknown command ${name}${suggestion(name, names)}`);
}

/** Reports whether an error comes from the operating system, such as a full disk. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function bugLines(error: unknown, withStack: boolean): readonly string[] {
  if (!(error instanceof Error)) return [String(error)];
  if (withStack) return (error.stack ?? error.message).split('\n');
  return [`${error.message} (--debug shows where)`];
}
