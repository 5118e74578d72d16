import type { Resource } from '../../rule/resource.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';

/** Functions of an update, by the kind of the object. */
export type ByKind<Result, Rest extends readonly unknown[] = readonly []> = {
  readonly [Kind in KindName]?: (
    stored: Resource<Kind>,
    sent: Resource<Kind>,
    ...rest: Rest
  ) => Result;
};

/** The result of the function for the kind of an update; undefined if there is none. */
export function ofKind<Result, Rest extends readonly unknown[]>(
  table: ByKind<Result, Rest>,
  stored: Resource,
  sent: Resource,
  ...rest: Rest
): Result | undefined {
  type Entry = (stored: Resource, sent: Resource, ...rest: Rest) => Result;
  // An entry only gets objects of its kind.
  const entry = table[sent.kind] as Entry | undefined;
  return stored.kind === sent.kind ? entry?.(stored, sent, ...rest) : undefined;
}
