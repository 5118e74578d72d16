import { describe, expect, it } from 'vitest';
import { rules } from '../../rules/index.ts';
import { allKinds, findKind } from '../../src/server/kubernetes/kinds.ts';
import { readCases, VERDICTS, variantOf } from './cases.ts';
import { type GoldenLine, linesByFile, type Outcome, readJsonLines } from './golden.ts';
import { SHARED_ROW, sharedCasesOf } from './kind-cases.ts';

const kinds = allKinds().flatMap((facts) => (facts.validated ? [facts.kind] : []));
const lines = readJsonLines<GoldenLine>(VERDICTS);
const outcomes = sharedOutcomes();

describe.each(kinds)('%s', (kind) => {
  it('has the cases that all validated kinds share (scripts/generate/kind-cases.ts)', () => {
    expect(outcomes.get(`${sharedCasesOf(kind)} valid`)).toContain('accepted');
  });

  it('has cases of its own in fixtures/conformance', () => {
    const own = lines.filter((line) => line.kind === kind && !line.file.startsWith('common/'));
    const refused = own.filter(({ verdicts }) =>
      verdicts.some(({ outcome }) => outcome === 'rejected'),
    );
    expect(refused.length).toBeGreaterThan(0);
  });

  it('has a rule of its own', () => {
    expect(rules.some((rule) => 'kinds' in rule && rule.kinds.includes(kind))).toBe(true);
  });

  it('is known to be accepted without a spec, or to be refused (src/server/kubernetes/kind-table.ts)', () => {
    const bare = outcomes.get(`${sharedCasesOf(kind)} bare`);
    expect(findKind(kind)?.acceptedWhenEmpty ?? false).toBe(bare?.includes('accepted'));
  });
});

/** The outcomes of the shared cases in all minors, by file and variant. */
function sharedOutcomes(): ReadonlyMap<string, readonly Outcome[]> {
  const byFile = linesByFile(lines);
  const shared = readCases().filter(({ row }) => row === `common/${SHARED_ROW}`);
  return new Map(
    shared.flatMap((one) =>
      (byFile.get(one.file) ?? []).map(({ document, verdicts }) => [
        `${one.file.replace('common/', '')} ${variantOf(one, document)}`,
        verdicts.map(({ outcome }) => outcome),
      ]),
    ),
  );
}
