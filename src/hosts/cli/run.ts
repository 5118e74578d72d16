import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ChangedSource } from '../../lint/read/source-text.ts';
import { suggestion } from '../../result/suggestion.ts';
import { reasonOf } from '../node/disk/problem.ts';
import { Messages } from './channel.ts';
import { COMMANDS, commandNamed } from './commands.ts';
import { ClosedPipe, EXIT, type ExitCode, UsageError } from './exit.ts';
import { hasFlag } from './flags.ts';
import type { Host } from './host.ts';
import { isCommonFlag } from './lint/arguments.ts';
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
    if (hasFlag(args, '-v', '--verbose') && args[0] !== VERBOSE_ABOUT_RESULT) {
      const { cacheLine } = await import('./cache-size.ts');
      messages.say(cacheLine(host));
    }
    return await runCommand(args, host, messages);
  } catch (error) {
    if (error instanceof ClosedPipe) return EXIT.clean;
    if (error instanceof UsageError) {
      messages.complain(error.message);
      const command = commandNamed(args[0]);
      messages.say(`try: kubeadmit ${command === undefined ? '' : `${command.name} `}--help`);
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

/** The command whose --verbose shows more of its result, and nothing of kubeadmit itself. */
const VERBOSE_ABOUT_RESULT = 'admit';

/** Other words for what a command or an option does. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['check', 'lint'],
  ['version', '--version'],
]);

/** Runs the command of the first argument. If it is not a command, it is a path or an option of `lint`. */
async function runCommand(
  args: readonly string[],
  host: Host,
  messages: Messages,
): Promise<ExitCode> {
  const [written, ...others] = args;
  const alias = ALIASES.get(written ?? '');
  const isAlias = alias !== undefined && !isPath(written, host);
  const first = isAlias ? alias : written;
  if (first === 'lint') return runLint(others, host, messages);
  if (first === 'help') return runCommand(helpArguments(others), host, messages);
  const command = commandNamed(first);
  if (command === undefined) {
    if (isAlias) return runLint([alias, ...others], host, messages);
    refuseMisspelled(first, host);
    refuseMisplaced(args, host);
    return runLint(args, host, messages);
  }
  const { run } = await command.load();
  return run(others, host, new Messages(host.stderr, hasFlag(others, '-q', '--quiet')));
}

/**
 * Refuses a word that is not a path, and looks like a command.
 *
 * @throws UsageError
 */
function refuseMisspelled(word: string | undefined, host: Host): void {
  if (word === undefined || !/^[a-z]+$/i.test(word) || isPath(word, host)) return;
  const meant = suggestion(word, commandNames());
  if (meant !== '') throw new UsageError(`no command and no path: ${word}${meant}`);
}

/**
 * Refuses a command after options, as in `kubeadmit -q cost`.
 *
 * @throws UsageError
 */
function refuseMisplaced(args: readonly string[], host: Host): void {
  const name = args.find((arg) => !isCommonFlag(arg));
  if (name === undefined || !commandNames().includes(name) || isPath(name, host)) return;
  const words = [name, ...args.filter((arg) => arg !== name)];
  throw new UsageError(`the command comes first: kubeadmit ${words.join(' ')}`);
}

function isPath(word: string | undefined, { cwd }: Host): boolean {
  return word !== undefined && existsSync(resolve(cwd, word));
}

function commandNames(): readonly string[] {
  return ['lint', 'help', ...COMMANDS.map(({ name }) => name), ...ALIASES.keys()];
}

/** `help`, `help lint` and `help explain` as options of the commands. */
function helpArguments([name, ...others]: readonly string[]): readonly string[] {
  const isOfLint = name === undefined || name === 'lint' || ALIASES.get(name) === 'lint';
  if (isOfLint || /^(?:help|--help|-h)$/.test(name)) return ['--help'];
  if (others.length > 0) throw new UsageError('help takes the name of one command');
  const command = commandNamed(name);
  if (command !== undefined) return [name, '--help'];
  throw new UsageError(`unknown command ${name}${suggestion(name, commandNames())}`);
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
