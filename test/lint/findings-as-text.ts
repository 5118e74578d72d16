import type { Finding } from '../../src/result/finding.ts';

/** The rule and the message of each finding: `webhook/timeout range`. */
export function idsOf(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ rule, messageId }) => `${rule} ${messageId}`);
}
