import type { Finding } from '../result/finding.ts';
import { messageOf } from './rule-registry.ts';

/**
 * Sets `causedBy` of each finding that is a consequence of another finding of the same object. The messages of the rules
 * declare what they explain.
 *
 * @param findings in the order of the report
 */
export function withConsequences(findings: readonly Finding[]): readonly Finding[] {
  const roots = [...findings.entries()].flatMap(([index, finding]) => {
    const { explains = [], explainsInField = [] } = messageOf(finding.rule, finding.messageId);
    const explained = { anywhere: explains, inField: explainsInField };
    return explains.length + explainsInField.length === 0 ? [] : [{ index, finding, explained }];
  });
  if (roots.length === 0) return findings;
  const byObject = groupByObject(findings);
  const causes = new Map<Finding, number>();
  for (const { index, finding: root, explained } of roots) {
    if (causes.has(root)) continue;
    for (const finding of byObject.get(objectKey(root)) ?? []) {
      if (finding !== root && !causes.has(finding) && isExplained(finding, root, explained)) {
        causes.set(finding, index);
      }
    }
  }
  return findings.map((finding) => ({ ...finding, causedBy: causes.get(finding) ?? null }));
}

function groupByObject(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = objectKey(finding);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [finding]);
    else known.push(finding);
  }
  return groups;
}

function objectKey({ file, index, item }: Finding): string {
  return JSON.stringify([file, index, item]);
}

/** What a finding explains of its object, and of its field. */
interface Explained {
  readonly anywhere: readonly string[];
  readonly inField: readonly string[];
}

function isExplained(
  { rule, messageId, field, severity, minors }: Finding,
  root: Finding,
  { anywhere, inField }: Explained,
): boolean {
  if (!minors.every((minor) => root.minors.includes(minor))) return false;
  const names = [rule, `${rule}#${messageId}`];
  return (
    anywhere.some((name) =>
      name === '*'
        ? severity === 'error' && field?.startsWith('metadata') !== true
        : names.includes(name),
    ) ||
    (field !== null && field === root.field && inField.some((name) => names.includes(name)))
  );
}
