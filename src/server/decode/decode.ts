import type { Minor } from '../kubernetes/minors.ts';
import type { Mapping } from '../kubernetes/value.ts';
import { annotationProblem } from './annotations.ts';
import { type CollectedProblems, collectProblems } from './collect.ts';
import { correctionAt, type DecodeProblem, isUndecodable, type Path } from './problem.ts';
import { type Edit, withEdits } from './settle.ts';
import { pathOf, readTyped } from './typed-reader.ts';

/** An object as the server of one minor decodes it. */
export interface Decoded {
  /** The problems in the order in which the server reads. */
  readonly problems: readonly DecodeProblem[];
  /** True if there are problems other than unknown and lost fields, so that the server cannot decode the object. */
  readonly undecodable: boolean;
  /**
   * The value with the types of the definition: values of a wrong type are removed, and nulls are replaced as on the
   * server.
   */
  readonly value: Mapping;
  /** Reports whether the value at a path of the document, or a part of it, was removed because of its type. */
  isPruned(path: Path): boolean;
}

export interface DecodeOptions {
  /** The path of the object in its document: empty, or the path of an item of a List. */
  readonly at?: Path;
}

/**
 * Decodes an object as the server does with `fieldValidation=Strict`, which kubectl requests.
 *
 * The given value does not change. The parts of a valid object are not copied.
 *
 * @param definition the definition of the object, such as `core.v1.Pod` (`definitionNameOf`)
 * @param value the object with its `apiVersion`
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
  // There are so many values of a wrong type that not all of them are known, so all fields are removed.
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

/**
 * Shortens a path to the list around it: a list with an item of a wrong type is removed as a whole, because its indexes
 * would be wrong without the item.
 */
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
