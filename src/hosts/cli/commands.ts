import type { ArgumentParser, Arguments, OptionDescription } from './argument-parser.ts';
import { type Messages, writeOut } from './channel.ts';
import { EXIT, type ExitCode } from './exit.ts';
import type { Host } from './host.ts';

/** The facts about a command that are known without its code. */
interface CommandDescription {
  readonly name: string;
  /** The operands, as help shows them. */
  readonly operands: string;
  readonly summary: string;
}

/** A command other than lint. */
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

/** The code of a command. */
interface CommandModule<Options extends object> {
  parser(): ArgumentParser<Options>;
  /** @throws UsageError if the arguments do not go together */
  run(parsed: Arguments<Options>, host: Host, messages: Messages): Promise<ExitCode>;
}

/** The commands other than lint, in the order of help. */
export const COMMANDS: readonly Command[] = [
  command({
    name: 'init',
    operands: '',
    summary: 'set a repository up: configuration, hook, CI job, editor task',
    load: () => import('./commands/init.ts'),
  }),
  command({
    name: 'explain',
    operands: '<rule>',
    summary: 'print the page of a rule, or find it by an error message',
    load: () => import('./commands/explain.ts'),
  }),
  command({
    name: 'rules',
    operands: '[family]',
    summary: 'list the rules',
    load: () => import('./commands/rules.ts'),
  }),
  command({
    name: 'upgrade',
    operands: '<from> <to> [paths...]',
    summary: 'report what changes for manifests between two minors',
    load: () => import('./commands/upgrade.ts'),
  }),
  command({
    name: 'admit',
    operands: '[paths...]',
    summary: 'run admission policies over the objects of manifests',
    load: () => import('./commands/admit.ts'),
  }),
  command({
    name: 'diff',
    operands: '<old> <new>',
    summary: 'show what a change of CRDs breaks, each with an example',
    load: () => import('./commands/diff.ts'),
  }),
  command({
    name: 'crds',
    operands: 'add|update|list ...',
    summary: 'keep the CRDs that custom resources need',
    load: () => import('./commands/crds.ts'),
  }),
  command({
    name: 'example',
    operands: '<kind>',
    summary: 'print a valid object of a built-in kind or a CRD',
    load: () => import('./commands/example.ts'),
  }),
  command({
    name: 'eval',
    operands: '<expression>',
    summary: 'evaluate a CEL expression: value, type and cost',
    load: () => import('./commands/eval.ts'),
  }),
  command({
    name: 'cost',
    operands: '[paths...]',
    summary: 'list CEL expressions by cost, with the limits that reduce it',
    load: () => import('./commands/cost.ts'),
  }),
  command({
    name: 'test',
    operands: '[paths...]',
    summary: 'run the tests of admission policies',
    load: () => import('./commands/test.ts'),
  }),
  command({
    name: 'suppress',
    operands: '<rule> <paths...>',
    summary: 'write suppressions for what a rule reports',
    load: () => import('./commands/suppress.ts'),
  }),
  command({
    name: 'config',
    operands: 'init|show',
    summary: 'write a commented configuration, or show the one in effect',
    load: () => import('./commands/config.ts'),
  }),
  command({
    name: 'schema',
    operands: '<kind>|all|config|test',
    summary: 'print a JSON Schema for editors',
    load: () => import('./commands/schema.ts'),
  }),
  command({
    name: 'lsp',
    operands: '',
    summary: 'serve an editor as a language server',
    load: () => import('./commands/lsp.ts'),
  }),
  command({
    name: 'clean',
    operands: '',
    summary: 'remove the code caches',
    load: () => import('./commands/clean.ts'),
  }),
  command({
    name: 'completion',
    operands: 'bash|zsh|fish',
    summary: 'print a script that completes command lines',
    load: () => import('./commands/completion.ts'),
  }),
];

/** A command that prints help, or runs with its arguments. */
function command<Options extends object>(
  described: CommandDescription & { load(): Promise<CommandModule<Options>> },
): Command {
  return {
    ...described,
    async load() {
      const { parser, run } = await described.load();
      return {
        options: parser().options,
        async run(args, host, messages) {
          const parsed = parser().parse(args);
          if (parsed.kind === 'run') return run(parsed, host, messages);
          await writeOut(host.stdout, parsed.text);
          return EXIT.clean;
        },
      };
    },
  };
}

/** The command that the first argument names. */
export function commandNamed(name: string | undefined): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}
