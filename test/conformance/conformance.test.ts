import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadRules } from '../../rules/index.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import {
  MESSAGES,
  messagesOfCases,
  messagesOfExamples,
  renderMessages,
} from '../explain/reported-messages.ts';
import { DIFFERENT_REASONS, findingsOnExamples, pairsOf } from '../rules/pairs.ts';
import { describeDifferences, differencesOf, judgeCases } from './agreement.ts';
import { rowNames, variantOf } from './cases.ts';
import { entryCovers, excuses, readLedger, rowOfEntry } from './ledger.ts';
import { lintCases } from './linted-cases.ts';
import { PAGE, renewPage } from './page.ts';

const rules = loadRules();

// Linting the cases takes long, so all tests that need their reports are here.
const linted = lintCases();
const judged = judgeCases(linted);
const cases = judged.map((one) => one.case);
const differences = differencesOf(judged);
const ledger = readLedger();

describe('agreement with the API server', () => {
  it('never refuses what the server accepts', () => {
    const falseErrors = differences.filter(({ place }) => place.weight === 'false-error');
    expect(describeDifferences(falseErrors)).toEqual([]);
  });

  it('reports nothing on what the server does not see as a document', () => {
    const stray = judged.flatMap(({ comparison }) =>
      comparison.stray.map(({ file, line, message }) => `${file}:${line}: ${message}`),
    );
    expect(stray).toEqual([]);
  });

  it('differs only where the ledger says so', () => {
    const unexcused = differences.filter(
      ({ place }) => place.weight !== 'false-error' && !excuses(ledger, place),
    );
    expect(describeDifferences(unexcused)).toEqual([]);
  });
});

describe('the ledger', () => {
  const entries = ledger.flatMap((group) => group.rows ?? []);

  it('has no entry that no longer differs (conformance-page.ts --ledger takes it out)', () => {
    const idle = entries.filter(
      (entry) => !differences.some(({ place }) => entryCovers(entry, place)),
    );
    expect(idle).toEqual([]);
  });

  it('names rows and variants that exist', () => {
    const unknown = entries.filter((entry) => {
      const ofRow = judged.filter((one) => one.case.row === rowOfEntry(entry));
      if (ofRow.length === 0) return true;
      const variants = typeof entry === 'string' ? [] : (entry.variants ?? []);
      const known = ofRow.flatMap((one) =>
        one.comparison.documents.map(({ line }) => variantOf(one.case, line.document)),
      );
      return variants.some((variant) => !known.includes(variant));
    });
    expect(unknown).toEqual([]);
  });

  it('has a reason for everything, once', () => {
    const reasons = ledger.map((group) => group.reason);
    expect(reasons.every((reason) => reason.length > 10)).toBe(true);
    expect(new Set(reasons).size).toBe(reasons.length);
  });
});

it('every row that a rule names has a case', () => {
  const known = rowNames(cases);
  const unknown = rules.flatMap((rule) =>
    Object.entries(rule.messages).flatMap(([id, message]) =>
      (message.rows ?? [])
        .filter((row) => !known.has(row))
        .map((row) => `${rule.id} ${id}: ${row}`),
    ),
  );
  expect(unknown).toEqual([]);
});

describe('rules that report at the same place', () => {
  // Findings of different minors are never reported together.
  const inNewest = linted.map(({ case: { file }, report }) => ({
    file,
    findings: report.findings.filter(({ minors }) => minors.includes(NEWEST_MINOR)),
  }));
  const pairs = pairsOf(inNewest);

  it('do so for different reasons', () => {
    const unlisted = [...pairs].filter(([pair]) => !Object.hasOwn(DIFFERENT_REASONS, pair));
    expect(unlisted).toEqual([]);
  });

  it('are listed only as long as they do', () => {
    const inExamples = pairsOf(findingsOnExamples());
    const gone = Object.keys(DIFFERENT_REASONS).filter(
      (pair) => !pairs.has(pair) && !inExamples.has(pair),
    );
    expect(gone).toEqual([]);
  });
});

it('the messages in src/features/explain are those of the cases and examples of today', () => {
  const made = readFileSync(MESSAGES, 'utf8');
  const isCurrent = made === renderMessages([...messagesOfCases(linted), ...messagesOfExamples()]);
  expect(isCurrent, 'run: npm run generate').toBe(true);
});

it('docs/development/conformance.md is up to date (npm run generate makes it)', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page).toBe(renewPage(page, judged));
});
