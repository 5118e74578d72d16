import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  addedInUpdate,
  overlookedInUpdate,
  POLICY_RESOURCES,
} from '../../src/checks/updates/policy-resources.ts';
import { MINORS, type Minor } from '../../src/kubernetes/minors.ts';
import { lint } from '../../src/lint.ts';
import { readCases, VERDICTS } from '../conformance/cases.ts';
import { type GoldenLine, linesByFile, readJsonLines } from '../conformance/golden.ts';
import { resourceIn } from './resource-in.ts';

const FOLDERS: readonly string[] = [
  'common',
  ...POLICY_RESOURCES.map((kind) => kind.toLowerCase()),
];
const golden = linesByFile(readJsonLines<GoldenLine>(VERDICTS));
const pairs = readCases()
  .filter(({ folder, update }) => FOLDERS.includes(folder) && update)
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
    const errors = (verdict?.errors ?? []).map(({ type, field }) => `${type} ${field}`);
    expect(said.errors).toEqual([...new Set(errors)].sort());
    expect(said.warnings).toBe((verdict?.warnings ?? []).length > 0);
  });
});

/** Everything that the server would say of an update; undefined where the minor does not serve the version. */
function saidOfUpdate(
  stored: string,
  sent: string,
  minor: Minor,
): { readonly errors: readonly string[]; readonly warnings: boolean } | undefined {
  const [before, after] = [
    resourceIn(stored, minor, POLICY_RESOURCES),
    resourceIn(sent, minor, POLICY_RESOURCES),
  ];
  if (before === undefined || after === undefined) return undefined;
  const overlooked = overlookedInUpdate(before, after);
  const { findings } = lint([{ name: 'case.yaml', content: sent }], {
    kubernetesVersions: [minor],
  });
  const said = findings
    .flatMap(({ cause, field }) => (cause === null || field === null ? [] : [{ cause, field }]))
    .filter((error) => !overlooked(error))
    .concat(addedInUpdate(before, after));
  const errors = said
    .filter(({ cause }) => cause !== 'Warning')
    .map(({ cause, field }) => `${cause} ${field}`);
  // Warnings are given of what is accepted only.
  const warnings = errors.length === 0 && said.some(({ cause }) => cause === 'Warning');
  return { errors: [...new Set(errors)].sort(), warnings };
}
