import { getOrCompute } from '../../base/get-or-compute.ts';
import type { Finding } from '../../result/finding.ts';
import type { TextEdit } from '../../result/text-edit.ts';
import { objectsOf } from '../../server/decode/index.ts';
import { type Document, isMapping, type Lines, type Part } from '../../yaml/index.ts';
import { IGNORE_ANNOTATION } from './annotation.ts';
import { firstContentLine, hasContent } from './comments.ts';

/** The suppression to write: the rule, and the reason why its findings are not reported. */
export interface NewSuppression {
  readonly rule: string;
  readonly reason: string;
}

/** A text, and what has been read of it. */
interface ReadText {
  readonly text: string;
  readonly lines: Lines;
  readonly parts: readonly Part[];
}

/** The edits that suppress findings in a text: comments in YAML, annotations in JSON. */
export function suppressionEdits(
  read: ReadText,
  findings: readonly Finding[],
  suppression: NewSuppression,
): readonly TextEdit[] {
  return read.parts.flatMap((part) => {
    const own = findings.filter(({ index }) => index === part.index);
    if (own.length === 0) return [];
    return part.format === 'json'
      ? annotationEdits(part, own, suppression)
      : commentEdits(read, part, own, suppression);
  });
}

function commentEdits(
  { text, lines }: ReadText,
  part: Part,
  findings: readonly Finding[],
  { rule, reason }: NewSuppression,
): readonly TextEdit[] {
  const comment = `# kubeadmit: ignore[${rule}] ${reason}`;
  const head = firstContentLine(text, lines, part.span);
  const document = part.content.kind === 'value' ? part.content.document : undefined;
  const scalars =
    document === undefined
      ? []
      : getOrCompute(scalarsIn, document, () => longScalars(document, lines));
  const starts = document === undefined ? [head] : [head, ...itemLines(document, lines)];
  // Above directives without a document, a comment would be for the next document.
  const lacksContent = !hasContent(text, lines, head);
  const targets = findings.map(({ line }) => {
    // In a text that cannot be read only the head is certain.
    if (document === undefined) return lacksContent ? line : head;
    return scalars.find(({ first, last }) => first < line && line <= last)?.first ?? line;
  });
  return [...new Set(targets)].map((line): TextEdit => {
    const { start, end } = lines.lineSpan(line);
    const isWhole = scalars.every(({ first, last }) => first !== line && last !== line);
    // Above the first line of an object, a comment would be for the whole object.
    if (lacksContent || (document !== undefined && starts.includes(line) && isWhole)) {
      return { start: end, end, text: ` ${comment}` };
    }
    const content = text.slice(start, end);
    const indent = /^[ ]*/.exec(content)?.[0] ?? '';
    return { start, end: start, text: `${indent}${comment}${lineBreakIn(text)}` };
  });
}

interface ScalarLines {
  readonly first: number;
  readonly last: number;
}

/** The scalars of documents that go on over several lines. An editor asks for each finding. */
const scalarsIn = new WeakMap<Document, readonly ScalarLines[]>();

function longScalars(document: Document, lines: Lines): readonly ScalarLines[] {
  return [...document.scalars()].flatMap(({ span }) => {
    const end = Math.max(span.start, span.end - 1);
    const { line: first, endLine: last } = lines.range({ start: span.start, end });
    return first < last ? [{ first, last }] : [];
  });
}

/** The lines on which the items of a List begin. */
function itemLines(document: Document, lines: Lines): readonly number[] {
  return objectsOf(document.value).flatMap(({ item, path }) => {
    const start = item === null ? undefined : document.locate(path)?.value.start;
    return start === undefined ? [] : [lines.position(start).line];
  });
}

function lineBreakIn(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

function annotationEdits(
  { content }: Part,
  findings: readonly Finding[],
  { rule, reason }: NewSuppression,
): readonly TextEdit[] {
  if (content.kind === 'refused') return [];
  const { document } = content;
  const items = new Set(findings.map(({ item }) => item));
  return objectsOf(document.value).flatMap(({ item, path, value }) => {
    if (!items.has(item)) return [];
    const metadata = isMapping(value) ? value.metadata : undefined;
    const annotations = isMapping(metadata) ? metadata.annotations : undefined;
    const present = isMapping(annotations) ? annotations[IGNORE_ANNOTATION] : undefined;
    const entry = `${rule}: ${reason}`;
    if (typeof present === 'string') {
      const spans = document.locate([...path, 'metadata', 'annotations', IGNORE_ANNOTATION]);
      if (spans === undefined) return [];
      return [{ ...spans.value, text: JSON.stringify(`${present}\n${entry}`) }];
    }
    const pair = `${JSON.stringify(IGNORE_ANNOTATION)}: ${JSON.stringify(entry)}`;
    const parent = [...path, 'metadata', ...(isMapping(annotations) ? ['annotations'] : [])];
    const members = isMapping(annotations) ? annotations : metadata;
    const spans = document.locate(parent);
    if (spans === undefined || !isMapping(members)) return [];
    const added = isMapping(annotations) ? pair : `"annotations": { ${pair} }`;
    const at = spans.value.start + 1;
    const separator = Object.keys(members).length > 0 ? ', ' : ' ';
    return [{ start: at, end: at, text: ` ${added}${separator}` }];
  });
}
