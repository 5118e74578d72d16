import { createHash } from 'node:crypto';
import {
  changeOf,
  numbersFrom,
  type Replacement,
  wholeOffset,
} from '../hosts/language-server/random-editing.ts';

/** A recording of an editor that changes files. It has the seed of its edits instead of the edits themselves. */
export interface Recording {
  /** The folder of the files, in `fixtures/`. */
  readonly folder: string;
  /** The files that are edited. */
  readonly files: readonly string[];
  readonly seed: number;
  readonly edits: number;
  /** The SHA-256 of the texts after all edits, which shows that the edits are those that were recorded. */
  readonly sha256: string;
}

/** An edit of a file. */
interface Edit {
  readonly file: string;
  readonly change: ReturnType<typeof changeOf>['change'];
  /** True if the editor goes to another file after it. */
  readonly isLast: boolean;
}

/** The most edits of a file before the editor goes to another one. */
const LONGEST_STAY = 200;

/**
 * The edits of a recording. Half of them take the last edit of the file back that is not taken back yet, so that the
 * files do not become unreadable. Most others insert or remove a character.
 *
 * @param texts the texts of the files, which are changed
 */
export function* editsOf(
  { files, seed, edits }: Recording,
  texts: Map<string, string>,
): Generator<Edit> {
  const below = numbersFrom(seed);
  const undone = new Map<string, Replacement[]>(files.map((file) => [file, []]));
  for (let made = 0; made < edits; ) {
    const file = files[below(files.length)] ?? '';
    const inverses = undone.get(file) ?? [];
    for (let left = Math.min(1 + below(LONGEST_STAY), edits - made); left > 0; left--, made++) {
      const text = texts.get(file) ?? '';
      const inverse = below(2) === 0 ? inverses.pop() : undefined;
      const replacement = inverse ?? randomReplacement(text, below);
      if (inverse === undefined) {
        const { start, end, text: inserted } = replacement;
        const replaced = text.slice(start, end);
        inverses.push({ start, end: start + inserted.length, text: replaced });
      }
      const { change, after } = changeOf(text, replacement);
      texts.set(file, after);
      yield { file, change, isLast: left === 1 };
    }
  }
}

/** Characters and words that are inserted. */
const INSERTED = [
  ...'abz019 :-"\'#{}[],&*|>!$.\n',
  '😀',
  '  ',
  '\r\n',
  '\n---\n',
  'kind: ',
  'name: x\n',
];

function randomReplacement(text: string, below: (limit: number) => number): Replacement {
  const start = wholeOffset(text, below(text.length + 1));
  const kind = below(16);
  const inserted = INSERTED[below(INSERTED.length)] ?? '';
  // A line, or a few characters, or one.
  const length = kind === 0 ? below(80) : kind === 1 ? below(8) : kind < 8 ? 1 : 0;
  const end = wholeOffset(text, start + length);
  return { start, end, text: kind > 1 && kind < 6 ? '' : inserted };
}

/** The hash of some texts. */
export function hashOf(texts: ReadonlyMap<string, string>): string {
  return createHash('sha256')
    .update(JSON.stringify([...texts]))
    .digest('hex');
}
