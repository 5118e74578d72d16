// Asks the API servers about the changes of CRDs in fixtures/crd-changes: whether each CRD can be updated, and whether
// custom resources are accepted before and after it. Writes their answers into verdicts.jsonl there:
//   node scripts/run.mjs scripts/freeze/crd-changes.ts ORACLES [MINOR...]
// ORACLES is the folder of the programs oracle-1.30, oracle-1.31 and so on. Without MINOR all minors are asked; the
// answers of others are kept.
import { writeFileSync } from 'node:fs';
import { MINORS } from '../../src/server/kubernetes/minors.ts';
import type { Mapping } from '../../src/yaml/tree.ts';
import {
  CHANGE_ANSWERS,
  type ChangeAnswer,
  type ChangeCase,
  readChangeCases,
} from '../../test/compatibility/change-cases.ts';
import { readJsonLines, type ServerVerdict } from '../../test/conformance/golden.ts';
import { serverVerdicts } from '../fuzz/server-verdicts.ts';
import { serverArguments } from './kept-answers.ts';
import { mergeVerdicts } from './manifest-verdicts.ts';

/** The status of a CRD that is in use: until then its scope and names can change. */
const ESTABLISHED = 'status: { conditions: [{ type: Established, status: "True" }] }\n';

const { oracles, minors } = serverArguments('crd-changes.ts');
const known = new Map(
  readJsonLines<ChangeAnswer>(CHANGE_ANSWERS).map((answer) => [keyOf(answer), answer]),
);
const answers = readChangeCases().flatMap(answersOf);
const lines = answers.map((answer) => JSON.stringify(answer));
writeFileSync(CHANGE_ANSWERS, `${lines.join('\n')}\n`);
console.log(`${CHANGE_ANSWERS}: ${lines.length} answers`);

function answersOf(change: ChangeCase): readonly ChangeAnswer[] {
  const { name, old: earlier, new: later, witnesses, objects } = change;
  const ofCrd = ask(known.get(keyOf({ case: name }))?.change, later, `${earlier}${ESTABLISHED}`);
  const ofObjects = [...witnesses.map(({ object }) => object), ...objects].map(
    (object): ChangeAnswer => {
      const text = JSON.stringify(object);
      const kept = known.get(keyOf({ case: name, object }));
      const update = together(later, JSON.stringify(labelled(object)));
      return {
        case: name,
        object,
        before: ask(kept?.before, together(earlier, text)),
        after: ask(kept?.after, together(later, text)),
        update: ask(kept?.update, update, text),
      };
    },
  );
  return [{ case: name, change: ofCrd }, ...ofObjects];
}

function keyOf({ case: name, object }: Pick<ChangeAnswer, 'case' | 'object'>): string {
  return JSON.stringify([name, object]);
}

function together(crd: string, object: string): string {
  return `${crd}---\n${object}\n`;
}

function labelled(object: Mapping): Mapping {
  return { ...object, metadata: { name: 'example', labels: { changed: 'true' } } };
}

/**
 * The verdicts of the servers on the last object of a text.
 *
 * @param kept the verdicts that are known
 */
function ask(
  kept: readonly ServerVerdict[] | undefined,
  sent: string,
  stored?: string,
): readonly ServerVerdict[] {
  const files = [
    {
      file: 'all.yaml',
      content: `# YAML\n${sent}`,
      stored: stored === undefined ? undefined : `# YAML\n${stored}`,
    },
  ];
  const verdicts = serverVerdicts({ oracles, minors, options: ['-isolate'] }, files);
  const line = verdicts.get('all.yaml')?.at(-1);
  const byMinor = [...(kept ?? []), ...(line?.verdicts ?? [])].flatMap((verdict) =>
    verdict.minors.map((minor) => [minor, verdict] as const),
  );
  // Answers that are asked again come last, and replace the known ones.
  const renewed = new Map(byMinor);
  return mergeVerdicts(
    MINORS.flatMap((minor) => {
      const verdict = renewed.get(minor);
      return verdict === undefined ? [] : [[minor, verdict] as const];
    }),
  );
}
