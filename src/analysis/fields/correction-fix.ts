import type { Fix } from '../../result/fix.ts';
import { safeFix } from '../../rule/fix.ts';
import type { Origin } from '../../rule/origin.ts';
import type { FieldCorrection } from '../../server/decode/index.ts';
import type { Path } from '../../yaml/index.ts';

interface CorrectedField {
  /** The path from the root of the document. */
  readonly path: Path;
  readonly name: string;
  readonly correction: FieldCorrection | undefined;
  /** The correct place of the field, for the title of the fix. */
  readonly suggestion: string | undefined;
}

/** The fix of an unknown field that is misspelled or misplaced, if there is only one possible correction. */
export function correctionFix(
  origin: Origin,
  { path, name, correction, suggestion = '' }: CorrectedField,
): Fix | undefined {
  switch (correction?.kind) {
    case 'rename':
      return safeFix(origin, {
        title: `rename ${name} to ${correction.name}`,
        edits: [{ kind: 'rename-key', path, key: correction.name }],
      });
    case 'move':
      return safeFix(origin, {
        title: `move it to ${suggestion}`,
        edits: [{ kind: 'move', path, to: correction.to }],
      });
    default:
      return undefined;
  }
}
