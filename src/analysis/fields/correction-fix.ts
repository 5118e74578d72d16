import type { DecodeProblem } from '../../decode/index.ts';
import type { Fix } from '../../result/fix.ts';
import { safeFix } from '../../rule/fix.ts';
import type { Origin } from '../../rule/resource.ts';

type UnknownFieldProblem = DecodeProblem & { readonly kind: 'unknown-field' | 'lost-field' };

/** The fix of an unknown field that is misspelled or misplaced, if only one other field may be meant. */
export function correctionFix(
  origin: Origin,
  { path, name, correction, suggestion = '' }: UnknownFieldProblem,
): Fix | undefined {
  switch (correction?.kind) {
    case 'rename':
      return safeFix(origin, `rename ${name} to ${correction.name}`, {
        kind: 'rename-key',
        path,
        key: correction.name,
      });
    case 'move':
      return safeFix(origin, `move it to ${suggestion}`, { kind: 'move', path, to: correction.to });
    default:
      return undefined;
  }
}
