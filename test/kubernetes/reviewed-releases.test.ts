import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MINORS, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { REVIEWED_RELEASES } from '../../src/server/kubernetes/reviewed-releases.ts';
import { SERVER_CHANGES } from '../../src/server/kubernetes/server-changes.ts';

const repository = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');

const releases = MINORS.map((minor) => REVIEWED_RELEASES[minor]);

describe('the reviewed releases', () => {
  it('are those of their minors', () => {
    const minors = releases.map((release) => /^\d+\.\d+/.exec(release)?.[0]);
    expect(minors).toEqual(MINORS);
  });

  it('are those that the oracles are built from (test/oracle/remake.sh)', () => {
    expect(read('test/oracle/versions.txt').trim().split('\n')).toEqual(releases);
  });

  it('are those that the API facts are made from (scripts/generate/openapi/generate.py)', () => {
    expect(JSON.parse(read('src/server/kubernetes/facts/releases.json'))).toEqual(releases);
  });
});

it('README.md names the supported minors', () => {
  expect(read('README.md').replaceAll(/\s+/g, ' ')).toContain(
    `for Kubernetes ${MINORS[0]} to ${NEWEST_MINOR}.`,
  );
});

/** Files with answers of API servers: of each minor, or of groups of minors. */
const ANSWERS = [
  'fixtures/conformance/verdicts.jsonl',
  'fixtures/conformance/admission/answers.jsonl',
  'fixtures/crd-changes/verdicts.jsonl',
  ...[
    'costs',
    'evaluate-rules',
    'expressions',
    'large',
    'libraries',
    'long-messages',
    'typecheck',
  ].map((name) => `fixtures/cel/${name}.jsonl`),
  ...readdirSync(join(repository, 'fixtures/mutants')).map((name) => `fixtures/mutants/${name}`),
];

it.each(ANSWERS)('%s has answers of each minor (scripts/freeze)', (path) => {
  const text = read(path);
  expect(MINORS.filter((minor) => !text.includes(`"${minor}"`))).toEqual([]);
});

/** Files about a part of the minors, such as those whose servers list declarations. */
const ANSWERS_OF_SOME = [
  'fixtures/server-flags/verdicts.jsonl',
  ...['declarations.json', 'evaluate-wrong-types.jsonl', 'patch-fields.jsonl'].map(
    (name) => `fixtures/cel/${name}`,
  ),
];

it.each(ANSWERS_OF_SOME)('%s has answers of the newest minor (scripts/freeze)', (path) => {
  expect(read(path)).toContain(`"${NEWEST_MINOR}"`);
});

it.each(MINORS.slice(1))('there are changes of the server in %s', (minor) => {
  expect(Object.values(SERVER_CHANGES).some(({ since }) => since === minor)).toBe(true);
});

it.each(MINORS)('there are questions made for %s (scripts/fuzz, with KEEP)', (minor) => {
  for (const what of ['checker', 'evaluate']) {
    expect(read(`fixtures/cel/${what}-${minor}.jsonl`)).not.toBe('');
  }
});
