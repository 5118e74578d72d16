import type { Labels } from '../../../server/kubernetes/label-selector.ts';

/** `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`, `a`, `!a`. */
export const REQUIREMENT =
  /^(?:!\s*([^\s,=!()]+)|([^\s,=!()]+)(?:\s*(==|=|!=)\s*([^\s,=!()]*)|\s+(in|notin)\s*\(([^()]*)\))?)$/;

/**
 * Reports whether a label selector in its text form selects something with these labels. A selector that cannot be read
 * selects nothing. Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#api
 */
export function selects(selector: string, labels: Labels): boolean {
  return requirementsOf(selector).every((requirement) => holds(requirement, labels));
}

/** The parts between commas, except commas in parentheses. */
export function requirementsOf(selector: string): readonly string[] {
  return selector.match(/(?:[^,(]|\([^)]*\)?)+/g) ?? [];
}

function holds(requirement: string, labels: Labels): boolean {
  const match = REQUIREMENT.exec(requirement.trim());
  if (match === null) return false;
  const [, absentKey, key = '', operator, value = '', setOperator, values = ''] = match;
  if (absentKey !== undefined) return !labels.has(absentKey);
  const found = labels.get(key);
  if (setOperator !== undefined) {
    const isListed =
      found !== undefined && values.split(',').some((listed) => listed.trim() === found);
    return isListed === (setOperator === 'in');
  }
  if (operator === undefined) return found !== undefined;
  return (found === value) === (operator !== '!=');
}
