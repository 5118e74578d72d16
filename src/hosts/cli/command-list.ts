/** The facts about a command that are known without its code. */
export interface CommandDescription {
  readonly name: string;
  /** The operands, as help shows them. */
  readonly operands: string;
  readonly summary: string;
}

/** The commands other than lint, in the order of help. */
export const COMMAND_LIST = [
  command('init', '', 'set a repository up: configuration, hook, CI job, editor task'),
  command('explain', '<rule>', 'print the page of a rule, or find it by an error message'),
  command('rules', '[family]', 'list the rules'),
  command(
    'upgrade',
    '<from> <to> [paths...]',
    'report what changes for manifests between two minors',
  ),
  command('admit', '[paths...]', 'run admission policies over the objects of manifests'),
  command('diff', '<old> <new>', 'show what a change of CRDs breaks, each with an example'),
  command('crds', 'add|update|list ...', 'keep the CRDs that custom resources need'),
  command('example', '<kind>', 'print a valid object of a built-in kind or a CRD'),
  command('eval', '<expression>', 'evaluate a CEL expression: value, type and cost'),
  command('cost', '[paths...]', 'list CEL expressions by cost, with the limits that reduce it'),
  command('test', '[paths...]', 'run the tests of admission policies'),
  command('suppress', '<rule> <paths...>', 'write suppressions for what a rule reports'),
  command('config', 'init|show', 'write a commented configuration, or show the one in effect'),
  command('schema', '<kind>|all|config|test', 'print a JSON Schema for editors'),
  command('lsp', '', 'serve an editor as a language server'),
  command('clean', '', 'remove the code caches'),
  command('completion', 'bash|zsh|fish', 'print a script that completes command lines'),
] as const;

export type CommandName = (typeof COMMAND_LIST)[number]['name'];

function command<const Name extends string>(name: Name, operands: string, summary: string) {
  return { name, operands, summary };
}
