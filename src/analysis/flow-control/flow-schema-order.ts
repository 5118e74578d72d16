import type { FlowSchemaSpec, PolicyRulesWithSubjects } from '../../kubernetes/types.generated.ts';
import { includedUsers, keysOfUsers, matchesAll } from './flow-schema-coverage.ts';

interface Entry<T> {
  readonly position: number;
  readonly rule: PolicyRulesWithSubjects;
  readonly item: T;
}

type Candidates<T> = readonly Entry<T>[];

/**
 * FlowSchemas in the order in which the API server compares a request with them. It finds them by subjects and
 * resources, so that not each rule is compared with each FlowSchema.
 */
export class FlowSchemaOrder<T> {
  #length = 0;
  readonly #bySubject = new Map<string, Entry<T>[]>();
  readonly #byResource = new Map<string, Entry<T>[]>();

  /** Adds the FlowSchema that comes after all others. */
  add(schema: FlowSchemaSpec, item: T): void {
    for (const rule of schema.rules ?? []) {
      const { subjects = [], resourceRules = [] } = rule;
      const entry = { position: this.#length, rule, item };
      this.#length += 1;
      addTo(this.#bySubject, includedUsers(subjects), entry);
      const resources = resourceRules.flatMap((resourceRule) => resourceRule.resources ?? []);
      addTo(this.#byResource, resources, entry);
    }
  }

  /**
   * The first item that may be one and whose FlowSchema has a rule that matches all requests of another rule.
   *
   * @param covered the other rule, a rule with subjects, as the API server requires
   */
  firstForAll(covered: PolicyRulesWithSubjects, mayBe: (item: T) => boolean): T | undefined {
    const found = this.#candidates(covered).flatMap(
      (entries) => entries.find(({ rule, item }) => mayBe(item) && matchesAll(rule, covered)) ?? [],
    );
    return found.sort((a, b) => a.position - b.position)[0]?.item;
  }

  /** Lists, each in order, which have all rules that can match all requests of a rule. */
  #candidates({ subjects, resourceRules }: PolicyRulesWithSubjects): readonly Candidates<T>[] {
    const [subject] = subjects ?? [];
    const [resource] = resourceRules?.[0]?.resources ?? [];
    const bySubject = subject === undefined ? [] : listsOf(this.#bySubject, keysOfUsers(subject));
    if (resource === undefined) return bySubject;
    const byResource = listsOf(this.#byResource, ['*', resource]);
    return countOf(byResource) < countOf(bySubject) ? byResource : bySubject;
  }
}

function listsOf<T>(index: ReadonlyMap<string, Candidates<T>>, keys: readonly string[]) {
  return keys.map((key) => index.get(key) ?? []);
}

function countOf(lists: readonly Candidates<unknown>[]): number {
  return lists.reduce((sum, { length }) => sum + length, 0);
}

function addTo<T>(index: Map<string, Entry<T>[]>, keys: readonly string[], entry: Entry<T>): void {
  for (const key of new Set(keys)) {
    const found = index.get(key);
    if (found === undefined) index.set(key, [entry]);
    else found.push(entry);
  }
}
