import type { KindName } from '../kubernetes/kinds.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { KindTypes } from '../kubernetes/types.generated.ts';
import type { Mapping } from '../kubernetes/value.ts';
import { type DecodeProblem, isUndecodable, type Path, problemHolds } from './problem.ts';
import { type Edit, hasNull, oddValues, withEdits } from './settle.ts';
import { Validation } from './validation.ts';

/** The decoder tells at most so many unknown fields. */
const MOST_UNKNOWN_FIELDS = 100;

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
  const validation = new Validation(kind, value);
  validation.run();
  const pruned = validation.problems
    .filter((problem) => isUndecodable(problem) && problemHolds(problem, minor))
    .map(({ path }) => withoutIndexes(path));
  const odd = validation.sawOddValue || hasNull(value) ? oddValues(kind, value) : [];
  const removed = pruned.map((path): Edit => ({ path, value: undefined }));
  return {
    problems: firstUnknownFields(validation.problems, minor).map((problem) =>
      at.length === 0 ? problem : { ...problem, path: [...at, ...problem.path] },
    ),
    undecodable: pruned.length > 0,
    value: typed<K>(withEdits(value, [...odd, ...removed])),
    isPruned: prunedTest(pruned.map((path) => [...at, ...path])),
  };
}

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

/** The server stops telling after so many texts, each told once. */
function firstUnknownFields(
  problems: readonly DecodeProblem[],
  minor: Minor,
): readonly DecodeProblem[] {
  if (problems.length <= 1) return problems;
  const told = new Set<string>();
  return problems.filter((problem) => {
    if (problem.kind !== 'unknown-field' || !problemHolds(problem, minor)) return true;
    const isNew = !told.has(problem.field);
    if (!isNew || told.size >= MOST_UNKNOWN_FIELDS) return false;
    told.add(problem.field);
    return true;
  });
}

/** The boundary between what a text holds and the types of the API: the validators have just checked it. */
function typed<K extends KindName>(value: Mapping): KindTypes[K] {
  return value as unknown as KindTypes[K];
}
