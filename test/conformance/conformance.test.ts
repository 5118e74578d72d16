import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadRules } from '../../rules/index.ts';
import { describeDifferences, differencesOf, judgeCases } from './agreement.ts';
import { rowNames, variantOf } from './cases.ts';
import { entryCovers, excuses, readLedger, rowOfEntry } from './ledger.ts';
import { PAGE, renewPage } from './page.ts';

const rules = loadRules();

const judged = judgeCases();
const cases = judged.map((one) => one.case);
const differences = differencesOf(judged);
const ledger = readLedger();

describe('agreement with the API server', () => {
  it('lints every case without throwing', () => {
    const thrown = judged.filter((one) => 'thrown' in one);
    expect(thrown.map((one) => `${one.case.file}: ${one.thrown}`)).toEqual([]);
  });

  it('never refuses what the server accepts', () => {
    const falseErrors = differences.filter(({ place }) => place.weight === 'false-error');
    expect(describeDifferences(falseErrors)).toEqual([]);
  });

  it('reports nothing on what the server does not see as a document', () => {
    const stray = judged.flatMap((one) =>
      'comparison' in one
        ? one.comparison.stray.map(({ file, line, message }) => `${file}:${line}: ${message}`)
        : [],
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
        'comparison' in one
          ? one.comparison.documents.map(({ line }) => variantOf(one.case, line.document))
          : [],
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

it('docs/development/conformance.md is up to date (npm run generate makes it)', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page).toBe(renewPage(page, judged));
});
