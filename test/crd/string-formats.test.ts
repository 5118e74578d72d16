import { expect, it } from 'vitest';
import {
  isOfStringFormat,
  isRecognizedFormat,
  isStringFormat,
} from '../../src/server/crd/values/string-formats.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';

// These are the server's verdicts on defaults with these formats and texts.
it.each([
  ['date', ['2020-02-29'], ['2021-02-29', '2020-1-1', '']],
  ['date-time', ['2020-01-01T00:00:00Z', '2020-01-01t23:59:59.1+01:00'], ['2020-01-01T24:00:00Z']],
  [
    'duration',
    ['1h30m', '2 days', '.5h', '3000000h', '0'],
    ['', '5', 'x', '99999999999999999999h'],
  ],
  ['ipv4', ['1.2.3.4', '01.2.3.4', '::ffff:1.2.3.4'], ['1.2.3', '::1', '256.1.1.1']],
  ['ipv6', ['::1', '::ffff:1.2.3.4'], ['1.2.3.4', 'fe80::1%eth0', ':::']],
  ['cidr', ['1.2.3.0/24', '01.2.3.0/8', '::/0'], ['1.2.3.4/33', '1.2.3.0']],
  [
    'email',
    ['a@b', 'A B <a@b.c>', '"a b"@c', 'a@[1.2.3.4]', 'a@b (c)'],
    ['a', '""@c', 'a..b@c', 'a@[x]'],
  ],
  ['uri', ['http://x', '/x', '//x', 'a:b', '*'], ['x', '', '#x', 'http://%zz', 'http://x y']],
  ['byte', ['YQ==', 'YWI='], ['', 'YQ', 'a-b_']],
  [
    'hostname',
    ['a', 'a.b.com', '☃', `${'a'.repeat(63)}.com`],
    ['a_b', '-a', 'a b', `${'a'.repeat(64)}.com`],
  ],
  [
    'mac',
    ['00:00:5e:00:53:01', '0000.5e00.5301', '00005e005301', '00:00:5e:00:53:01:02:03'],
    ['00:00', '00:00-5e:00:53:01', '00:00:5e:00:53:01:02'],
  ],
  ['bsonobjectid', ['507F1F77BCF86CD799439011'], ['507F1F77BCF86CD79943901']],
  ['uuid4', ['123e4567-e89b-42d3-a456-426614174000'], ['123e4567-e89b-42d3-7456-426614174000']],
  ['isbn10', ['3 401 01319 X'], ['3423214121']],
  ['isbn13', ['978-3401013190'], ['9783401013191', '978340101319']],
  ['creditcard', ['4220 8554 2622 2389'], ['4220855426213389']],
  ['rgbcolor', ['rgb( 1 , 2 , 3 )'], ['rgb(256,1,1)', 'rgb(01,2,3)']],
  ['ssn', ['111-22-3333'], ['111223333']],
  ['k8s-long-name', ['a.b'], ['A.b', 'a..b']],
])('knows texts of the format %s', (format, good, bad) => {
  expect(good.filter((text) => !isOfStringFormat(text, format))).toEqual([]);
  expect(bad.filter((text) => isOfStringFormat(text, format))).toEqual([]);
});

it('knows formats with any dashes, but no other case', () => {
  expect(isStringFormat('d-atetime', '1.30')).toBe(true);
  expect(isStringFormat('Date', NEWEST_MINOR)).toBe(false);
});

it('knows the names of Kubernetes since 1.34, and recognises them one minor later', () => {
  expect(isStringFormat('k8s-short-name', '1.33')).toBe(false);
  expect(isStringFormat('k8s-short-name', '1.34')).toBe(true);
  expect(isRecognizedFormat('k8s-short-name', 'string', '1.34')).toBe(false);
  expect(isRecognizedFormat('k8s-short-name', 'string', '1.35')).toBe(true);
});

it('recognises formats by type in newer minors', () => {
  expect(isRecognizedFormat('int32', 'integer', NEWEST_MINOR)).toBe(true);
  expect(isRecognizedFormat('int32', 'integer', '1.35')).toBe(false);
  expect(isRecognizedFormat('date', 'integer', NEWEST_MINOR)).toBe(false);
  expect(isRecognizedFormat('date', '', NEWEST_MINOR)).toBe(true);
});
