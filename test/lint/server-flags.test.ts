import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import { readJsonLines } from '../conformance/golden.ts';
import { serverOptions } from './server-flags.ts';

/** The verdict of a server with flags on a document, as test/oracle/flag-verdicts.py prints it. */
interface FlagVerdict {
  readonly minor: Minor;
  readonly runtimeConfig: string;
  readonly featureGates: string;
  readonly document: string;
  readonly outcome: string;
  readonly errors: readonly string[];
  readonly warned: boolean;
}

const FOLDER = 'fixtures/server-flags';
const FILES = ['features.yaml', 'versions.yaml'];

const runs = new Map<string, FlagVerdict[]>();
for (const verdict of readJsonLines<FlagVerdict>(join(FOLDER, 'verdicts.jsonl'))) {
  const { minor, runtimeConfig, featureGates } = verdict;
  const run = `${minor} ${runtimeConfig} ${featureGates}`;
  runs.set(run, [...(runs.get(run) ?? []), verdict]);
}

/** A CRD with one version: the server reports paths of its internal form. */
const INTERNAL_PATHS: ReadonlyMap<string, string> = new Map([
  ['spec.selectableFields[0].jsonPath', 'spec.versions[0].selectableFields[0].jsonPath'],
]);

describe('flags of the API server', () => {
  it.each([...runs])('%s', (_, expected) => {
    const [first] = expected;
    if (first === undefined) throw new Error('no verdicts');
    const { minor } = first;
    const report = lint(
      FILES.map((name) => ({ name, content: readFileSync(join(FOLDER, name)) })),
      {
        kubernetesVersions: [minor],
        ...serverOptions([
          '-runtime-config',
          first.runtimeConfig,
          '-feature-gates',
          first.featureGates,
        ]),
        pedantic: true,
      },
    );
    const ours = report.documents.map(({ file, index, verdicts: of }) => {
      const found = report.findings.filter(
        (finding) => finding.file === file && finding.index === index,
      );
      const causes = found.flatMap(({ cause, field }) =>
        cause === null ? [] : [{ cause, field }],
      );
      const document = `${file}#${index}`;
      const answer = expected.find((line) => line.document === document);
      // The program that answered has only decoded objects of this kind.
      const isUnknown = answer?.outcome === 'decodes' && of[minor] === 'accepted';
      return {
        document,
        outcome: isUnknown ? 'decodes' : of[minor],
        errors: [
          ...new Set(
            causes
              .filter(({ cause }) => cause.startsWith('Field'))
              .map(({ cause, field }) => `${cause} ${field}`),
          ),
        ].sort(),
        warned: causes.some(({ cause }) => cause === 'Warning'),
      };
    });
    expect(ours).toEqual(
      expected.map(({ document, outcome, errors, warned }) => ({
        document,
        outcome,
        errors: errors.map((error) => {
          const [type = '', path = ''] = error.split(' ');
          return `${type} ${INTERNAL_PATHS.get(path) ?? path}`;
        }),
        warned,
      })),
    );
  });
});
