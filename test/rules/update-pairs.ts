import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KindName } from '../../src/kubernetes/kinds.ts';
import { MINORS } from '../../src/kubernetes/minors.ts';
import { type Case, readCases, VERDICTS } from '../conformance/cases.ts';
import {
  type GoldenLine,
  linesByFile,
  readJsonLines,
  type ServerVerdict,
} from '../conformance/golden.ts';
import { renameServerPath } from '../conformance/paths.ts';
import { saidOfUpdate, type UpdateChecks } from './said-of-update.ts';

/** An object that is sent to replace a stored one, and what the server of each minor says. */
export interface UpdatePair {
  readonly file: string;
  readonly stored: string;
  readonly sent: string;
  /** Of the object that is sent. */
  readonly kind: string | undefined;
  readonly verdicts: readonly ServerVerdict[];
}

/** The updates among the cases. */
export function updatePairs(isMeant: (one: Case) => boolean): readonly UpdatePair[] {
  const golden = linesByFile(readJsonLines<GoldenLine>(VERDICTS));
  return readCases()
    .filter((one) => one.update && isMeant(one))
    .map(({ file, text }) => {
      const before = join('fixtures/conformance', file.replace('.new.yaml', '.old.yaml'));
      const { kind, verdicts = [] } = golden.get(file)?.[0] ?? {};
      return { file, stored: readFileSync(before, 'utf8'), sent: text, kind, verdicts };
    });
}

/** Tests that the rules, and what is known of updates, say what the server of each minor says. */
export function testUpdates<K extends KindName>(
  pairs: readonly UpdatePair[],
  checks: UpdateChecks<K>,
): void {
  describe.each(pairs)('$file', ({ stored, sent, kind, verdicts }) => {
    it.each(MINORS)('is judged as by the server of %s', (minor) => {
      const verdict = verdicts.find(({ minors }) => minors.includes(minor));
      const said = saidOfUpdate(stored, sent, minor, checks);
      if (said === undefined) {
        expect(verdict?.outcome).toBe('unserved');
        return;
      }
      const errors = (verdict?.errors ?? []).map(
        ({ type, field }) => `${type} ${renameServerPath(kind, field)}`,
      );
      expect(said).toEqual({
        errors: [...new Set(errors)].sort(),
        warnings: (verdict?.warnings ?? []).length > 0,
      });
    });
  });
}
