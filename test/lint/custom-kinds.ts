import { checkSource } from '../../src/lint/check/check-source.ts';
import type { CustomKinds } from '../../src/lint/memory/custom-kinds.ts';
import { SourceText } from '../../src/lint/read/source-text.ts';
import { Run, type RunOptions } from '../../src/lint/run.ts';

/** The kinds that the CRDs in some texts define, by the names of their files. */
export function customKindsIn(
  texts: Readonly<Record<string, string>>,
  options: RunOptions = {},
): CustomKinds {
  const run = new Run(options);
  for (const [name, content] of Object.entries(texts)) {
    // The kinds are added while the parts are read.
    for (const _ of checkSource(new SourceText({ name, content }), run));
  }
  return run.kinds;
}
