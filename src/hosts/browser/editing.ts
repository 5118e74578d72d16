import { completionsAt as completionsIn } from '../../features/language-service/completion/completion.ts';
import type { Completion } from '../../features/language-service/completion/completion-item.ts';
import { expressionHover } from '../../features/language-service/expressions/expression-hover.ts';
import { fieldHover } from '../../features/language-service/hover.ts';
import { FolderIndex } from '../../features/language-service/index/folder-index.ts';
import type { ServiceContext } from '../../features/language-service/service-context.ts';
import { OpenText } from '../../features/language-service/text/open-text.ts';
import type { Source } from '../../lint/read/source.ts';
import { NEWEST_MINOR } from '../../server/kubernetes/minors.ts';
import { decodeText } from '../../yaml/index.ts';
import type { ServerOptions } from './commands.ts';
import { withPacks } from './packs.ts';

export interface EditorPlace {
  /** The name of the source. */
  readonly file: string;
  /** The offset in its text, in UTF-16 code units. */
  readonly offset: number;
}

/** A range of the text of a source, in UTF-16 code units; the end is exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** The description of a field, or of a part of an expression. */
export interface Description extends TextSpan {
  readonly markdown: string;
}

/** The texts that can be written in the place of a word. */
export interface CompletionList extends TextSpan {
  readonly items: readonly CompletionItem[];
}

/** A text that can be written. */
export type CompletionItem = Omit<Completion, 'description' | 'form'>;

/**
 * Describes the field, or the part of a CEL expression, at a place of a source.
 *
 * @returns null if there is nothing to describe
 */
export function describeAt(
  sources: readonly Source[],
  { file, offset }: EditorPlace,
  options: ServerOptions = {},
): Promise<Description | null> {
  return withPacks(() => {
    const text = openText(sources, file);
    const context = contextOf(sources, options);
    const found = expressionHover(text, offset, context) ?? fieldHover(text, offset, context);
    return found === undefined ? null : { markdown: found.markdown, ...spanOf(found) };
  });
}

/** Lists the fields, values and names that can be written at a place of a source. */
export function completionsAt(
  sources: readonly Source[],
  { file, offset }: EditorPlace,
  options: ServerOptions = {},
): Promise<CompletionList> {
  return withPacks(() => {
    const text = openText(sources, file);
    const context = contextOf(sources, options);
    const found = completionsIn(text, offset, context);
    // The editors that use this list do not change the spaces at the beginning of a line.
    if (found.indentation !== undefined) return { items: [], ...spanOf(found) };
    const items = found.items.map(({ description: _, form: __, ...item }) => item);
    return { items, ...spanOf(found) };
  });
}

function openText(sources: readonly Source[], file: string): OpenText {
  const source = sources.find(({ name }) => name === file);
  return new OpenText(source === undefined ? '' : decodeText(source.content).text);
}

function contextOf(
  sources: readonly Source[],
  { kubernetesVersion: minor = NEWEST_MINOR }: ServerOptions,
): ServiceContext {
  const index = new FolderIndex(sources);
  return { minor, index, customKinds: index.kinds(minor) };
}

function spanOf({ span: { start, end } }: { readonly span: TextSpan }): TextSpan {
  return { start, end };
}
