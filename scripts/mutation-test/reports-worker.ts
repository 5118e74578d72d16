// A worker thread: lints the examples of all rules and the conformance cases with one mutation after another, and
// reports for which the results differ. Only inputs that reach a mutation are linted with it.
import { parentPort, workerData } from 'node:worker_threads';
import { loadRules } from '../../rules/index.ts';
import { lint } from '../../src/lint/lint.ts';
import { readCases } from '../../test/conformance/cases.ts';
import { badExamples, exampleSource } from '../../test/rules/bad-examples.ts';

const rules = loadRules();

/** The task of the worker. */
export interface WorkerTask {
  /** The mutations to try, in this order. */
  readonly ids: readonly number[];
  /** The current mutation, and a number that changes with each input. */
  readonly progress: Int32Array;
}

/** The result of a mutation. */
export interface WorkerAnswer {
  readonly id: number;
  readonly isNoticed: boolean;
  /** True if the results without a mutation have changed too, so that another worker has to continue. */
  readonly isSpoiled: boolean;
}

type Lint = () => string;

/** The number of inputs that are linted with a mutation that all of them reach. */
const MOST_INPUTS = 600;

/** One of this many conformance cases is linted. */
const CASES_FOR_ONE = 2;

const { ids, progress }: WorkerTask = workerData;
let active = -1;
let reached: Set<number> | undefined;
Object.assign(globalThis, {
  __mutation(id: number): boolean {
    reached?.add(id);
    return id === active;
  },
});

const inputs: readonly Lint[] = [...examples(), ...cases()];
const reachedBy = inputs.map((run) => {
  reached = new Set();
  run();
  return reached;
});
// In the second run, values that are computed once exist already.
const expected = inputs.map((run, index) => {
  reached = reachedBy[index];
  return run();
});
reached = undefined;

for (const id of ids) {
  progress[0] = id;
  progress[1] = (progress[1] ?? 0) + 1;
  const reaching = reachedBy.flatMap((ids, index) => (ids.has(id) ? [index] : []));
  const noticing = spread(reaching).find((index) => {
    progress[1] = (progress[1] ?? 0) + 1;
    return !isExpected(index, id);
  });
  const isSpoiled = noticing !== undefined && !isExpected(noticing, -1);
  const answer: WorkerAnswer = { id, isNoticed: noticing !== undefined, isSpoiled };
  parentPort?.postMessage(answer);
  if (isSpoiled) break;
}

/** Some of many inputs, from all parts of the list. */
function spread(indices: readonly number[]): readonly number[] {
  const step = Math.max(1, indices.length / MOST_INPUTS);
  return Array.from({ length: Math.min(indices.length, MOST_INPUTS) }, (_, index) =>
    indices.at(Math.floor(index * step)),
  ).flatMap((index) => index ?? []);
}

function isExpected(index: number, id: number): boolean {
  active = id;
  try {
    return inputs[index]?.() === expected[index];
  } catch {
    return false;
  } finally {
    active = -1;
  }
}

/** The parts of the report on an example that the golden reports show. */
function examples(): readonly Lint[] {
  return rules.flatMap((rule) => {
    const good = rule.examples.good.map((marked) => ({ marked, options: {} }));
    return [...badExamples(rule), ...good].map(({ marked, options }) => () => {
      const source = exampleSource('example', marked);
      const { documents, findings } = lint([source], { pedantic: true, ...options });
      return JSON.stringify([documents, findings]);
    });
  });
}

/** The parts of the report on a case that the conformance test compares. */
function cases(): readonly Lint[] {
  const chosen = readCases().filter((_, index) => index % CASES_FOR_ONE === 0);
  return chosen.map(({ file, content, options }) => () => {
    const { documents, findings } = lint([{ name: file, content }], options);
    return JSON.stringify([
      documents.map(({ index, item, verdicts }) => [index, item, verdicts]),
      findings
        .filter(({ cause }) => cause !== null)
        .map(({ index, item, field, cause }) => [index, item, field, cause]),
    ]);
  });
}
