import { LONG_TEXT, type Steps } from '../../base/steps.ts';
import { openPart } from '../open/open-part.ts';
import type { SourceText } from '../read/source-text.ts';
import type { Run } from '../run.ts';
import { checkEach } from './check-each.ts';
import type { PartResult } from './checked-part.ts';

/** Opens the parts of a text, checks each object in them, and adds the results. */
export function* checkSource(
  text: SourceText,
  run: Run,
  add: (part: PartResult) => void,
): Steps<void> {
  for (const part of text.parts()) {
    if (part.span.end - part.span.start >= LONG_TEXT) yield;
    add(yield* checkEach(openPart(text, part), run));
    yield;
  }
  text.lines.release();
}
