import { describe, expect, it } from 'vitest';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { excuses, type LedgerGroup, type Place, renewLedger } from './ledger.ts';

const PLACE: Place = {
  row: 'common/a',
  variant: 'x',
  minor: NEWEST_MINOR,
  weight: 'missing',
};

const NOT_YET: LedgerGroup = { reason: 'not yet: a rule', rows: ['common/a'] };
const KNOWN: LedgerGroup = { reason: 'the server walks a map', rows: ['common/a'] };

describe('the ledger', () => {
  it('excuses silence where a check is not written', () => {
    expect(excuses([NOT_YET], PLACE)).toBe(true);
    expect(excuses([NOT_YET], { ...PLACE, weight: 'wrong' })).toBe(false);
    expect(excuses([NOT_YET], { ...PLACE, row: 'common/b' })).toBe(false);
  });

  it('excuses other words where there is a reason', () => {
    expect(excuses([KNOWN], { ...PLACE, weight: 'wrong' })).toBe(true);
  });

  it('never excuses a false error', () => {
    expect(excuses([NOT_YET, KNOWN], { ...PLACE, weight: 'false-error' })).toBe(false);
  });

  it('can be narrowed', () => {
    const narrow: LedgerGroup = {
      reason: 'not yet',
      rows: [{ row: 'common/a', variants: ['x'], minors: ['1.30'] }],
    };
    expect(excuses([narrow], PLACE)).toBe(false);
    expect(excuses([narrow], { ...PLACE, minor: '1.30' })).toBe(true);
    expect(excuses([narrow], { ...PLACE, minor: '1.30', variant: 'y' })).toBe(false);
  });

  it('is renewed: what no longer differs goes, what is missing comes, reasons stay', () => {
    const gone: LedgerGroup = { reason: 'not yet: gone', rows: ['common/gone'] };
    const other: Place = { ...PLACE, row: 'common/new' };
    const wrong: Place = { ...PLACE, row: 'common/wrong', weight: 'wrong' };
    expect(renewLedger([NOT_YET, gone, KNOWN], [PLACE, other, wrong])).toEqual([
      NOT_YET,
      KNOWN,
      { reason: 'not yet: no rule says this', rows: ['common/new'] },
    ]);
  });
});
