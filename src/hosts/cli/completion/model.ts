import { SETTINGS } from '../../../config/settings.ts';
import { families, ruleNames } from '../../../lint/rules/rule-names.ts';
import { FORMATS } from '../../../report/format.ts';
import { allKinds } from '../../../server/kubernetes/kinds.ts';
import { MINORS } from '../../../server/kubernetes/minors.ts';
import type { OptionDescription } from '../argument-parser.ts';
import type { Command } from '../command.ts';
import { CRDS_ACTIONS } from '../commands/crds.ts';
import { LAYOUT_PARTS } from '../init/layout.ts';
import { lintOptions } from '../lint/option-parser.ts';

/** The parts of a command line that can be completed. */
export interface CompletionModel {
  readonly commands: readonly CompletedCommand[];
  /** The options of lint, which needs no name. */
  readonly options: readonly CompletedOption[];
}

interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  /** The possible operands, in addition to files. */
  readonly words: readonly string[];
  readonly options: readonly CompletedOption[];
}

export interface CompletedOption {
  /** The names of the option, such as `-f` and `--format`. */
  readonly names: readonly string[];
  readonly description: string;
  /** The possible values of the option. */
  readonly value: CompletedValue;
}

type CompletedValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'text' }
  | { readonly kind: 'file' }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** Words that are separated by commas. */
  | { readonly kind: 'list'; readonly words: readonly string[] };

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

/**
 * The commands and options of this version.
 *
 * @param commands all commands other than lint
 */
export async function completionModel(commands: readonly Command[]): Promise<CompletionModel> {
  const completed = commands.map(async (command) => {
    const { name, summary } = command;
    const { options } = await command.load();
    return { name, summary, words: wordsOf(name), options: options.map(completedOption) };
  });
  const names = ['lint', ...commands.map(({ name }) => name)];
  return {
    commands: [
      ...(await Promise.all(completed)),
      { name: 'help', summary: 'print help', words: names, options: [] },
    ],
    options: lintOptions().map(completedOption),
  };
}

function wordsOf(command: string): readonly string[] {
  switch (command) {
    case 'explain':
    case 'suppress':
      return ruleNames();
    case 'rules':
      return families();
    case 'upgrade':
      return MINORS;
    case 'config':
      return ['init', 'show'];
    case 'crds':
      return CRDS_ACTIONS;
    case 'schema':
      return [
        'all',
        'config',
        'test',
        ...allKinds().flatMap((one) => (one.validated ? [one.kind] : [])),
      ];
    case 'completion':
      return SHELLS;
    default:
      return [];
  }
}

function completedOption(option: OptionDescription): CompletedOption {
  const { names, description, choices } = option;
  const value: CompletedValue =
    choices === undefined ? completedValue(option) : { kind: 'words', words: choices };
  return { names, description, value };
}

function completedValue({ names, placeholder }: OptionDescription): CompletedValue {
  switch (placeholder) {
    case undefined:
      return { kind: 'none' };
    case 'file':
    case 'folder':
    case 'path':
    case 'ref|path':
      return { kind: 'file' };
    case 'format':
      return { kind: 'words', words: FORMATS };
    case 'version':
      return { kind: 'words', words: MINORS };
    case 'rules':
      return { kind: 'list', words: ruleNames() };
    case 'parts':
      return { kind: 'list', words: LAYOUT_PARTS };
    case 'severity':
      return { kind: 'words', words: severities() };
    default:
      return names.includes('--stdin-filename') ? { kind: 'file' } : { kind: 'text' };
  }
}

function severities(): readonly string[] {
  const { enum: words } = SETTINGS.failOn.type.schema;
  return Array.isArray(words) ? words : [];
}
