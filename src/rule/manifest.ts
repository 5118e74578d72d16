import type { ObjectHead } from '../decode/index.ts';
import type { Resolution } from '../kubernetes/kinds.ts';
import type { Part, Value } from '../yaml/index.ts';
import type { Origin } from './resource.ts';

/** A part of a text, before anything in it is taken for an object. */
export interface TextPart {
  readonly file: string;
  readonly text: string;
  readonly part: Part;
  /** What the part holds; empty where it cannot be read or holds no object. */
  readonly objects: readonly ManifestObject[];
}

/** An object as the file has it, before its kind is settled. */
export interface ManifestObject {
  readonly origin: Origin;
  readonly head: ObjectHead;
  readonly value: Value;
  /** What the minor makes of apiVersion and kind; undefined where they cannot be told. */
  readonly resolution: Resolution | undefined;
}

const API_VERSION_LINE = /^(?:---)?[\s{]*(?:-\s+)*["']?apiVersion["']?\s*:/m;

/** Whether a text that cannot be read is a manifest all the same: it has a line that starts with `apiVersion:`. */
export function looksLikeManifest(text: string): boolean {
  return API_VERSION_LINE.test(text);
}

const TEMPLATE_ACTION = /^\s*(?:-\s+)*(?:[^\s#'"{][^'"#{}]*:\s+)?\{\{/m;

/**
 * Whether a text that cannot be read is a template nobody has rendered: an action of Go's (or
 * Jinja's) templates stands where YAML would have a line, a list item or a value.
 */
export function looksLikeTemplate(text: string): boolean {
  return TEMPLATE_ACTION.test(text);
}
