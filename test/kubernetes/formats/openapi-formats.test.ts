import { describe, expect, it } from 'vitest';
import {
  isByteFormat,
  isFullDate,
  isFullDateTime,
  isUuid,
} from '../../../src/server/kubernetes/formats/openapi-formats.ts';

describe.each([
  {
    what: 'date',
    is: isFullDate,
    good: ['2024-02-29', '2000-02-29', '0000-01-01', '9999-12-31'],
    bad: [
      '',
      '2023-02-29',
      '1900-02-29',
      '2024-00-01',
      '2024-13-01',
      '2024-04-31',
      '2024-1-1',
      '2024-01-01 ',
      '12024-01-01',
    ],
  },
  {
    what: 'datetime',
    is: isFullDateTime,
    good: [
      '2024-02-29T00:00:00Z',
      '2024-02-29t23:59:59z',
      '2024-01-01T00:00:00x5Z',
      '2024-01-01T00:00:00+99:99',
      '2024-01-01T00:00:00ZTanything',
    ],
    bad: [
      '2024-01-01',
      '2024-01-01 00:00:00Z',
      '2023-02-29T00:00:00Z',
      '2024-01-01T24:00:00Z',
      '2024-01-01T00:60:00Z',
      '2024-01-01T00:00:60Z',
      '2024-01-01T00:00:00',
      '2024-01-01T0:00:00Z',
    ],
  },
  {
    what: 'uuid',
    is: isUuid,
    good: [
      '01234567-89ab-cdef-0123-456789abcdef',
      '0123456789ABCDEF0123456789ABCDEF',
      '0123456789ab-cdef0123-456789abcdef',
    ],
    bad: [
      '',
      '01234567-89ab-cdef-0123-456789abcde',
      '01234567--89ab-cdef-0123-456789abcdef',
      'g1234567-89ab-cdef-0123-456789abcdef',
      '{01234567-89ab-cdef-0123-456789abcdef}',
    ],
  },
  {
    what: 'byte',
    is: isByteFormat,
    good: ['YQ==', 'YWI=', 'YWJj', 'YWJjYQ=='],
    bad: ['', 'YQ', 'YQ=', 'YWJj\n', 'YW-j', '====', 'YQ==YQ=='],
  },
])('the format $what', ({ is, good, bad }) => {
  it.each(good)('takes %j', (text) => expect(is(text)).toBe(true));
  it.each(bad)('does not take %j', (text) => expect(is(text)).toBe(false));
});
