import { getOrCompute } from '../../base/get-or-compute.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import { EditableText } from '../../edits/editable-text.ts';
import type { ResolvedChoice } from '../../edits/resolve-fix.ts';
import { firstContentLine, hasContent } from '../../lint/suppress/comments.ts';
import { suppressionEdits } from '../../lint/suppress/insertion.ts';
import type { Finding } from '../../result/finding.ts';
import type { TextEdit } from '../../result/text-edit.ts';
import type { OpenText } from './text/open-text.ts';

/** A change of a text that an editor offers for a finding. */
export interface CodeChange {
  readonly kind: 'safe-fix' | 'unsafe-fix' | 'suppress' | 'suppress-in-document';
  readonly title: string;
  readonly finding: Finding;
  /** Edits of the text, which do not overlap. */
  readonly edits: readonly TextEdit[];
}

/** The reason that the author of a suppression replaces by the real one. */
const REASON = 'TODO: give the reason';

/** The changes for some findings of a text: their fixes, and comments that suppress them. */
export function codeChanges(text: OpenText, findings: readonly Finding[]): readonly CodeChange[] {
  const fixes = findings.flatMap((finding): readonly CodeChange[] => {
    const isSafe = finding.fix?.isSafe === true;
    return choicesOf(text, finding).map(({ title, edits }) => ({
      kind: isSafe ? 'safe-fix' : 'unsafe-fix',
      title: titleOf(title, isSafe),
      finding,
      edits,
    }));
  });
  return [...fixes, ...findings.flatMap((finding) => suppressions(text, finding))];
}

/** Reports whether the safe fix of one of some findings can be written without changing anything else. */
export function hasSafeFix(text: OpenText, findings: readonly Finding[]): boolean {
  return findings.some(
    (finding) => finding.fix?.isSafe === true && choicesOf(text, finding).length > 0,
  );
}

const editableOf = onceForEach(({ text, parts }: OpenText) => new EditableText(text, parts));

const choicesIn = onceForEach((_: OpenText) => new Map<Finding, readonly ResolvedChoice[]>());

/** The choices of the fix of a finding. They are kept, because an editor asks again when the cursor moves. */
function choicesOf(text: OpenText, finding: Finding): readonly ResolvedChoice[] {
  const { fix, index } = finding;
  if (fix === null) return [];
  return getOrCompute(choicesIn(text), finding, () => editableOf(text).resolve(index, fix));
}

/** The title of a fix, which begins like those of all other actions. */
function titleOf(title: string, isSafe: boolean): string {
  const sentence = `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
  return isSafe ? sentence : `${sentence} (unsafe: may change what is meant)`;
}

function suppressions(text: OpenText, finding: Finding): readonly CodeChange[] {
  const { rule, index } = finding;
  const here = suppressionEdits(text, [finding], { rule, reason: REASON });
  const changes: CodeChange[] = [];
  if (here.length > 0) {
    changes.push({ kind: 'suppress', title: `Suppress ${rule} here`, finding, edits: here });
  }
  const part = text.parts[index];
  if (part !== undefined && part.format !== 'json') {
    const line = firstContentLine(text.text, text.lines, part.span);
    if (!hasContent(text.text, text.lines, line)) return changes;
    const { start } = text.lines.lineSpan(line);
    const lineBreak = /\r\n|\n|\r/.exec(text.text)?.[0] ?? '\n';
    const comment = `# kubeadmit: ignore[${rule}] ${REASON}${lineBreak}`;
    const edits = [{ start, end: start, text: comment }];
    const title = `Suppress ${rule} in this document`;
    changes.push({ kind: 'suppress-in-document', title, finding, edits });
  }
  return changes;
}

/** The change of a text to a new one, as one edit of the part that differs. Undefined if they are equal. */
export function smallestEdit(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined;
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start++;
  let same = 0;
  while (
    same < shortest - start &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  ) {
    same++;
  }
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}
