import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changesAskedFor, rulesByChange } from '../../scripts/generate/server-change-table.ts';
import { compareMinors, MINORS, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import {
  minorsBefore,
  minorsWith,
  SERVER_CHANGES,
  serverHas,
} from '../../src/server/kubernetes/server-changes.ts';
import { reachedFrom } from '../architecture/modules.ts';

const repository = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');

const sources = new Map(
  ['src', 'rules', 'scripts'].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
      .filter((path) => path.endsWith('.ts'))
      .map((path) => [path, read(path)]),
  ),
);

/** The files in which minors are data: of kinds, types and changes, and of the libraries of CEL. */
const DATA = [
  'src/server/kubernetes/',
  'src/server/expressions/libraries/versioned-libraries.ts',
  // The defaults and conversions of kinds whose values are not validated, which no rule shows.
  'src/server/decode/defaults/',
  'src/server/admission/objects/',
];

it('is the one place for what differs between minors', () => {
  const literal = new RegExp(
    `(['"])(?:${MINORS.map((minor) => minor.replace('.', '\\.')).join('|')})\\1`,
  );
  const offenders = [...sources].filter(
    ([path, text]) => !DATA.some((data) => path.startsWith(data)) && literal.test(text),
  );
  expect(offenders.map(([path]) => path)).toEqual([]);
});

describe.each(Object.entries(SERVER_CHANGES))('%s', (name, change) => {
  const asking = [...sources].filter(([, text]) => changesAskedFor(text).includes(name));

  it('is asked for by some code', () => {
    expect(asking.length).toBeGreaterThan(0);
  });

  it('divides the supported minors', () => {
    expect(compareMinors(change.since, MINORS[0])).toBeGreaterThan(0);
    if (change.until !== undefined) {
      expect(compareMinors(change.since, change.until)).toBeLessThanOrEqual(0);
      expect(compareMinors(change.until, NEWEST_MINOR)).toBeLessThan(0);
    }
    for (const minor of change.backports ?? []) {
      expect(compareMinors(minor, change.since)).toBeLessThan(0);
    }
  });

  it('says in one sentence what was before', () => {
    expect(change.description).toMatch(/^[A-Z`%].*; before, [^;]*\.$/);
  });

  it('is shown by rules that reach the code that asks for it', () => {
    const rules = new Map<string, readonly string[]>(rulesByChange()).get(name) ?? [];
    expect(rules.length).toBeGreaterThan(0);
    // Findings about values of stored objects that the server keeps are removed afterwards, because the rules do not
    // know them. Rules about decisions are given the decisions, with the defaults of the objects.
    const isGiven = /^src\/(?:analysis\/updates|server\/admission|server\/decode\/defaults)\//;
    if (asking.some(([path]) => isGiven.test(path))) return;
    for (const id of rules) {
      const reached = reachedFrom(`rules/${id}.ts`, ({ isTypeOnly }) => !isTypeOnly);
      expect(
        asking.some(([path]) => path === `rules/${id}.ts` || reached.has(path)),
        id,
      ).toBe(true);
    }
  });
});

describe('ranges', () => {
  it('are made of the minors before and since', () => {
    expect(minorsBefore('requests-over-limits-warnings')).toEqual({ until: '1.34' });
    expect(minorsWith('requests-over-limits-warnings')).toEqual({ since: '1.35' });
    expect(minorsWith('address-range-warnings')).toEqual({
      since: '1.33',
      until: '1.35',
      gate: { name: 'StrictIPCIDRValidation', enabled: false },
    });
  });

  it('know what older minors have too', () => {
    const having = MINORS.filter((minor) =>
      serverHas('boolean-additional-properties-type-checked', minor),
    );
    expect(having.slice(0, 2)).toEqual(['1.33', '1.35']);
  });
});
