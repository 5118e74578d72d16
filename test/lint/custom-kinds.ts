import { inOneGo } from '../../src/base/steps.ts';
import type { CustomKinds } from '../../src/lint/memory/custom-kinds.ts';
import type { RunOptions } from '../../src/lint/options.ts';
import { Parts } from '../../src/lint/parts/parts.ts';
import { Run } from '../../src/lint/run.ts';

/** The kinds that the CRDs in some texts define, by the names of their files. */
export function customKindsIn(
  texts: Readonly<Record<string, string>>,
  options: RunOptions = {},
): CustomKinds {
  const run = new Run(options);
  const parts = new Parts(run, false);
  for (const [name, content] of Object.entries(texts)) inOneGo(parts.addSource({ name, content }));
  return run.kinds;
}
