import { type Command, type LoadedCommand, loadedCommand } from './command.ts';
import { COMMAND_LIST, type CommandName } from './command-list.ts';

const LOADERS: Readonly<Record<CommandName, () => Promise<LoadedCommand>>> = {
  init: async () => loadedCommand(await import('./commands/init.ts')),
  explain: async () => loadedCommand(await import('./commands/explain.ts')),
  rules: async () => loadedCommand(await import('./commands/rules.ts')),
  upgrade: async () => loadedCommand(await import('./commands/upgrade.ts')),
  admit: async () => loadedCommand(await import('./commands/admit.ts')),
  diff: async () => loadedCommand(await import('./commands/diff.ts')),
  crds: async () => loadedCommand(await import('./commands/crds.ts')),
  example: async () => loadedCommand(await import('./commands/example.ts')),
  eval: async () => loadedCommand(await import('./commands/eval.ts')),
  cost: async () => loadedCommand(await import('./commands/cost.ts')),
  test: async () => loadedCommand(await import('./commands/test.ts')),
  suppress: async () => loadedCommand(await import('./commands/suppress.ts')),
  config: async () => loadedCommand(await import('./commands/config.ts')),
  schema: async () => loadedCommand(await import('./commands/schema.ts')),
  lsp: async () => loadedCommand(await import('./commands/lsp.ts')),
  clean: async () => loadedCommand(await import('./commands/clean.ts')),
  completion: async () =>
    loadedCommand((await import('./commands/completion.ts')).completionOf(COMMANDS)),
};

/** The commands other than lint, in the order of help. */
export const COMMANDS: readonly Command[] = COMMAND_LIST.map((described) => ({
  ...described,
  load: LOADERS[described.name],
}));

/** The command that the first argument names. */
export function commandNamed(name: string | undefined): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}
