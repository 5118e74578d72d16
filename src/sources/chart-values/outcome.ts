import { segmentsOf, type Trail } from '../../server/crd/values/trail.ts';
import { isList, isMapping, type Value } from '../../yaml/tree.ts';
import type { ValuesFault, ValuesProblem } from './values-problem.ts';

/**
 * The result for a value and a schema. Without problems, the value fits the schema, unless `isUnknown`: then it depends
 * on something that is not in the file, or that takes too much work.
 */
export class Outcome {
  readonly problems: ValuesProblem[] = [];
  isUnknown = false;

  get fits(): boolean | undefined {
    if (this.problems.length > 0) return false;
    return this.isUnknown ? undefined : true;
  }

  merge({ problems, isUnknown }: Outcome): void {
    for (const problem of problems) this.problems.push(problem);
    this.isUnknown ||= isUnknown;
  }
}

/** A value, its path, and the number of schemas around the one that checks it. */
export interface Place {
  readonly value: Value;
  readonly trail: Trail | undefined;
  readonly depth: number;
}

/**
 * The problems to show of a value that fits none of several schemas: those of the schema that is meant, if the type of
 * the value or the value of a member show which one it is.
 */
export function problemsOfAlternatives(
  at: Place,
  keyword: 'anyOf' | 'oneOf',
  alternatives: readonly (readonly ValuesProblem[])[],
): readonly ValuesProblem[] {
  const depth = segmentsOf(at.trail).length;
  const isOfOther = ({ path, fault }: ValuesProblem) =>
    path.length === depth || (fault.kind === 'enum' && path.length === depth + 1);
  const meant = alternatives.filter((problems) => !problems.some(isOfOther));
  const isLeft = alternatives.some((problems) => problems.every((one) => one.isLeftToUsers));
  if (!isLeft && meant.length === 1) return meant.flat();
  const types = alternatives.flat().flatMap(({ path, fault }) => {
    return fault.kind === 'type' && path.length === depth ? [fault] : [];
  });
  const [type] = types;
  const expected = [...new Set(types.map((one) => one.expected))].join(' or ');
  const fault: ValuesFault =
    type !== undefined && types.length === alternatives.flat().length
      ? { ...type, expected }
      : { kind: 'invalid', reason: `it fits none of the schemas of ${keyword}` };
  const problem = problemAt(at, fault);
  return [isLeft ? { ...problem, isLeftToUsers: true } : problem];
}

/** A problem of the value at a place. */
export function problemAt({ value, trail }: Place, fault: ValuesFault): ValuesProblem {
  const isLeftToUsers = fault.kind === 'missing' || isEmpty(value, fault);
  return { path: segmentsOf(trail), fault, isLeftToUsers };
}

/** Reports whether a value says nothing yet. An empty mapping has a type, to which users add keys. */
function isEmpty(value: Value, { kind }: ValuesFault): boolean {
  if (isMapping(value)) return kind !== 'type' && Object.keys(value).length === 0;
  return value === null || value === '' || (isList(value) && value.length === 0);
}
