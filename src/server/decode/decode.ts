import type { Minor } from '../kubernetes/minors.ts';
import type { Mapping } from '../kubernetes/value.ts';
import { annotationProblem } from './annotations.ts';
import { type CollectedProblems, collectProblems } from './collect.ts';
import { correctionAt, type DecodeProblem, isUndecodable, type Path } from './problem.ts';
import { type Edit, withEdits } from './settle.ts';
import { pathOf, readTyped } from './typed-reader.ts';

/** An object as the server of one minor decodes it. */
export interface Decoded {
  /** In the order in which the server reads. */
  readonly problems: readonly DecodeProblem[];
  /** Whether there is anything other than unknown and lost fields: the server gives up. */
  readonly undecodable: boolean;
  /** Of the types of the definition: what is ill-typed is gone, nulls are what the server takes them for. */
  readonly value: Mapping;
  /** Whether the value at a path of the document was removed, or part of what was, because of its type. */
  isPruned(path: Path): boolean;
}

export interface DecodeOptions {
  /** Where the object stands in its document: empty, or the path of a List's item. */
  readonly at?: Path;
}

/**
 * Decodes an object as the server does with `fieldValidation=Strict`, which kubectl asks for.
 *
 * The value that is given stays as it is. What a clean object has is not copied.
 *
 * @param definition of the object, such as `core.v1.Pod` (`definitionNameOf`)
 * @param value the object, from its `apiVersion` on
 */
export function decode(
  definition: string,
  value: Mapping,
  minor: Minor,
  { at = [] }: DecodeOptions = {},
): Decoded {
  const { root, oddValues } = readTyped(definition, value, minor);
  const { problems, isCut } = root.entries === undefined ? CLEAN : collectProblems(root);
  const pruned = problems.filter(isUndecodable).map(({ path }) => withoutIndexes(path));
  // More ill-typed values than anybody counts: nothing is left to look at.
  if (isCut) pruned.splice(0, pruned.length, ...Object.keys(value).map((key) => [key]));
  const odd = oddValues.map(
    (one): Edit => ({ path: pathOf(one.node, one.segment), value: one.value }),
  );
  const removed = pruned.map((path): Edit => ({ path, value: undefined }));
  const settled = withEdits(value, [...odd, ...removed]);
  const inAnnotations = annotationProblem(definition, settled);
  const all = inAnnotations === undefined ? problems : [...problems, inAnnotations];
  return {
    problems: all.map((problem) => (at.length === 0 ? problem : placedAt(at, problem))),
    undecodable: pruned.length > 0 || inAnnotations !== undefined,
    value: settled,
    isPruned: prunedTest(pruned.map((path) => [...at, ...path])),
  };
}

/** A problem of an item of a List, with the paths of the document. */
function placedAt(at: Path, problem: DecodeProblem): DecodeProblem {
  const path = [...at, ...problem.path];
  return 'correction' in problem
    ? { ...problem, path, correction: correctionAt(at, problem.correction) }
    : { ...problem, path };
}

const CLEAN: CollectedProblems = { problems: [], isCut: false };

/** A list with an ill-typed item goes as a whole: without the item, indexes would be wrong. */
function withoutIndexes(path: Path): Path {
  let length = path.length;
  while (length > 0 && typeof path[length - 1] === 'number') length--;
  return path.slice(0, length);
}

function prunedTest(pruned: readonly Path[]): (path: Path) => boolean {
  if (pruned.length === 0) return () => false;
  return (path) =>
    pruned.some(
      (gone) => gone.length <= path.length && gone.every((segment, at) => segment === path[at]),
    );
}
