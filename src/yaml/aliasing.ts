import { Refused } from './refusals.ts';
import type { Span } from './tree.ts';

const LOW = 400_000;
const HIGH = 4_000_000;

/**
 * The most characters that aliases add to a document. The server refuses requests above 3 MiB, but a list is sent item
 * by item.
 */
const MOST_CHARACTERS = 8 * 1024 * 1024;

/**
 * Refuses a document that grows too much when its aliases are expanded. The limits of the numbers of values are
 * go-yaml's.
 *
 * @param steps the number of values that have been decoded so far
 * @param aliasSteps the number of those that were decoded through an alias
 * @param aliasCharacters the number of characters that aliases repeat
 */
export function checkAliasing(
  steps: number,
  aliasSteps: number,
  aliasCharacters: number,
  span: Span,
): void {
  const hasManyValues =
    aliasSteps > 100 && steps > 1000 && aliasSteps / steps > allowedShare(steps);
  if (!hasManyValues && aliasCharacters <= MOST_CHARACTERS) return;
  throw Refused.plain('alias-bomb', span, 'yaml: document contains excessive aliasing');
}

function allowedShare(steps: number): number {
  if (steps <= LOW) return 0.99;
  if (steps >= HIGH) return 0.1;
  return 0.99 - 0.89 * ((steps - LOW) / (HIGH - LOW));
}
