/** A replacement of a range of a text, in UTF-16 offsets; an insertion where the range is empty. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits, which must not overlap. Insertions at the same place keep their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let position = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    if (edit.start < position) throw new Error('edits overlap');
    result += text.slice(position, edit.start) + edit.text;
    position = edit.end;
  }
  return result + text.slice(position);
}
