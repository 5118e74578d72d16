/** A finding that an example announces. */
export interface Mark {
  readonly messageId: string;
  readonly line: number;
  /** The columns, if carets show them. */
  readonly columns: { readonly start: number; readonly end: number } | undefined;
}

/**
 * Reads the marks of an example. `# expect: id` at the end of a line is a finding on that line;
 * `# ^^^ expect: id` on a line of its own is one on the line above, exactly over the carets. Several
 * ids are separated by commas.
 */
export function readMarks(example: string): readonly Mark[] {
  const marks: Mark[] = [];
  let line = 0;
  for (const [index, text] of example.split('\n').entries()) {
    const match = /^(.*?)#[ ]*(\^+)?[ ]*expect: (.*)$/.exec(text);
    const isCaretLine = match?.[2] !== undefined;
    if (!isCaretLine) line = index + 1;
    if (match === null) continue;
    const carets = match[2];
    const start = text.indexOf('^') + 1;
    for (const messageId of (match[3] ?? '').split(',')) {
      marks.push({
        messageId: messageId.trim(),
        line,
        columns: carets === undefined ? undefined : { start, end: start + carets.length },
      });
    }
  }
  return marks;
}
