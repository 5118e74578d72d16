/** The facts about a command that are known without its code. */
export interface CommandDescription {
  readonly name: string;
  /** The operands, as help shows them. */
  readonly operands: string;
  readonly summary: string;
}

/** The commands other than lint, in the order of help. */
export const COMMAND_LIST = [
  {
    name: 'init',
    operands: '',
    summary: 'set a repository up: configuration, hook, CI job, editor task',
  },
  {
    name: 'explain',
    operands: '<rule>',
    summary: 'print the page of a rule, or find it by an error message',
  },
  { name: 'rules', operands: '[family]', summary: 'list the rules' },
  {
    name: 'upgrade',
    operands: '<from> <to> [paths...]',
    summary: 'report what changes for manifests between two minors',
  },
  {
    name: 'admit',
    operands: '[paths...]',
    summary: 'run admission policies over the objects of manifests',
  },
  {
    name: 'diff',
    operands: '<old> <new>',
    summary: 'show what a change of CRDs breaks, each with an example',
  },
  {
    name: 'crds',
    operands: 'add|update|list ...',
    summary: 'keep the CRDs that custom resources need',
  },
  {
    name: 'example',
    operands: '<kind>',
    summary: 'print a valid object of a built-in kind or a CRD',
  },
  {
    name: 'eval',
    operands: '<expression>',
    summary: 'evaluate a CEL expression: value, type and cost',
  },
  {
    name: 'cost',
    operands: '[paths...]',
    summary: 'list CEL expressions by cost, with the limits that reduce it',
  },
  { name: 'test', operands: '[paths...]', summary: 'run the tests of admission policies' },
  {
    name: 'suppress',
    operands: '<rule> <paths...>',
    summary: 'write suppressions for what a rule reports',
  },
  {
    name: 'config',
    operands: 'init|show',
    summary: 'write a commented configuration, or show the one in effect',
  },
  {
    name: 'schema',
    operands: '<kind>|all|config|test',
    summary: 'print a JSON Schema for editors',
  },
  { name: 'lsp', operands: '', summary: 'serve an editor as a language server' },
  { name: 'clean', operands: '', summary: 'remove the code caches' },
  {
    name: 'completion',
    operands: 'bash|zsh|fish',
    summary: 'print a script that completes command lines',
  },
] as const satisfies readonly CommandDescription[];

export type CommandName = (typeof COMMAND_LIST)[number]['name'];
