import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { reasonOf } from '../input/problem.ts';
import { escapeControls } from '../result/message-text.ts';
import { Messages, writeOut } from './channel.ts';
import { isColoured, styleOf } from './colour.ts';
import { ClosedPipe, EXIT, type ExitCode, UsageError } from './exit.ts';
import { explain } from './explain-command.ts';
import type { Host } from './host.ts';
import { lintCommand } from './lint-command.ts';
import { parseCommandLine } from './program.ts';
import { renderRuleList } from './rules-command.ts';

/**
 * Runs a command line to its end.
 *
 * @param args without the name of the program
 * @returns the exit status; all output has been handed over by then
 */
export async function run(args: readonly string[], host: Host): Promise<ExitCode> {
  const messages = new Messages(host.stderr);
  try {
    return await runCommand(args, host, messages);
  } catch (error) {
    if (error instanceof ClosedPipe) return EXIT.clean;
    if (error instanceof UsageError) {
      messages.complain(escapeControls(error.message));
      messages.say('try: kubeadmit --help');
    } else if (isSystemError(error)) {
      messages.complain(escapeControls(reasonOf(error)));
    } else {
      messages.complain(`this is a bug of kubeadmit: ${bugText(error, args.includes('--debug'))}`);
    }
    return EXIT.trouble;
  }
}

async function runCommand(
  args: readonly string[],
  host: Host,
  messages: Messages,
): Promise<ExitCode> {
  const invocation = parseCommandLine(args, (path) => existsSync(resolve(host.cwd, path)));
  switch (invocation.command) {
    case 'lint':
      return lintCommand(invocation, host, messages);
    case 'explain': {
      const style = await styleOf(isColoured(host.stdout, host.env, invocation.colour));
      await writeOut(host.stdout, explain(invocation.words, style));
      return EXIT.clean;
    }
    case 'rules':
      await writeOut(host.stdout, renderRuleList(invocation.format));
      return EXIT.clean;
    case 'show':
      await writeOut(host.stdout, invocation.text);
      return EXIT.clean;
  }
}

/** Whether it is the operating system that failed: a full disk behind standard output, say. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function bugText(error: unknown, withStack: boolean): string {
  if (!(error instanceof Error)) return String(error);
  if (withStack) return error.stack ?? error.message;
  return `${escapeControls(error.message)} (--debug shows where)`;
}
