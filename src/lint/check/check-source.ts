import { openPart } from '../open/open-part.ts';
import type { SourceText } from '../read/source-text.ts';
import type { Run } from '../run.ts';
import { checkEach } from './check-each.ts';
import type { PartResult } from './checked-part.ts';

/** Opens the parts of a text and checks each object in them. The kinds that its CRDs define are known afterwards. */
export function* checkSource(text: SourceText, run: Run): Iterable<PartResult> {
  for (const part of text.parts()) {
    const checked = checkEach(openPart(text, part), run);
    run.kinds.add(checked.definitions);
    yield checked;
  }
  text.lines.release();
}
