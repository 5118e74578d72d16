import { openPart } from '../open/open-part.ts';
import type { SourceText } from '../read/source-text.ts';
import type { Run } from '../run.ts';
import { checkEach } from './check-each.ts';
import type { PartResult } from './checked-part.ts';

/** Opens the parts of a text and checks each object in them. */
export function* checkSource(text: SourceText, run: Run): Iterable<PartResult> {
  for (const part of text.parts()) {
    yield checkEach(openPart(text, part), run);
  }
  text.lines.release();
}
