import type { TextEdit } from '../../result/text-edit.ts';
import { lineStart, readParts, valueAt } from '../../yaml/index.ts';
import { yamlScalar } from '../../yaml/print.ts';

const KEY = 'crds';

/**
 * Adds a path to the setting `crds` of a configuration. Undefined if the text has another value there, or cannot be
 * read.
 *
 * @param path from the folder of the configuration
 */
export function addCrdPath(text: string, path: string): TextEdit | undefined {
  const [part, ...others] = readParts(text);
  if (others.length > 0 || part?.content.kind === 'refused') return undefined;
  const document = part?.content.document;
  const item = yamlScalar(path);
  const listed = document && valueAt(document.value, [KEY]);
  if (listed === undefined) {
    const isEmpty = text.trim() === '';
    const lineBreak = isEmpty || text.endsWith('\n') ? '' : '\n';
    return { start: text.length, end: text.length, text: `${lineBreak}${KEY}:\n  - ${item}\n` };
  }
  if (!Array.isArray(listed)) return undefined;
  const list = document?.locate([KEY])?.value;
  const last = document?.locate([KEY, listed.length - 1])?.value;
  if (list === undefined) return undefined;
  if (last === undefined) return { start: list.start, end: list.end, text: `[${item}]` };
  const at = { start: last.end, end: last.end };
  if (text[list.start] === '[') return { ...at, text: `, ${item}` };
  const line = lineStart(text, last.start);
  return { ...at, text: `\n${text.slice(line, last.start)}${item}` };
}
