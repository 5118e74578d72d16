import { getOrCompute } from '../../src/base/get-or-compute.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';

export type JsonValue =
  | null
  | string
  | number
  | boolean
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** Answers of two minors that differ in the same way. */
interface DifferenceGroup {
  /** The questions, shortened. */
  readonly places: readonly string[];
  /** The parts of the answer that only the older minor gives. Names, texts and numbers in messages are left out. */
  readonly lost: readonly string[];
  readonly gained: readonly string[];
}

/** The members of a line that say what was asked, if each answer is a line of its own. */
const QUESTION = [
  ...['name', 'file', 'document', 'item', 'case', 'expression', 'rule', 'field'],
  ...['runtimeConfig', 'featureGates'],
] as const;

/**
 * Compares the answers of two minors in a file of `fixtures/`, and groups the differences. Large groups are first.
 *
 * @param lines the lines of the file. An answer and its `minors` or `minor` are members of one object, or a list begins
 *   with minors, or an object has a member for each minor.
 */
export function answerDifferences(
  lines: readonly JsonValue[],
  older: Minor,
  newer: Minor,
): readonly DifferenceGroup[] {
  const parts = new Map<string, { readonly before: Set<string>; readonly after: Set<string> }>();
  for (const [index, line] of lines.entries()) {
    const place = placeOf(line, index);
    const known = getOrCompute(parts, place, () => ({
      before: new Set<string>(),
      after: new Set<string>(),
    }));
    addParts(answersOf(line, older), '', known.before);
    addParts(answersOf(line, newer), '', known.after);
  }
  const groups = new Map<string, DifferenceGroup & { readonly places: string[] }>();
  for (const [place, { before, after }] of parts) {
    const lost = shapes([...before].filter((part) => !after.has(part)));
    const gained = shapes([...after].filter((part) => !before.has(part)));
    if (lost.length + gained.length === 0) continue;
    const key = JSON.stringify([lost, gained]);
    const group = getOrCompute(groups, key, () => ({ places: [], lost, gained }));
    group.places.push(place);
  }
  return [...groups.values()].sort((a, b) => b.places.length - a.places.length);
}

function isObject(value: JsonValue): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMinor(text: JsonValue | undefined): boolean {
  return typeof text === 'string' && /^1\.\d+$/.test(text);
}

function isMinors(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && isMinor(value[0]);
}

function placeOf(line: JsonValue, index: number): string {
  if (!isObject(line)) return `line ${index + 1}`;
  const asked = QUESTION.flatMap((name) => (line[name] === undefined ? [] : [line[name]]));
  const text = asked.join(' ').slice(0, 120);
  return 'minors' in line || 'minor' in line ? text : `${text} (line ${index + 1})`;
}

/** Leaves out what other minors answer; undefined if this one answers nothing. */
function answersOf(value: JsonValue, minor: Minor): JsonValue | undefined {
  if (Array.isArray(value)) {
    const [first, ...rest] = value;
    if (isMinors(first)) return first.includes(minor) ? rest : undefined;
    return value.map((item) => answersOf(item, minor)).filter((item) => item !== undefined);
  }
  if (!isObject(value)) return value;
  const { minors, minor: only, ...members } = value;
  if (isMinors(minors) && !minors.includes(minor)) return undefined;
  if (isMinor(only) && only !== minor) return undefined;
  const entries = Object.entries(members);
  if (entries.some(([name]) => isMinor(name))) return members[minor];
  return Object.fromEntries(
    entries.flatMap(([name, member]) => {
      const answers = answersOf(member, minor);
      return answers === undefined ? [] : [[name, answers]];
    }),
  );
}

/** Reports whether the members of an object are read together, such as the type, field and message of an error. */
function isShort(members: readonly JsonValue[]): boolean {
  return members.length > 1 && members.every((member) => typeof member !== 'object');
}

/** Adds the parts of a value that can differ on their own: an object of scalars, or a scalar elsewhere. */
function addParts(value: JsonValue | undefined, path: string, parts: Set<string>): void {
  if (value === undefined) return;
  if (Array.isArray(value)) {
    for (const item of value) addParts(item, path, parts);
  } else if (isObject(value) && (path === '' || !isShort(Object.values(value)))) {
    for (const [name, member] of Object.entries(value)) {
      addParts(member, path === '' ? name : `${path}.${name}`, parts);
    }
  } else {
    const text = isObject(value) ? Object.values(value).join(' ') : String(value);
    parts.add(`${path}: ${text}`);
  }
}

/** The parts without what differs from object to object. */
function shapes(parts: readonly string[]): readonly string[] {
  const shaped = parts.map((part) =>
    part
      .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '"…"')
      .replaceAll(/\d+/g, 'N')
      .replaceAll(/\s+/g, ' ')
      .slice(0, 300),
  );
  return [...new Set(shaped)].sort();
}
