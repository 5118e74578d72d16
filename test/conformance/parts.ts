import { isMap, isScalar, parseDocument, visit } from 'yaml';

/**
 * Splits a text as clients do: a line that begins with `---` ends the part before it. If that part has no line yet, the
 * line becomes its first. Blank lines and comments make a part too.
 */
export function splitParts(text: string): string[] {
  const parts: string[] = [];
  let lines: string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('---') && lines.length > 0) {
      parts.push(lines.join('\n'));
      lines = [];
    } else {
      lines.push(line);
    }
  }
  parts.push(lines.join('\n'));
  return parts;
}

/**
 * Reports whether a mapping of a part has a key twice in the text itself. The server's reader also counts keys that
 * come from a merge, which are not lost by accident.
 */
export function hasKeyTwice(part: string, key: string): boolean {
  const document = parseDocument(part, { uniqueKeys: false, merge: false, logLevel: 'silent' });
  // A reader other than the server's may not be able to read the text. Then the result of the server counts.
  if (document.errors.length > 0) return true;
  let found = false;
  visit(document, {
    Map(_, map) {
      if (!isMap(map)) return undefined;
      const times = map.items.filter(
        (pair) => isScalar(pair.key) && (String(pair.key.value) === key || pair.key.source === key),
      ).length;
      if (times < 2) return undefined;
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}

const HEAD_KEYS = ['apiVersion', 'kind', 'metadata'] as const;

/** Reports whether a part that the server cannot decode is probably a Kubernetes object. */
export function meantForKubernetes(file: string, part: string, complaint: string): boolean {
  const json = /is missing in '(\{.*\})\s*'$/s.exec(complaint)?.[1];
  if (json !== undefined) {
    const object: Readonly<Record<string, unknown>> = JSON.parse(json);
    return HEAD_KEYS.filter((key) => key in object && object[key] !== '').length >= 2;
  }
  // A list or a scalar has none of the keys itself.
  if (complaint.includes('into Go value of type struct')) return false;
  if (complaint.startsWith("couldn't get version/kind")) {
    return HEAD_KEYS.filter((key) => startsLine(key, part)).length >= 2;
  }
  return startsLine('apiVersion', file);
}

function startsLine(key: string, text: string): boolean {
  return new RegExp(`^[\\s{-]*["']?${key}["']?\\s*:`, 'm').test(text);
}
