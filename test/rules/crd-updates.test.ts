import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MINORS } from '../../src/kubernetes/minors.ts';
import { readCases, VERDICTS } from '../conformance/cases.ts';
import { type GoldenLine, linesByFile, readJsonLines } from '../conformance/golden.ts';
import { renameServerPath } from '../conformance/paths.ts';
import { saidOfUpdate } from './said-of-update.ts';

/** Whether rules are compiled, and what they cost, is not judged here. */
const ABOUT_EXPRESSIONS = /crd-update-(cel-env|cost)-ratchet/;

const golden = linesByFile(readJsonLines<GoldenLine>(VERDICTS));
const pairs = readCases()
  .filter(
    ({ folder, update, row }) =>
      folder === 'customresourcedefinition' && update && !ABOUT_EXPRESSIONS.test(row),
  )
  .map(({ file, text }) => ({
    file,
    sent: text,
    stored: readFileSync(
      join('fixtures/conformance', file.replace('.new.yaml', '.old.yaml')),
      'utf8',
    ),
  }));

describe.each(pairs)('$file', ({ file, stored, sent }) => {
  const verdicts = golden.get(file)?.[0]?.verdicts ?? [];

  it.each(MINORS)('is judged as by the server of %s', (minor) => {
    const verdict = verdicts.find(({ minors }) => minors.includes(minor));
    const said = saidOfUpdate(stored, sent, minor);
    if (said === undefined) {
      expect(verdict?.outcome).toBe('unserved');
      return;
    }
    const errors = (verdict?.errors ?? []).map(({ type, field }) => {
      return `${type} ${renameServerPath('CustomResourceDefinition', field)}`;
    });
    expect(said.errors).toEqual([...new Set(errors)].sort());
    expect(said.warnings).toBe((verdict?.warnings ?? []).length > 0);
  });
});
