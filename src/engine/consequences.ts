import type { Finding } from '../result/finding.ts';
import { messageOf } from './rule-registry.ts';

/**
 * Notes in each finding that follows from another one of the same object which that is, as the messages of rules
 * say what they explain.
 *
 * @param findings in the order of the report
 */
export function withConsequences(findings: readonly Finding[]): readonly Finding[] {
  const roots = [...findings.entries()].flatMap(([index, finding]) => {
    const { explains } = messageOf(finding.rule, finding.messageId);
    return explains === undefined ? [] : [{ index, finding, explains }];
  });
  if (roots.length === 0) return findings;
  const byObject = groupByObject(findings);
  const causes = new Map<Finding, number>();
  for (const { index, finding: root, explains } of roots) {
    if (causes.has(root)) continue;
    for (const finding of byObject.get(objectKey(root)) ?? []) {
      if (finding !== root && !causes.has(finding) && isExplained(finding, root, explains)) {
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

function isExplained(
  { rule, messageId, field, severity, minors }: Finding,
  root: Finding,
  explains: readonly string[],
): boolean {
  if (!minors.every((minor) => root.minors.includes(minor))) return false;
  return explains.some((explained) =>
    explained === '*'
      ? severity === 'error' && field?.startsWith('metadata') !== true
      : explained === rule || explained === `${rule}#${messageId}`,
  );
}
