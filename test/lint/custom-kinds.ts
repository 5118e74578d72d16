import { checkEach } from '../../src/engine/check-each.ts';
import { CustomKinds } from '../../src/engine/custom-kinds.ts';
import { openPart } from '../../src/engine/open-part.ts';
import { planRun, type RunOptions } from '../../src/engine/run-plan.ts';
import { SourceText } from '../../src/engine/source-text.ts';

/** The kinds that the CRDs in some texts define, by the names of their files. */
export function customKindsIn(
  texts: Readonly<Record<string, string>>,
  options: RunOptions = {},
): CustomKinds {
  const plan = planRun(options);
  const kinds = new CustomKinds();
  for (const [name, content] of Object.entries(texts)) {
    const text = new SourceText({ name, content });
    for (const part of text.parts()) kinds.add(checkEach(openPart(text, part), plan).definitions);
  }
  return kinds;
}
