import type { ArgumentParser, Arguments, OptionDescription, OptionsOf } from './argument-parser.ts';
import { type Messages, writeOut } from './channel.ts';
import type { CommandDescription } from './command-list.ts';
import { EXIT, type ExitCode } from './exit.ts';
import type { Host } from './host.ts';

export interface Command extends CommandDescription {
  /** Loads the code of the command, only when it is needed. */
  load(): Promise<LoadedCommand>;
}

/** A command whose code is loaded. */
export interface LoadedCommand {
  readonly options: readonly OptionDescription[];
  /**
   * @param args after the name of the command
   * @throws UsageError
   */
  run(args: readonly string[], host: Host, messages: Messages): Promise<ExitCode>;
}

/**
 * Runs a command with what its parser has read.
 *
 * @throws UsageError if the arguments do not go together
 */
export type RunCommand<Parser extends () => ArgumentParser> = (
  parsed: Arguments<OptionsOf<Parser>>,
  host: Host,
  messages: Messages,
) => Promise<ExitCode>;

export interface CommandModule<Options extends object> {
  parser(): ArgumentParser<Options>;
  readonly run: RunCommand<() => ArgumentParser<Options>>;
}

/** The code of a command, so that it prints help, or runs with its arguments. */
export function loadedCommand<Options extends object>({
  parser,
  run,
}: CommandModule<Options>): LoadedCommand {
  return {
    options: parser().options,
    async run(args, host, messages) {
      const parsed = parser().parse(args);
      if (parsed.kind === 'run') return run(parsed, host, messages);
      await writeOut(host.stdout, parsed.text);
      return EXIT.clean;
    },
  };
}
