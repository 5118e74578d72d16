import { checkEach } from '../../src/lint/check/check-each.ts';
import { planRun, type RunOptions } from '../../src/lint/check/run-plan.ts';
import { openPart } from '../../src/lint/open/open-part.ts';
import { SourceText } from '../../src/lint/read/source-text.ts';
import { CustomKinds } from '../../src/lint/together/custom-kinds.ts';

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
