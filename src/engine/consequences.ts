import type { Finding } from '../result/finding.ts';
import { messageOf } from './rule-registry.ts';

/**
 * Notes in each finding that follows from another one of the same object which that is, as the messages of rules
 * say what they explain.
 *
 * @param findings of one part, in the order of the report
 */
export function withConsequences(findings: readonly Finding[]): readonly Finding[] {
  const causes = new Map<Finding, number>();
  for (const [index, cause] of findings.entries()) {
    const { explains } = messageOf(cause.rule, cause.messageId);
    if (explains === undefined) continue;
    for (const finding of findings) {
      const isFree = finding !== cause && !causes.has(finding) && causes.get(cause) === undefined;
      if (isFree && isOfSameObject(cause, finding) && isExplained(finding, explains)) {
        causes.set(finding, index);
      }
    }
  }
  if (causes.size === 0) return findings;
  return findings.map((finding) => ({ ...finding, causedBy: causes.get(finding) ?? null }));
}

function isOfSameObject(cause: Finding, finding: Finding): boolean {
  return (
    cause.item === finding.item && finding.minors.every((minor) => cause.minors.includes(minor))
  );
}

function isExplained(
  { rule, messageId, field, severity }: Finding,
  explains: readonly string[],
): boolean {
  return explains.some((explained) =>
    explained === '*'
      ? severity === 'error' && field?.startsWith('metadata') !== true
      : explained === rule || explained === `${rule}#${messageId}`,
  );
}
