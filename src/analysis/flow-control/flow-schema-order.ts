import { addTo } from '../../base/index-by.ts';
import type {
  FlowSchemaSpec,
  PolicyRulesWithSubjects,
} from '../../server/kubernetes/types.generated.ts';
import { includedUsers, keysOfUsers, matchesAll } from './flow-schema-coverage.ts';

interface Entry<T> {
  readonly position: number;
  readonly rule: PolicyRulesWithSubjects;
  readonly item: T;
}

type Candidates<T> = readonly Entry<T>[];

/**
 * The lists of a resource rule. A rule covers another one only if each list contains all entries of the other's list,
 * or `*`.
 */
const LISTS = ['verbs', 'apiGroups', 'resources', 'namespaces'] as const;

/**
 * FlowSchemas in the order in which the API server compares a request with them. It finds them by subjects and by the
 * lists of their resource rules, so that not each rule is compared with each FlowSchema.
 */
export class FlowSchemaOrder<T> {
  #length = 0;
  /** The entries by the keys of their rules. */
  readonly #byKey = new Map<string, Entry<T>[]>();

  /** Adds the FlowSchema that comes after all others. */
  add(schema: FlowSchemaSpec, item: T): void {
    for (const rule of schema.rules ?? []) {
      const entry = { position: this.#length, rule, item };
      this.#length += 1;
      for (const key of new Set(keysOf(rule))) addTo(this.#byKey, key, entry);
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

  /** The fewest lists of entries, each in order, that have all rules that can match all requests of a rule. */
  #candidates(covered: PolicyRulesWithSubjects): readonly Candidates<T>[] {
    const all = alternativesFor(covered).map((keys) =>
      keys.map((key) => this.#byKey.get(key) ?? []),
    );
    const [fewest] = all.sort((a, b) => countOf(a) - countOf(b));
    return fewest ?? [];
  }
}

/** The keys of the subjects and requests that a rule includes. */
function keysOf({ subjects = [], resourceRules = [] }: PolicyRulesWithSubjects): readonly string[] {
  return [
    ...includedUsers(subjects),
    ...resourceRules.flatMap((rule) =>
      LISTS.flatMap((list) => (rule[list] ?? []).map((entry) => keyOf(list, entry))),
    ),
  ];
}

/** Lists of keys: a rule that matches all requests of another one has a key of each of them. */
function alternativesFor({
  subjects = [],
  resourceRules = [],
}: PolicyRulesWithSubjects): readonly (readonly string[])[] {
  const ofLists = resourceRules.flatMap((rule) =>
    LISTS.flatMap((list) =>
      (rule[list] ?? []).map((entry) => [...new Set([keyOf(list, '*'), keyOf(list, entry)])]),
    ),
  );
  return [...subjects.map(keysOfUsers), ...ofLists];
}

function keyOf(list: string, entry: string): string {
  return `${list} ${entry}`;
}

function countOf(lists: readonly Candidates<unknown>[]): number {
  return lists.reduce((sum, { length }) => sum + length, 0);
}
