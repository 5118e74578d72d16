import { readResources } from '../../lint/open/read-resources.ts';
import type { Source } from '../../lint/read/source.ts';
import { documentKey } from '../../result/document-key.ts';
import type { Resource } from '../../rule/resource.ts';
import { isAfter, type Minor } from '../../server/kubernetes/minors.ts';
import { decodeText, type Lines } from '../../yaml/index.ts';
import { type ComparedExpression, comparedExpressions } from './compared-expressions.ts';
import { changedConstants } from './constant-results.ts';
import type { Difference, PlacedDifference } from './difference.ts';
import { expressionChanges } from './expression-changes.ts';
import { objectChanges } from './object-changes.ts';

/** The kinds with something that can differ. Other texts are not read again. */
const KINDS =
  /ValidatingAdmissionPolicy|MutatingAdmissionPolicy|WebhookConfiguration|CustomResourceDefinition|StatefulSet/;

/**
 * Collects the texts whose expressions are compared while they are read for another purpose, so that only these are
 * kept.
 */
export class ComparedSources {
  readonly kept: Source[] = [];

  /** The sources, one by one. */
  *through(sources: Iterable<Source>): Iterable<Source> {
    for (const source of sources) {
      if (KINDS.test(decodeText(source.content).text)) this.kept.push(source);
      yield source;
    }
  }
}

/**
 * The differences between two minors in what the objects of some sources do, by the keys of their documents. An
 * expression that does not compile in both minors has none.
 *
 * @param minors the minors that are compared, and all between them, the oldest first
 */
export function differencesIn(
  sources: readonly Source[],
  minors: readonly Minor[],
): ReadonlyMap<string, readonly Difference[]> {
  const found = new Map<string, readonly Difference[]>();
  for (const source of sources) {
    const [oldest, ...newer] = minors.map((minor) => objectsOf(source, minor));
    for (const [key, { lines }] of newer.at(-1) ?? []) {
      const before = oldest?.get(key)?.resource;
      if (before === undefined) continue;
      const between = newer.flatMap((objects) => objects.get(key)?.resource ?? []);
      const differences = differencesOf(before, between).map(({ location, ...rest }) => ({
        ...rest,
        field: location.field,
        ...lines.range(location.span),
      }));
      if (differences.length > 0) found.set(key, differences);
    }
  }
  return found;
}

interface OpenObject {
  readonly lines: Lines;
  readonly resource: Resource;
}

/** The objects of a source whose values are validated, by the keys of their documents. */
function objectsOf(source: Source, minor: Minor): ReadonlyMap<string, OpenObject> {
  return new Map(
    Array.from(readResources([source], minor), ({ text, resource }) => [
      documentKey(resource.origin),
      { lines: text.lines, resource },
    ]),
  );
}

/** @param newer the same object in each newer minor, the newest last */
function differencesOf(before: Resource, newer: readonly Resource[]): readonly PlacedDifference[] {
  const newest = newer.at(-1);
  if (newest === undefined) return [];
  const isBetween = ({ since }: { readonly since: Minor }) =>
    isAfter(since, before.minor) && !isAfter(since, newest.minor);
  const found = [...objectChanges(newest)];
  const later = newer.map(comparedExpressions);
  for (const [field, old] of comparedExpressions(before)) {
    const states = later.map((expressions) => expressions.get(field));
    const now = states.at(-1);
    if (now === undefined) continue;
    found.push(...changedParts(old, states), ...expressionChanges(now));
  }
  return found.filter(isBetween);
}

/** The constant parts of an expression with another result in the newest minor. */
function changedParts(
  old: ComparedExpression,
  states: readonly (ComparedExpression | undefined)[],
): readonly PlacedDifference[] {
  const changes = states.map((state) => (state === undefined ? [] : changedConstants(old, state)));
  const hasChange = (index: number, message: string) =>
    changes[index]?.some((change) => change.message === message) === true;
  return (changes.at(-1) ?? []).flatMap(({ part, message }) => {
    const first = states.findLastIndex((_, index) => !hasChange(index, message)) + 1;
    const [since, now] = [states[first]?.context.minor, states.at(-1)];
    return since === undefined || now === undefined
      ? []
      : [{ since, message, location: now.locate(part) }];
  });
}
