import { describe, expect, it } from 'vitest';
import { rules } from '../../rules/index.ts';
import { lint } from '../../src/lint.ts';
import { type Case, readCases } from '../conformance/cases.ts';
import { splitParts } from '../conformance/parts.ts';

const PREFIX = 'customresourcedefinition/crd-lint-';

/** Rows that only the other objects of a run show, or the object as it is stored. */
const OF_SEVERAL_OBJECTS: ReadonlySet<string> = new Set([
  'crd-lint-conversion-service-missing',
  'crd-lint-names-conflict',
  'crd-lint-removed-property',
]);

/** Rows about which the server itself has a word in some minors, or that hold of any YAML, with the rules for it. */
const OF_OTHER_RULES: ReadonlySet<string> = new Set([
  'crd-lint-rule-newer-function',
  'crd-lint-yaml-bool-name',
]);

/** Rows that are no advice by themselves: a key without a limit costs nothing where there are no rules. */
const UNTOLD: ReadonlySet<string> = new Set(['crd-lint-map-key-unbounded']);

const ELSEWHERE = [OF_SEVERAL_OBJECTS, OF_OTHER_RULES, UNTOLD];

interface LintDocument {
  readonly row: string;
  readonly file: string;
  readonly index: number;
  readonly comment: string;
  readonly bad: boolean;
}

const cases = readCases().filter(({ row }) => row.startsWith(PREFIX));
const documents = cases.flatMap(documentsOf);
const claimed = new Set(
  rules.flatMap(({ messages }) => Object.values(messages).flatMap(({ rows = [] }) => rows)),
);

function documentsOf({ file, row, text }: Case): readonly LintDocument[] {
  const name = row.split('/')[1] ?? '';
  if (ELSEWHERE.some((rows) => rows.has(name))) return [];
  return splitParts(text).map((part, index) => {
    const comment = /^# case: (.*)$/m.exec(part)?.[1] ?? '';
    return { row: name, file, index, comment, bad: !/\/ good\b/.test(comment) };
  });
}

const reports = new Map(
  cases.map(({ file, content }) => {
    const options = { kubernetesVersions: ['1.30', '1.36'] as const };
    return [file, lint([{ name: file, content }], options).findings];
  }),
);

function findingsOf({ row, file, index }: LintDocument) {
  return (reports.get(file) ?? []).filter(({ rule: id, messageId, index: part }) => {
    const rule = rules.find((one) => one.id === id);
    return part === index && (rule?.messages[messageId]?.rows?.includes(row) ?? false);
  });
}

describe('advice on CRDs that the server accepts', () => {
  it('covers every row that one CRD shows', () => {
    const rows = new Set(documents.map(({ row }) => row));
    expect([...rows].filter((row) => !claimed.has(row))).toEqual([]);
  });

  it.each(documents.filter(({ bad }) => bad))('is given on $file $index: $comment', (document) => {
    const findings = findingsOf(document);
    expect(findings.length).toBeGreaterThan(0);
    for (const { severity, cause } of findings) {
      expect(['warning', 'info']).toContain(severity);
      expect(cause).toBeNull();
    }
  });

  it.each(documents.filter(({ bad }) => !bad))(
    'is not given on $file $index: $comment',
    (document) => {
      expect(findingsOf(document)).toEqual([]);
    },
  );
});
