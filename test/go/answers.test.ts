import { describe, expect, it } from 'vitest';
import { parseInteger } from '../../src/base/go/decimal-integer.ts';
import { fixedPoint } from '../../src/base/go/decimal-text.ts';
import {
  formatIpAddress,
  formatIpPrefix,
  maskIpPrefix,
  parseIpAddress,
  parseIpPrefix,
} from '../../src/base/go/ip-address.ts';
import { toLower } from '../../src/base/go/lower-case.ts';
import { isMailAddress } from '../../src/base/go/mail-address.ts';
import {
  escapedPathOf,
  formatNetUrl,
  hostnameOf,
  type NetUrlResult,
  parseNetUrl,
  parseRequestUri,
  portOf,
} from '../../src/base/go/net-url.ts';
import { fromByteText, goQuote } from '../../src/base/go/quote.ts';
import { shortestDecimal } from '../../src/base/go/shortest-decimal.ts';
import { sortUnstably } from '../../src/base/go/sort.ts';
import { formatRfc3339, parseDuration, parseRfc3339 } from '../../src/base/go/time.ts';
import { trimSpace } from '../../src/base/go/white-space.ts';
import { readJsonLines } from '../conformance/golden.ts';

/** The result of Go for a text, as printed by `answers.go`. */
interface Answer {
  readonly what: string;
  readonly text: string;
  readonly answer: string;
}

const ANSWERS = readJsonLines<Answer>('fixtures/go/answers.jsonl');

const STRICT = { strictColons: true };

const OURS: Readonly<Record<string, (text: string) => string>> = {
  address: (text) => {
    const read = parseIpAddress(text);
    if (!read.ok) return `! ${read.error}`;
    const { zone } = read.value;
    return formatIpAddress(read.value) + (zone === '' ? '' : `%${zone}`);
  },
  prefix: (text) => {
    const read = parseIpPrefix(text);
    if (!read.ok) return `! ${read.error}`;
    return `${formatIpPrefix(read.value)} ${formatIpPrefix(maskIpPrefix(read.value))}`;
  },
  url: (text) => urlText(parseNetUrl(text, STRICT)),
  request: (text) => urlText(parseRequestUri(text, STRICT)),
  quote: goQuote,
  time: (text) => {
    const read = parseRfc3339(text);
    return read === undefined ? '!' : `${read.seconds} ${read.nanos} ${formatRfc3339(read)}`;
  },
  duration: (text) => String(parseDuration(text) ?? '!'),
  integer: (text) => {
    const read = parseInteger(text);
    return read.ok ? String(read.value) : `! ${read.error}`;
  },
  mail: (text) => (isMailAddress(text) ? 'ok' : '!'),
  lower: toLower,
  trim: trimSpace,
  '%v': (text) => shortestDecimal(double(text)),
  '%.2f': (text) => fixedPoint(double(text), 2),
  sort: (text) => {
    const letters = [...text];
    sortUnstably(letters, (a, b) => a.toLowerCase() < b.toLowerCase());
    return letters.join('');
  },
};

function urlText(read: NetUrlResult): string {
  if (!read.ok) return `! ${read.error}`;
  const { url } = read;
  const parts = [url.scheme, url.host, escapedPathOf(url), hostnameOf(url), portOf(url)];
  return [...parts, formatNetUrl(url)].map(fromByteText).join(' | ');
}

function double(text: string): number {
  return Number(text.replace('Inf', 'Infinity'));
}

describe.each(Object.entries(OURS))('%s', (what, ours) => {
  const answers = ANSWERS.filter((answer) => answer.what === what);

  it('has answers', () => {
    expect(answers.length).toBeGreaterThan(5);
  });

  it.each(answers)('is what Go makes of $text', ({ text, answer }) => {
    expect(ours(text)).toBe(answer);
  });
});

it('takes a second colon in a host where Go did', () => {
  expect(parseNetUrl('https://::1/', { strictColons: false }).ok).toBe(true);
  expect(parseNetUrl('https://::1/', STRICT)).toMatchObject({ ok: false, refusal: 'port' });
});

it('keeps sorting within bounds where all is equal', () => {
  const items = Array.from({ length: 20_000 }, (_, index) => index);
  let count = 0;
  sortUnstably(items, () => {
    count++;
    return false;
  });
  expect(count).toBeLessThan(500_000);
  expect(new Set(items).size).toBe(20_000);
});
