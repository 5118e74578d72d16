// Asks the API server of each minor about the cases in fixtures/conformance/admission, and writes what it decides to
// answers.jsonl there:
//   node scripts/run.mjs scripts/freeze/admission.ts ORACLES [MINOR...]
// ORACLES is the folder with oracle-1.30 ... (test/oracle/build.sh). Without MINOR all minors are asked; the answers of
// others are kept.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import { type OracleLine, readOracleLine } from '../../test/conformance/admission-answers.ts';
import {
  ADMISSION_ANSWERS,
  type FrozenAnswer,
  readAdmissionAnswers,
  readAdmissionCases,
} from '../../test/conformance/admission-cases.ts';
import { oracleLines } from '../fuzz/oracle-lines.ts';
import { renewedAnswers, serverArguments } from './kept-answers.ts';

const { oracles, minors } = serverArguments('admission.ts');

/** The time of the request, which the server writes into objects and so into messages about them. */
const NOW = new RegExp(
  `${new Date().toISOString().slice(0, 'yyyy-mm-ddT'.length)}\\d\\d:\\d\\d:\\d\\dZ`,
  'g',
);
const LATER = '2026-01-01T00:00:00Z';

/** The identifiers that the server generates, which messages about objects have too. */
const RANDOM_UID = /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g;
const UID = '00000000-0000-4000-8000-000000000000';

/** The fields that the server generates. */
const RANDOM = new Set(['uid', 'creationTimestamp', 'managedFields', 'lastTransitionTime']);

const answers: (readonly [Minor, Omit<FrozenAnswer, 'minors'>])[] = [];
const cases = readAdmissionCases();
// A server takes longer to start than to decide.
for (const flags of new Set(cases.map(({ args }) => args.join(' ')))) {
  const files = cases
    .filter(({ args }) => args.join(' ') === flags)
    .map(({ file, text, old }) => ({ file, content: text, stored: old }));
  const options = ['-evaluate', '-isolate', ...flags.split(' ')];
  for (const minor of minors) {
    const lines = oracleLines(join(oracles, `oracle-${minor}`), options, files);
    for (const line of lines) keep(readOracleLine(line), minor);
  }
}

function keep(line: OracleLine, minor: Minor): void {
  const { file, document, item, admission, request, mutated } = line;
  if (request === undefined && admission === undefined) return;
  const answer = {
    file,
    document,
    ...(item === undefined ? {} : { item }),
    ...(admission && { admission: inOrderOfParams(admission) }),
    ...(request && { request }),
    ...(mutated && { mutated: withoutRandom(mutated) }),
  };
  answers.push([
    minor,
    JSON.parse(JSON.stringify(answer).replaceAll(NOW, LATER).replaceAll(RANDOM_UID, UID)),
  ]);
}

const files = new Set(cases.map(({ file }) => file));
const kept = readAdmissionAnswers().filter(({ file }) => files.has(file));
const lines = renewedAnswers<Omit<FrozenAnswer, 'minors'>>(
  kept,
  minors,
  answers,
  ({ file, document, item = -1 }) => `${file} ${10_000 + document} ${10_000 + item}`,
).map((line) => JSON.stringify(line));
writeFileSync(ADMISSION_ANSWERS, `${lines.join('\n')}\n`);
console.log(`${lines.length} answers`);

/** Params that a selector selects come in another order in each run, and the last has the audit annotations. */
function inOrderOfParams(
  decisions: NonNullable<OracleLine['admission']>,
): NonNullable<OracleLine['admission']> {
  const groups = new Map<string, typeof decisions>();
  for (const decision of decisions) {
    const key = JSON.stringify([decision.policyKind, decision.policy, decision.binding]);
    groups.set(key, [...(groups.get(key) ?? []), decision]);
  }
  return [...groups.values()].flatMap((group) => {
    const annotations = Object.assign(
      {},
      ...group.map((verdict) => verdict.auditAnnotations ?? {}),
    );
    const ordered = group
      .map(({ auditAnnotations: _, ...decision }) => decision)
      .toSorted(({ param: a = '' }, { param: b = '' }) => (a < b ? -1 : a > b ? 1 : 0));
    if (Object.keys(annotations).length === 0) return ordered;
    return ordered.map((decision, index) =>
      index === ordered.length - 1 ? { ...decision, auditAnnotations: annotations } : decision,
    );
  });
}

/** Removes the fields that the server generates, which differ from run to run. */
function withoutRandom(
  object: NonNullable<OracleLine['mutated']>,
): NonNullable<OracleLine['mutated']> {
  const text = JSON.stringify(object, (key, value) => (RANDOM.has(key) ? undefined : value));
  return JSON.parse(text);
}
