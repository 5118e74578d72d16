import type { KindFacts } from './kinds.ts';
import { compareMinors, type Minor } from './minors.ts';

/** Reports whether a server of the minor sets `metadata.generation` of new objects of a kind. */
export function setsGeneration({ hasGeneration }: KindFacts, minor: Minor): boolean {
  if (hasGeneration === undefined || hasGeneration === true) return hasGeneration === true;
  return compareMinors(minor, hasGeneration) >= 0;
}
