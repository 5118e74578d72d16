import { LONG_TEXT } from '../../base/steps.ts';
import { openPart } from '../open/open-part.ts';
import type { SourceText } from '../read/source-text.ts';
import type { Run } from '../run.ts';
import { checkEach } from './check-each.ts';
import type { PartResult } from './checked-part.ts';

/** Opens the parts of a text and checks each object in them. Yields undefined for a step to the next result. */
export function* checkSource(text: SourceText, run: Run): Iterable<PartResult | undefined> {
  for (const part of text.parts()) {
    if (part.span.end - part.span.start >= LONG_TEXT) yield undefined;
    const checked = yield* checkEach(openPart(text, part), run);
    yield checked;
  }
  text.lines.release();
}
