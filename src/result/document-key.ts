import type { Finding } from './finding.ts';

/** The identity of the document, or of the item of a List, that a finding is about. */
export function documentKey({
  file,
  index,
  item,
}: Pick<Finding, 'file' | 'index' | 'item'>): string {
  return JSON.stringify([file, index, item]);
}
