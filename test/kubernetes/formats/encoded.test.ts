import { describe, expect, test } from 'vitest';
import { parseRfc3339 } from '../../../src/base/go/time.ts';
import { isBase64 } from '../../../src/server/kubernetes/formats/base64.ts';
import { quantityProblem } from '../../../src/server/kubernetes/formats/quantity.ts';

// Every text here was given to the server's own code.

describe('quantities', () => {
  test.each([
    '0',
    '1',
    '+1',
    '-1',
    '1.5',
    '.5',
    '5.',
    '.',
    '+',
    '-',
    '00',
    '1n',
    '1u',
    '1m',
    '1k',
    '1M',
    '1G',
    '1T',
    '1P',
    '1E',
    '1Ki',
    '1Mi',
    '1Gi',
    '1Ti',
    '1Pi',
    '1Ei',
    '1e3',
    '1E3',
    '1e+3',
    '1e-3',
    '1e400',
    '1e-20',
    '.Ki',
    '.e-9',
    ' 1 ',
    '\u00a01\u3000',
    '\u00851',
    'k',
    'E',
    '-m',
  ])('%j is one', (text) => {
    expect(quantityProblem(text)).toBeUndefined();
  });

  test.each([
    ['', 'format'],
    [' ', 'format'],
    ['a', 'format'],
    ['1 Gi', 'format'],
    ['1_000', 'format'],
    ['1GB', 'format'],
    ['1,5', 'format'],
    ['--1', 'suffix'],
    ['0x10', 'format'],
    ['\t1', 'format'],
    ['1e3Ki', 'format'],
    ['1K', 'suffix'],
    ['1ki', 'suffix'],
    ['1e', 'suffix'],
    ['1mm', 'suffix'],
    ['1i', 'suffix'],
    ['1+5', 'suffix'],
    ['1e99999999999999999999', 'suffix'],
    ['.Pi', 'number'],
    ['-Ei', 'number'],
    ['.e-20', 'number'],
  ])('%j is none: %s', (text, problem) => {
    expect(quantityProblem(text)).toBe(problem);
  });
});

describe('base64', () => {
  test.each(['', 'YQ==', 'YR==', 'YWI=', 'YWJj', 'YQ=\n=', 'YQ==\r\n', '\n', 'a+/9'])(
    '%j is it',
    (text) => {
      expect(isBase64(text)).toBe(true);
    },
  );

  test.each(['YQ', 'YQ=', 'YQ==YQ==', 'YQ_=', ' ', 'YQ== ', 'Y===', '====', 'YWJ\tj'])(
    '%j is not',
    (text) => {
      expect(isBase64(text)).toBe(false);
    },
  );

  test('a bundle of megabytes', () => {
    expect(isBase64('QUJD'.repeat(1_000_000))).toBe(true);
  });
});

describe('times', () => {
  test.each([
    ['2020-01-01T00:00:00Z', 1577836800n, 0, 0],
    ['2020-02-29T00:00:00Z', 1582934400n, 0, 0],
    ['2000-02-29T00:00:00Z', 951782400n, 0, 0],
    ['0000-01-01T00:00:00Z', -62167219200n, 0, 0],
    ['2020-01-01T00:00:00.123456789123Z', 1577836800n, 123456789, 0],
    ['2020-01-01T00:00:00,5Z', 1577836800n, 500000000, 0],
    ['2020-01-01T0:00:00Z', 1577836800n, 0, 0],
    ['2020-01-01T00:00:00+24:00', 1577750400n, 0, 86400],
    ['2020-01-01T00:00:00+23:60', 1577750400n, 0, 86400],
    ['2020-01-01T00:00:00-00:00', 1577836800n, 0, 0],
  ])('%s is one', (text, seconds, nanos, offset) => {
    const read = parseRfc3339(text);
    expect([read?.seconds, read?.nanos]).toEqual([seconds, nanos]);
    // The offset of -00:00 is -0.
    expect(read?.offset === offset).toBe(true);
  });

  test.each([
    '',
    '2020-01-01',
    '2020-01-01t00:00:00z',
    '2020-01-01T00:00:00z',
    '2020-01-01T00:00:00',
    '2016-12-31T23:59:60Z',
    '2020-01-01T24:00:00Z',
    '2020-01-01T00:60:00Z',
    '2021-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2020-02-30T00:00:00Z',
    '2020-04-31T00:00:00Z',
    '2020-00-01T00:00:00Z',
    '2020-13-01T00:00:00Z',
    '2020-01-00T00:00:00Z',
    '2020-1-01T00:00:00Z',
    '2020-01-01 00:00:00Z',
    '2020-01-01T00:00:00.Z',
    '2020-01-01T00:00:00+0000',
    '2020-01-01T00:00:00+00',
    '2020-01-01T00:00:00+25:00',
    '2020-01-01T00:00:00+00:61',
    '2020-01-01T00:00:00Z ',
    '10000-01-01T00:00:00Z',
    '2020-01-01T00:00:7Z',
    '2020-01-01T00:00:00.5,5Z',
  ])('%s is none', (text) => {
    expect(parseRfc3339(text)).toBeUndefined();
  });
});
