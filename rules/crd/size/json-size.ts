import type { Value } from '../../../src/server/kubernetes/value.ts';
import { isMapping } from '../../../src/yaml/index.ts';

/**
 * The number of bytes of a value as the JSON that Go writes: compact, in UTF-8, with `<`, `>`, `&` and the line
 * separators of Unicode escaped.
 */
export function jsonSize(value: Value): number {
  return writtenSize(value) ?? countedSize(value);
}

/**
 * The size of the text of `JSON.stringify`, which is much faster than counting. Undefined if Go writes another text.
 */
function writtenSize(value: Value): number | undefined {
  let json: string;
  try {
    json = JSON.stringify(value);
  } catch {
    // It is nested too deeply, or has an integer that only Go writes.
    return undefined;
  }
  // Few texts have any, and a look for a fixed text is much faster.
  if (json.includes('\\ud') && LONE_SURROGATE.test(json)) return undefined;
  if (!SPECIAL.test(json)) return json.length;
  let size = json.length;
  for (const [letter] of json.matchAll(SPECIALS)) size += letterSize(letter.charCodeAt(0)) - 1;
  return size;
}

/** Computes the size without writing the value. It is not recursive, so values of any depth are supported. */
function countedSize(value: Value): number {
  let size = 0;
  const left: Value[] = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') size += textSize(next);
    else if (Array.isArray(next)) {
      size += 2 + Math.max(0, next.length - 1);
      for (const item of next) left.push(item);
    } else if (isMapping(next)) {
      let members = 0;
      for (const key in next) {
        const member = next[key];
        if (member === undefined) continue;
        members++;
        size += textSize(key) + 1;
        left.push(member);
      }
      size += 2 + Math.max(0, members - 1);
    } else size += String(next).length;
  }
  return size;
}

/** The characters that JavaScript writes differently than Go, or in more bytes than letters. */
const SPECIAL = /[<>&\u0080-\uffff]/;
const SPECIALS = /[<>&\u0080-\uffff]/g;

/** Half of a surrogate pair as JavaScript writes it. Go replaces it. */
const LONE_SURROGATE = /\\ud[89a-f]/;

/** From this length on the engine's own writer is faster than a look at each letter. */
const LONG = 48;

/** The bytes of a text in quotes. */
function textSize(text: string): number {
  if (text.length > LONG && !SPECIAL.test(text)) return JSON.stringify(text).length;
  let size = 2;
  for (let at = 0; at < text.length; at++) size += letterSize(text.charCodeAt(at));
  return size;
}

/** The bytes of a UTF-16 code unit; both of a pair together take 4. */
function letterSize(code: number): number {
  if (code < 0x80) {
    if (code === 0x22 || code === 0x5c || code === 0x0a || code === 0x0d || code === 0x09) return 2;
    if (code === 0x08 || code === 0x0c) return 2;
    return code < 0x20 || code === 0x3c || code === 0x3e || code === 0x26 ? 6 : 1;
  }
  if (code < 0x800) return 2;
  if (code === 0x2028 || code === 0x2029) return 6;
  return code >= 0xd800 && code < 0xe000 ? 2 : 3;
}
