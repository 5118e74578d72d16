import { type LintOptions, lint, type Source } from '../library/index.ts';
import { withPacks } from './packs.ts';

export type * from '../library/index.ts';
export { lint, MINORS, NEWEST_MINOR, parseMinors } from '../library/index.ts';
export type {
  AdmitResult,
  EvaluationInput,
  EvaluationResult,
  ServerOptions,
  UpgradeOptions,
} from './commands.ts';
export { admit, diff, evaluate, upgrade } from './commands.ts';
export type {
  CompletionItem,
  CompletionList,
  Description,
  EditorPlace,
  TextSpan,
} from './editing.ts';
export { completionsAt, describeAt } from './editing.ts';
export { PackNeeded } from './packs.ts';

/**
 * Loads the code that `lint` needs for some input. The code is split into packs, and most input needs few of them.
 * `lint` is synchronous, and throws `PackNeeded` if a pack is missing.
 *
 * @param sources the sources of the run. They are iterated several times, as are those in the options: use arrays
 * @throws TypeError for a source or an option that is not valid
 */
export async function load(sources: Iterable<Source>, options: LintOptions = {}): Promise<void> {
  await withPacks(() => lint(sources, options));
}
