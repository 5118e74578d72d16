import type { Style } from '../../report/style.ts';
import { wrap } from '../../report/wrap.ts';

/**
 * Renders the Markdown of the pages of kubeadmit for a terminal: headings, paragraphs, lists, fenced code, code spans
 * and links. It does not support other Markdown.
 *
 * @param width the columns of the output; undefined if lines are not broken
 */
export function renderMarkdown(text: string, style: Style, width: number | undefined): string {
  const lines = blocksOf(text).flatMap((block) => [...renderBlock(block, style, width), '']);
  return lines
    .map((line) => `${line}\n`)
    .join('')
    .replace(/\n+$/, '\n');
}

/** The beginning of an item of a list, which may be in another item. */
const ITEM = /^( *)(- |\d+\. )/;

/** A block of lines; a fenced block keeps its fences. */
type Block = readonly string[];

/** The blocks of a text, which empty lines separate outside of fences. */
function blocksOf(text: string): readonly Block[] {
  const blocks: string[][] = [];
  let block: string[] = [];
  let isFenced = false;
  const close = () => {
    if (block.length > 0) blocks.push(block);
    block = [];
  };
  for (const line of text.split('\n')) {
    const isFence = line.startsWith('```');
    if (isFence && !isFenced) close();
    if (line === '' && !isFenced) close();
    else block.push(line);
    if (isFence) {
      if (isFenced) close();
      isFenced = !isFenced;
    }
  }
  close();
  return blocks;
}

function renderBlock(block: Block, style: Style, width: number | undefined): readonly string[] {
  const [first = ''] = block;
  if (first.startsWith('```')) return block.slice(1, -1).map((line) => `    ${line}`.trimEnd());
  if (first.startsWith('#')) return block.map((line) => style.strong(line.replace(/^#+ /, '')));
  if (first.startsWith('|')) return block;
  return paragraphsOf(block).flatMap((paragraph) => {
    const [, outer = '', mark = ''] = ITEM.exec(paragraph) ?? [];
    const text = withoutMarks(paragraph.slice(outer.length));
    const columns = width === undefined ? undefined : width - outer.length;
    const lines = wrap(text, columns, ' '.repeat(mark.length));
    return lines.map((line) => outer + paintCode(line, style));
  });
}

/** A paragraph, or each item of a list, as one line. */
function paragraphsOf(block: Block): readonly string[] {
  const paragraphs: string[] = [];
  for (const line of block) {
    if (paragraphs.length === 0 || ITEM.test(line)) paragraphs.push(line.trimEnd());
    else paragraphs.push(`${paragraphs.pop()} ${line.trim()}`);
  }
  return paragraphs;
}

/** Takes away the marks of links and emphasis; code spans keep theirs until the lines are broken. */
function withoutMarks(text: string): string {
  return text
    .replace(/<(https?:[^>]+)>/g, '$1')
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '$1 ($2)')
    .replace(/\*\*([^*]+)\*\*/g, '$1');
}

function paintCode(line: string, style: Style): string {
  return line.replace(/`([^`]+)`/g, (_, code: string) => style.code(code));
}
