import { posix } from 'node:path';
import { indexBy } from '../src/base/index-by.ts';
import type { Message } from '../src/rule/description.ts';
import type { Rule } from '../src/rule/rule.ts';
import { readCases, VERDICTS } from '../test/conformance/cases.ts';
import { type GoldenLine, readJsonLines } from '../test/conformance/golden.ts';

/** The most messages that a page lists. */
const MOST = 8;

/**
 * Reads what the API server answers on the conformance cases.
 *
 * @returns a function with the messages that a rule explains, as the server writes them
 */
export function readServerMessages(): (rule: Rule) => readonly string[] {
  const rows = new Map(readCases().map(({ file, row }) => [file, posix.basename(row)]));
  const lines = indexBy(readJsonLines<GoldenLine>(VERDICTS), ({ file }) => [rows.get(file) ?? '']);
  const errorsOf = (row: string) =>
    (lines.get(row) ?? [])
      .flatMap(({ verdicts }) => verdicts.map(({ errors = [] }) => errors))
      // If a document has several errors, any of them may be about another rule.
      .flatMap((errors) => (errors.length === 1 ? errors : []));
  return ({ messages }) => {
    const found = Object.values<Message>(messages).flatMap(({ cause, rows: ids = [] }) =>
      ids
        .flatMap(errorsOf)
        .filter(({ type }) => type === cause)
        .map(({ field, message = '' }) => `${field}: ${message}`),
    );
    return [...new Set(found)].slice(0, MOST);
  };
}
