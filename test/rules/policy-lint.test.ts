import { describe, expect, it } from 'vitest';
import { rules } from '../../rules/index.ts';
import { lint } from '../../src/lint.ts';
import { type Case, readCases } from '../conformance/cases.ts';
import { splitParts } from '../conformance/parts.ts';

const FOLDERS: ReadonlySet<string> = new Set([
  'flowschema',
  'prioritylevelconfiguration',
  'networkpolicy',
  'poddisruptionbudget',
  'limitrange',
  'resourcequota',
  'apiservice',
]);

/** Rows that only the other objects of a run show. */
const OF_SEVERAL_OBJECTS: ReadonlySet<string> = new Set([
  'lint-fs-equal-precedence',
  'lint-fs-level-missing',
  'lint-fs-shadowed',
  'lint-plc-reject-zero-queue',
  'lint-plc-unused',
  'lint-pdb-min-large',
  'lint-pdb-overlap',
  'lint-pdb-percent-of-custom',
  'lint-lr-two-objects',
  'lint-as-crd-conflict',
  'lint-as-priority-differs',
]);

/** Rows about which the server itself has a word in some minors, with the rules for it. */
const OF_OTHER_RULES: ReadonlySet<string> = new Set([
  'lint-plc-v1beta3',
  'lint-rq-requests-over-limits',
]);

/** Rows of which only the documents about built-in objects show by themselves what is wrong. */
const ABOUT_BUILT_IN: ReadonlySet<string> = new Set(['lint-fs-distinguisher-unused']);

interface LintDocument {
  readonly row: string;
  readonly file: string;
  readonly index: number;
  readonly comment: string;
  readonly bad: boolean;
}

const cases = readCases().filter(
  ({ folder, row }) =>
    (FOLDERS.has(folder) && isLint(row)) || row.startsWith('common/lint-quantity-'),
);
const documents = cases.flatMap(documentsOf);
const claimed = new Set(
  rules.flatMap(({ messages }) => Object.values(messages).flatMap(({ rows = [] }) => rows)),
);

function isLint(row: string): boolean {
  return row.split('/')[1]?.startsWith('lint-') ?? false;
}

function documentsOf({ file, row, text }: Case): readonly LintDocument[] {
  const name = row.split('/')[1] ?? '';
  if (OF_SEVERAL_OBJECTS.has(name) || OF_OTHER_RULES.has(name)) return [];
  return splitParts(text).flatMap((part, index) => {
    const comment = /^# case: (.*)$/m.exec(part)?.[1] ?? '';
    const good = /\/ (good|ok)\b|\(no finding\)/.test(comment) || file.includes('--ok');
    if (!good && ABOUT_BUILT_IN.has(name) && !comment.includes('built-in')) return [];
    return [{ row: name, file, index, comment, bad: !good }];
  });
}

const reports = new Map(
  cases.map(({ file, content }) => [file, lint([{ name: file, content }]).findings]),
);

function findingsOf({ row, file, index }: LintDocument) {
  return (reports.get(file) ?? []).filter(({ rule: id, messageId, index: part }) => {
    const rule = rules.find((one) => one.id === id);
    return part === index && (rule?.messages[messageId]?.rows?.includes(row) ?? false);
  });
}

describe('advice on objects that the server accepts', () => {
  it('covers every row that one object shows', () => {
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
