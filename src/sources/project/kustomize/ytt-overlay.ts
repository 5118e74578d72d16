import { isMapping, type Value } from '../../../yaml/index.ts';
import { folderOf } from '../normalize-path.ts';
import { ChangedFields } from './changed-fields.ts';
import type { Delivery } from './delivery.ts';
import { readTarget } from './patch-target.ts';

/**
 * The comment that selects the objects which a document of ytt changes. Source:
 * https://carvel.dev/ytt/docs/latest/lang-ref-ytt-overlay/
 */
const MATCH = /^#@overlay\/match[ \t]([^\n]*)$/;

/**
 * The kind and the name in a selection such as `by=overlay.subset({"kind": "Deployment", "metadata": {"name":
 * "web"}})`.
 */
const KIND = /["']kind["']: *["']([\w.-]+)["']/;
const NAME = /["']name["']: *["']([\w.-]+)["']/;

/** A line between two documents: a comment, the marker of a document, or nothing. */
const BETWEEN = /^[ \t]*(?:#.*|---.*)?\r?$/;

/** The length of the text before a document in which the comment is searched. */
const BEFORE = 2000;

/**
 * The changes that a document of ytt makes to objects in its folder and below, if it is an overlay. ytt evaluates which
 * of them it selects; without a kind in the selection, it may be any.
 *
 * @param text of the file
 * @param start the offset of the document
 * @param file the path of the file
 */
export function overlayOfYtt(
  text: string,
  start: number,
  document: Value,
  file: string,
): readonly Delivery[] {
  const selection = selectionBefore(text, start);
  if (selection === undefined || !isMapping(document)) return [];
  const fields = new ChangedFields();
  fields.addMerged(document, false);
  const [, kind = null] = KIND.exec(selection) ?? [];
  const [, name = null] = NAME.exec(selection) ?? [];
  const target = readTarget({ kind, name });
  const folder = folderOf(file);
  const below = folder === '.' ? undefined : folder;
  return [{ patches: [{ target, fields, change: undefined, below }], extended: [] }];
}

/** Reports whether a document of a file is an overlay, which changes other objects. */
export function isYttOverlay(text: string, start: number): boolean {
  return selectionBefore(text, start) !== undefined;
}

/** The expression that selects the objects of a document. It is in a comment before its first line. */
function selectionBefore(text: string, start: number): string | undefined {
  const before = text.slice(Math.max(0, start - BEFORE), start).split('\n');
  before.pop();
  const lines = [...before.slice(before.findLastIndex((line) => !BETWEEN.test(line)) + 1)];
  for (let at = start; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? undefined : end);
    if (end < 0 || !BETWEEN.test(line)) break;
    lines.push(line);
    at = end + 1;
  }
  return lines.map((line) => MATCH.exec(line)?.[1]).findLast((one) => one !== undefined);
}
