import { normalizePath } from '../../sources/project/normalize-path.ts';
import type { Source } from '../read/source.ts';

/** The sources of a list that are not among others, by their paths. */
export function withoutRepeated(
  sources: Iterable<Source>,
  others: readonly Source[],
): readonly Source[] {
  const paths = new Set(others.map(({ name }) => normalizePath(name)));
  return [...sources].filter(({ name }) => !paths.has(normalizePath(name)));
}
