import type { Messages } from './channel.ts';
import type { ExitCode } from './exit.ts';
import type { Host } from './host.ts';

/** A command other than lint. */
export interface Command {
  readonly name: string;
  /** The operands, as help shows them. */
  readonly operands: string;
  readonly summary: string;
  /** Loads the code of the command, only when it is needed. */
  load(): Promise<CommandModule>;
}

/** The code of a command. */
export interface CommandModule {
  /**
   * @param args after the name of the command
   * @throws UsageError
   */
  run(args: readonly string[], host: Host, messages: Messages): Promise<ExitCode>;
}

/** The commands other than lint, in the order of help. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'init',
    operands: '',
    summary: 'set a repository up: configuration, hook, CI job, editor task',
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'explain',
    operands: '<rule>',
    summary: 'print the page of a rule, or find it by an error message',
    load: () => import('./commands/explain.ts'),
  },
  {
    name: 'rules',
    operands: '[family]',
    summary: 'list the rules',
    load: () => import('./commands/rules.ts'),
  },
  {
    name: 'upgrade',
    operands: '<from> <to> [paths...]',
    summary: 'report what changes for manifests between two minors',
    load: () => import('./commands/upgrade.ts'),
  },
  {
    name: 'admit',
    operands: '[paths...]',
    summary: 'run admission policies over the objects of manifests',
    load: () => import('./commands/admit.ts'),
  },
  {
    name: 'diff',
    operands: '<old> <new>',
    summary: 'show what a change of CRDs breaks, each with an example',
    load: () => import('./commands/diff.ts'),
  },
  {
    name: 'crds',
    operands: 'add|update|list ...',
    summary: 'keep the CRDs that custom resources need',
    load: () => import('./commands/crds.ts'),
  },
  {
    name: 'example',
    operands: '<kind>',
    summary: 'print a valid custom resource, made from its CRD',
    load: () => import('./commands/example.ts'),
  },
  {
    name: 'eval',
    operands: '<expression>',
    summary: 'evaluate a CEL expression: value, type and cost',
    load: () => import('./commands/eval.ts'),
  },
  {
    name: 'cost',
    operands: '[paths...]',
    summary: 'list CEL expressions by cost, with the limits that reduce it',
    load: () => import('./commands/cost.ts'),
  },
  {
    name: 'test',
    operands: '[paths...]',
    summary: 'run the tests of admission policies',
    load: () => import('./commands/test.ts'),
  },
  {
    name: 'suppress',
    operands: '<rule> <paths...>',
    summary: 'write suppressions for what a rule reports',
    load: () => import('./commands/suppress.ts'),
  },
  {
    name: 'config',
    operands: 'init|show',
    summary: 'write a commented configuration, or show the one in effect',
    load: () => import('./commands/config.ts'),
  },
  {
    name: 'schema',
    operands: '<kind>|all|config|test',
    summary: 'print a JSON Schema for editors',
    load: () => import('./commands/schema.ts'),
  },
  {
    name: 'lsp',
    operands: '',
    summary: 'serve an editor as a language server',
    load: () => import('./commands/lsp.ts'),
  },
  {
    name: 'clean',
    operands: '',
    summary: 'remove the code caches',
    load: () => import('./commands/clean.ts'),
  },
  {
    name: 'completion',
    operands: 'bash|zsh|fish',
    summary: 'print a script that completes command lines',
    load: () => import('./commands/completion.ts'),
  },
];

/** The command that the first argument names. */
export function commandNamed(name: string | undefined): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}
