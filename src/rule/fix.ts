import type { FieldEdit, Fix, FixChoice } from '../result/fix.ts';
import type { Document, Path } from '../yaml/index.ts';
import type { Origin } from './origin.ts';

/**
 * A fix that cannot change the intention of the author.
 *
 * @returns undefined if the document has an alias or a merge key there, so that an edit may change other values too
 */
export function safeFix(
  { document }: Pick<Origin, 'document'>,
  choice: FixChoice,
): Fix | undefined {
  return isEditable(document, choice.edits) ? { isSafe: true, choices: [choice] } : undefined;
}

/**
 * A fix that chooses one of several possible intentions of the author. The first choice is the one that is applied.
 *
 * @returns undefined if no choice can be written, as for `safeFix`
 */
export function unsafeFix(
  { document }: Pick<Origin, 'document'>,
  ...choices: readonly FixChoice[]
): Fix | undefined {
  const possible = choices.filter(({ edits }) => isEditable(document, edits));
  return possible.length === 0 ? undefined : { isSafe: false, choices: possible };
}

function isEditable(document: Document, edits: readonly FieldEdit[]): boolean {
  const isOwn = (path: Path) => {
    const spans = document.locate(path);
    return spans !== undefined && spans.anchor === undefined;
  };
  return edits.every((edit) => isOwn(edit.path) && (edit.kind !== 'move' || isOwn(edit.to)));
}
