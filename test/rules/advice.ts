import { describe, expect, it } from 'vitest';
import { loadRules } from '../../rules/index.ts';
import type { LintOptions } from '../../src/lint/options.ts';
import { type Case, readCases } from '../conformance/cases.ts';
import { splitParts } from '../conformance/parts.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';

const rules = loadRules();

/** A document of a case on which advice is given, or is not. */
export interface AdviceDocument {
  /** The subject of the case, without the folder. */
  readonly row: string;
  readonly file: string;
  readonly index: number;
  /** The text after `# case:`. Empty if there is none. */
  readonly comment: string;
}

/** The cases that are about advice of some rules, and the facts about them. */
interface AdviceCases {
  isMeant(one: Case): boolean;
  /** Rows that no rule claims, and none should. */
  readonly unclaimed?: readonly string[];
  /** Reports whether a document has no findings. By default it has none if its comment has `/ good`. */
  isGood?(document: AdviceDocument): boolean;
  /** Reports whether a document alone cannot show the problem. */
  isLeftOut?(document: AdviceDocument): boolean;
  readonly options?: LintOptions;
}

/** Tests that rules advise on the bad documents of cases that the server accepts, and not on the good ones. */
export function testAdvice(advice: AdviceCases): void {
  const { unclaimed = [], options = {} } = advice;
  const cases = readCases().filter((testCase) => advice.isMeant(testCase));
  const claims = messagesByRow();
  const documents = cases
    .filter((testCase) => claims.has(nameOf(testCase)))
    .flatMap(documentsOf)
    .filter((document) => !advice.isLeftOut?.(document));
  const isGood = advice.isGood ?? (({ comment }) => /\/ good\b/.test(comment));
  const reports = new Map(
    cases.map(({ file, content }) => [
      file,
      lintPedantically([{ name: file, content }], { ...options, mergeRepetitions: false }).findings,
    ]),
  );
  const adviceOn = ({ row, file, index }: AdviceDocument) =>
    (reports.get(file) ?? []).filter(
      (finding) =>
        finding.index === index && claims.get(row)?.has(`${finding.rule} ${finding.messageId}`),
    );

  describe('advice on objects that the server accepts', () => {
    it('covers every row that one object shows', () => {
      const rows = cases.map(nameOf).filter((row) => !claims.has(row));
      expect([...new Set(rows)].sort()).toEqual([...unclaimed].sort());
    });

    it.each(documents.filter((document) => !isGood(document)))(
      'is given on $file $index: $comment',
      (document) => {
        const findings = adviceOn(document);
        expect(findings.length).toBeGreaterThan(0);
        for (const { severity, cause } of findings) {
          expect(['warning', 'info']).toContain(severity);
          expect(cause).toBeNull();
        }
      },
    );

    it.each(documents.filter(isGood))('is not given on $file $index: $comment', (document) => {
      expect(adviceOn(document)).toEqual([]);
    });
  });
}

function nameOf({ folder, row }: Case): string {
  return row.slice(folder.length + 1);
}

function documentsOf(one: Case): readonly AdviceDocument[] {
  return splitParts(one.text).map((part, index) => {
    const comment = /^# case: (.*)$/m.exec(part)?.[1] ?? '';
    return { row: nameOf(one), file: one.file, index, comment };
  });
}

/** `rule message` for each message that claims a row. */
function messagesByRow(): ReadonlyMap<string, ReadonlySet<string>> {
  const claims = new Map<string, Set<string>>();
  for (const { id, messages } of rules) {
    for (const [messageId, { rows = [] }] of Object.entries(messages)) {
      for (const row of rows) {
        const known = claims.get(row) ?? new Set();
        claims.set(row, known.add(`${id} ${messageId}`));
      }
    }
  }
  return claims;
}
