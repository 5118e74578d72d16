import { SETTINGS } from '../../config/settings.ts';
import { families, ruleNames } from '../../engine/rule-names.ts';
import { allKinds } from '../../kubernetes/kinds.ts';
import { MINORS } from '../../kubernetes/minors.ts';
import { FORMATS } from '../../report/format.ts';
import type { OptionDescription } from '../argument-parser.ts';
import { COMMANDS } from '../commands.ts';
import { lintOptions } from '../lint/arguments.ts';

/** What can be completed on a command line. */
export interface CompletionModel {
  readonly commands: readonly CompletedCommand[];
  /** The options of lint. */
  readonly options: readonly CompletedOption[];
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  /** What its operands may be, beside files. */
  readonly words: readonly string[];
}

export interface CompletedOption {
  /** Such as `-f` and `--format`. */
  readonly names: readonly string[];
  readonly description: string;
  /** What its value may be. */
  readonly value: CompletedValue;
}

export type CompletedValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'text' }
  | { readonly kind: 'file' }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** Words that are separated by commas. */
  | { readonly kind: 'list'; readonly words: readonly string[] };

/** The shells that can complete. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

/** The commands and options of this version. */
export function completionModel(): CompletionModel {
  return {
    commands: [
      ...COMMANDS.map(({ name, summary }) => ({ name, summary, words: wordsOf(name) })),
      { name: 'help', summary: 'print help', words: COMMANDS.map(({ name }) => name) },
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
    case 'config':
      return ['init', 'show'];
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

function completedOption({ names, placeholder, description }: OptionDescription): CompletedOption {
  return { names, description, value: completedValue(names, placeholder) };
}

function completedValue(names: readonly string[], placeholder: string | undefined): CompletedValue {
  switch (placeholder) {
    case undefined:
      return { kind: 'none' };
    case 'file':
    case 'path':
      return { kind: 'file' };
    case 'format':
      return { kind: 'words', words: FORMATS };
    case 'version':
      return { kind: 'words', words: MINORS };
    case 'rules':
      return { kind: 'list', words: ruleNames() };
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
