import { describe, expect, it } from 'vitest';
import { changesIn, otherErrorsIn } from '../../src/features/upgrade/changes.ts';
import type { Finding } from '../../src/result/finding.ts';
import type { Verdict } from '../../src/result/verdict.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import { documentReport, finding, report } from '../report/report-data.ts';

const MINORS: readonly Minor[] = ['1.30', '1.31', '1.32', '1.33'];

/** The changes for a document with a verdict in each minor, and a finding that holds in some. */
function changesOf(
  verdicts: readonly Verdict[],
  part: Partial<Finding> | undefined,
): readonly string[] {
  const made = report({}, part === undefined ? [] : [finding(part)], {
    kubernetesVersions: MINORS,
    documents: [
      documentReport({
        verdicts: Object.fromEntries(MINORS.map((minor, index) => [minor, verdicts[index]])),
      }),
    ],
  });
  return changesIn(made).map(
    ({ kind, since, finding }) =>
      `${kind} since ${since}${finding === undefined ? ', no finding' : ''}`,
  );
}

const [ACCEPTED, REFUSED]: readonly [Verdict, Verdict] = ['accepted', 'rejected'];

describe('between two minors', () => {
  it.each<[string, readonly Verdict[], Partial<Finding> | undefined]>([
    ['refused since 1.32', [ACCEPTED, ACCEPTED, REFUSED, REFUSED], { minors: ['1.32', '1.33'] }],
    ['refused since 1.33', [ACCEPTED, REFUSED, ACCEPTED, REFUSED], { minors: ['1.31', '1.33'] }],
    [
      'refused since 1.31',
      ['decodes', 'unserved', 'unserved', 'unserved'],
      { minors: MINORS.slice(1) },
    ],
    [
      'warned since 1.33',
      [ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED],
      { severity: 'warning', minors: ['1.33'] },
    ],
    ['refused since 1.32, no finding', [ACCEPTED, ACCEPTED, REFUSED, REFUSED], undefined],
    [
      'refused since 1.31, no finding',
      [ACCEPTED, REFUSED, REFUSED, REFUSED],
      { severity: 'warning', minors: ['1.33'] },
    ],
    [
      'accepted since 1.33, no finding',
      [REFUSED, ACCEPTED, REFUSED, ACCEPTED],
      { severity: 'warning', minors: ['1.30'] },
    ],
    [
      'refused since 1.32',
      [ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED],
      { rule: 'decision/denied', severity: 'warning', minors: ['1.32', '1.33'] },
    ],
    [
      'accepted since 1.31',
      [ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED],
      { rule: 'decision/denied', severity: 'warning', minors: ['1.30'] },
    ],
    ['accepted since 1.31', [REFUSED, ACCEPTED, ACCEPTED, ACCEPTED], { minors: ['1.30'] }],
  ])('%s', (change, verdicts, part) => {
    expect(changesOf(verdicts, part)).toEqual([change]);
  });

  it.each<[string, readonly Verdict[], Partial<Finding>]>([
    ['what holds in both', [REFUSED, REFUSED, REFUSED, REFUSED], { minors: MINORS }],
    [
      'another error of what is refused in both',
      [REFUSED, REFUSED, REFUSED, REFUSED],
      { minors: ['1.33'] },
    ],
    ['what holds in between only', [ACCEPTED, REFUSED, ACCEPTED, ACCEPTED], { minors: ['1.31'] }],
    [
      'a warning that is gone',
      [ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED],
      { severity: 'warning', minors: ['1.30'] },
    ],
  ])('%s is not a change', (_, verdicts, part) => {
    expect(changesOf(verdicts, part)).toEqual([]);
  });
});

describe('a document that both minors refuse', () => {
  it.each<[string, Partial<Finding>, readonly [number, number] | undefined]>([
    ['an error that is new', { minors: ['1.32', '1.33'] }, [0, 1]],
    ['an error that is gone', { minors: ['1.30'] }, [1, 0]],
    ['an error of both', { minors: MINORS }, undefined],
    ['an error between them', { minors: ['1.31'] }, undefined],
    ['a warning that is new', { severity: 'warning', minors: ['1.33'] }, undefined],
  ])('has %s', (_, part, counts) => {
    const made = report({}, [finding(part)], {
      kubernetesVersions: MINORS,
      documents: [
        documentReport({ verdicts: Object.fromEntries(MINORS.map((minor) => [minor, REFUSED])) }),
      ],
    });
    expect(otherErrorsIn(made).map(({ before, after }) => [before.length, after.length])).toEqual(
      counts === undefined ? [] : [counts],
    );
  });
});
