import type { KindName } from '../kubernetes/kinds.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { KindTypes } from '../kubernetes/types.generated.ts';
import type { Mapping } from '../kubernetes/value.ts';
import { type CollectedProblems, collectProblems } from './collect.ts';
import { type DecodeProblem, isUndecodable, type Path, problemHolds } from './problem.ts';
import { type Edit, hasNull, oddValues, withEdits } from './settle.ts';
import { validate } from './validation.ts';

/** An object as the server of one minor decodes it. */
export interface Decoded<K extends KindName = KindName> {
  /** In the order in which the server reads; also those that hold in other minors only (`range`). */
  readonly problems: readonly DecodeProblem[];
  /** Whether something other than unknown and lost fields holds in the minor: the server gives up. */
  readonly undecodable: boolean;
  /** Of the types of the kind: what is ill-typed is gone, nulls are what the server takes them for. */
  readonly value: KindTypes[K];
  /** Whether the value at a path of the document was removed, or part of what was, because of its type. */
  isPruned(path: Path): boolean;
}

export interface DecodeOptions {
  /** Where the object stands in its document: empty, or the path of a List's item. */
  readonly at?: Path;
}

/**
 * Decodes an object of a kind as the server does with `fieldValidation=Strict`, which kubectl asks for.
 *
 * The value that is given stays as it is. What a clean object has is not copied.
 *
 * @param kind of a version that some minor serves; all versions of a kind have the same fields
 * @param value the object, from its `apiVersion` on
 */
export function decode<K extends KindName>(
  kind: K,
  value: Mapping,
  minor: Minor,
  { at = [] }: DecodeOptions = {},
): Decoded<K> {
  const { nodes, isClean, hasOddValues } = validate(kind, value);
  const { problems, isCut } = isClean ? CLEAN : collectProblems(nodes, minor);
  const pruned = problems
    .filter((problem) => isUndecodable(problem) && problemHolds(problem, minor))
    .map(({ path }) => withoutIndexes(path));
  // More ill-typed values than anybody counts: nothing is left to look at.
  if (isCut) pruned.splice(0, pruned.length, ...Object.keys(value).map((key) => [key]));
  const odd = hasOddValues || hasNull(value) ? oddValues(kind, value) : [];
  const removed = pruned.map((path): Edit => ({ path, value: undefined }));
  return {
    problems: problems.map((problem) =>
      at.length === 0 ? problem : { ...problem, path: [...at, ...problem.path] },
    ),
    undecodable: pruned.length > 0,
    value: typed<K>(withEdits(value, [...odd, ...removed])),
    isPruned: prunedTest(pruned.map((path) => [...at, ...path])),
  };
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

/** The boundary between what a text holds and the types of the API: the validators have just checked it. */
function typed<K extends KindName>(value: Mapping): KindTypes[K] {
  return value as unknown as KindTypes[K];
}
