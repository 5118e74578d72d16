import type { Finding } from '../../result/finding.ts';

/**
 * The key of a finding, which is the same before and after edits. It contains neither the location nor the indexes of
 * lists, which change if items are removed.
 */
export function findingKey({ message, ...finding }: Finding): string {
  return JSON.stringify([errorKey(finding), message]);
}

/** The key of an error, which does not depend on the values in its message. */
export function errorKey({
  file,
  index,
  item,
  rule,
  messageId,
  field,
}: Pick<Finding, 'file' | 'index' | 'item' | 'rule' | 'messageId' | 'field'>): string {
  return JSON.stringify([file, index, item, rule, messageId, field?.replace(/\[\d+\]/g, '[]')]);
}

/** The number of occurrences of each key. */
export function countKeys(keys: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
