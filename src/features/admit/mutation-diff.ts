import { jsonOf } from '../../base/json.ts';
import type { RequestReport } from '../../lint/decide/decide-request.ts';
import { escapeControls } from '../../result/visible-text.ts';
import type { Value } from '../../server/kubernetes/value.ts';
import { isMapping } from '../../yaml/tree.ts';

/** The fields that mutating policies have changed: `- path: old` and `+ path: new`. */
export function mutationLines(mutation: RequestReport['mutation']): readonly string[] {
  if (mutation === undefined) return [];
  const lines: string[] = [];
  compare('', mutation.before, mutation.after, lines);
  return lines.map(escapeControls);
}

function compare(
  path: string,
  before: Value | undefined,
  after: Value | undefined,
  lines: string[],
): void {
  if (isMapping(before) && isMapping(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      compare(`${path}${fieldText(key, path === '')}`, before[key], after[key], lines);
    }
    return;
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const index of before.keys()) {
      compare(`${path}[${index}]`, before[index], after[index], lines);
    }
    return;
  }
  if (textOf(before) === textOf(after)) return;
  if (before !== undefined) lines.push(`- ${path}: ${textOf(before)}`);
  if (after !== undefined) lines.push(`+ ${path}: ${textOf(after)}`);
}

function fieldText(key: string, isFirst: boolean): string {
  if (!/^[A-Za-z_]\w*$/.test(key)) return `[${key}]`;
  return isFirst ? key : `.${key}`;
}

function textOf(value: Value | undefined): string {
  return value === undefined ? '' : jsonOf(value);
}
