import { getOrCompute } from '../../base/get-or-compute.ts';
import type { Finding } from '../../result/finding.ts';
import { explainedNames, namesOf } from './explained-names.ts';
import { explainedLengths } from './fields-around.ts';

/**
 * Sets `causedBy` of each finding that is a consequence of another finding of the same object. The messages of the
 * rules declare their consequences.
 *
 * @param findings the findings in the order of the report
 */
export function withConsequences(findings: readonly Finding[]): readonly Finding[] {
  const roots = [...findings.entries()].flatMap(([index, finding]) => {
    const names = explainedNames(finding);
    return names.length === 0 ? [] : [{ index, finding, names }];
  });
  if (roots.length === 0) return findings;
  const unexplained = new Unexplained(findings, explainedLengths(findings));
  const causes = new Map<Finding, number>();
  for (const { index, finding: root, names } of roots) {
    if (causes.has(root)) continue;
    for (const name of names) {
      for (const finding of unexplained.take(root, name)) {
        if (!causes.has(finding)) causes.set(finding, index);
      }
    }
  }
  return findings.map((finding) => ({ ...finding, causedBy: causes.get(finding) ?? null }));
}

/** Findings of one object with the same name, which hold in the same minors. */
interface Group {
  readonly minors: Finding['minors'];
  findings: Finding[];
}

/** The name of all errors of an object outside of its metadata. */
const ERRORS = '*';

/**
 * The findings that have no cause so far, by object and by the names that messages refer to them by. The first message
 * that explains a finding removes it from its group, so the time does not grow with causes times consequences.
 */
class Unexplained {
  readonly #groups = new Map<string, Map<string, Group>>();

  /** @param lengths of the fields that messages explain with all that is below them */
  constructor(findings: readonly Finding[], lengths: ReadonlySet<number>) {
    for (const finding of findings) {
      const { severity, field } = finding;
      for (const name of namesOf(finding, lengths)) this.#add(finding, name);
      if (severity === 'error' && field?.startsWith('metadata') !== true)
        this.#add(finding, ERRORS);
    }
  }

  /** The other findings of the object of a root that have a name which its message explains. */
  take(root: Finding, name: string): readonly Finding[] {
    const groups = this.#groups.get(keyOf(root, name)) ?? new Map<string, Group>();
    return [...groups.values()].flatMap((group) => {
      if (!group.minors.every((minor) => root.minors.includes(minor))) return [];
      const taken = group.findings.filter((finding) => finding !== root);
      group.findings = group.findings.filter((finding) => finding === root);
      return taken;
    });
  }

  #add(finding: Finding, name: string): void {
    const key = keyOf(finding, name);
    const { minors } = finding;
    const groups = getOrCompute(this.#groups, key, () => new Map<string, Group>());
    const group = groups.get(minors.join());
    if (group === undefined) groups.set(minors.join(), { minors, findings: [finding] });
    else group.findings.push(finding);
  }
}

function keyOf({ file, index, item }: Finding, name: string): string {
  return JSON.stringify([file, index, item, name]);
}
