import { compareUnits } from '../../base/compare.ts';
import { isMapping, readParts, type Value } from '../../yaml/index.ts';
import type { BaselineEntry } from './baseline.ts';

/** The version of the format of the file, and of the contents of fingerprints. */
const VERSION = 1;

/** A baseline as the text of a file: an entry a line, so that changes of branches rarely meet. */
export function writeBaseline(entries: readonly BaselineEntry[]): string {
  const sorted = [...entries].sort(
    (a, b) =>
      compareUnits(a.file, b.file) ||
      compareUnits(a.rule, b.rule) ||
      compareUnits(a.fingerprint, b.fingerprint),
  );
  const lines = sorted.map(({ fingerprint, count, rule, object, file }) =>
    JSON.stringify({ fingerprint, count, rule, object, file }),
  );
  return `{\n"version": ${VERSION},\n"findings": [\n${lines.join(',\n')}\n]\n}\n`;
}

/** Reads a baseline. Returns a text if the file is not a baseline: the reason. */
export function readBaseline(text: string): readonly BaselineEntry[] | string {
  const [part] = readParts(text);
  if (part === undefined || part.content.kind === 'refused') return 'it is not valid JSON';
  const { value } = part.content.document;
  if (!isMapping(value) || !Array.isArray(value.findings)) return 'it is not a baseline';
  if (value.version !== VERSION) {
    return `it has version ${String(value.version)}; write it again with --write-baseline`;
  }
  const entries = value.findings.map(readEntry);
  const valid = entries.filter((entry) => entry !== undefined);
  return valid.length === entries.length ? valid : 'it has an entry that is not valid';
}

function readEntry(value: Value): BaselineEntry | undefined {
  if (!isMapping(value)) return undefined;
  const { fingerprint, count, rule, object, file } = value;
  const isValid = typeof count === 'number' && Number.isSafeInteger(count) && count > 0;
  return isValid &&
    typeof fingerprint === 'string' &&
    typeof rule === 'string' &&
    typeof object === 'string' &&
    typeof file === 'string'
    ? { fingerprint, count, rule, object, file }
    : undefined;
}
