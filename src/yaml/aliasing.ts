import { Refused } from './refusals.ts';
import type { Span } from './tree.ts';

const LOW = 400_000;
const HIGH = 4_000_000;

/**
 * Refuses a document whose aliases, written out, make it grow too much: go-yaml's limits.
 *
 * @param steps the values decoded so far
 * @param aliasSteps those of them that were decoded through an alias
 */
export function checkAliasing(steps: number, aliasSteps: number, span: Span): void {
  if (aliasSteps <= 100 || steps <= 1000 || aliasSteps / steps <= allowedShare(steps)) return;
  throw Refused.plain('alias-bomb', span, 'yaml: document contains excessive aliasing');
}

function allowedShare(steps: number): number {
  if (steps <= LOW) return 0.99;
  if (steps >= HIGH) return 0.1;
  return 0.99 - 0.89 * ((steps - LOW) / (HIGH - LOW));
}
