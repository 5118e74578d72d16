import type { Source } from '../engine/source-text.ts';
import { normalizePath } from '../project/normalize-path.ts';

/** The sources of a list that are not among others, by their paths. */
export function withoutRepeated(
  sources: Iterable<Source>,
  others: readonly Source[],
): readonly Source[] {
  const paths = new Set(others.map(({ name }) => normalizePath(name)));
  return [...sources].filter(({ name }) => !paths.has(normalizePath(name)));
}
