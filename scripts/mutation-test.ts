// Changes the source in small ways, one at a time, and reports which changes no test notices:
//   node scripts/run.mjs scripts/mutation-test.ts RESULTS.jsonl [SEED [COUNT]]
// Results are appended as they come; a run with the same file continues. docs/testing.md records the last score.
import { appendFileSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { Random } from './fuzz/random.ts';
import { compareReports } from './mutation-test/compare-reports.ts';
import { mutationsOf } from './mutation-test/source-mutations.ts';
import { sourcesWith } from './mutation-test/sources.ts';
import {
  mutatedText,
  SWITCH,
  type SwitchedMutation,
  switchedText,
} from './mutation-test/switched-source.ts';
import { StageRunner, type TestStage } from './mutation-test/test-stages.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..');

/** The folders that are changed, with the tests that concern each. */
const TESTS_OF_FOLDER: Readonly<Record<string, readonly string[]>> = {
  'src/lint': ['test/lint', 'test/suppress'],
  'src/yaml': ['test/yaml'],
  'src/server/decode': ['test/decode'],
  'src/server/crd': ['test/crd'],
};

/** Tests that have to run with vitest's own loader, or replace modules. */
const EXCLUDED = /crash\.test\.ts$|report\/text\.test\.ts$/;

/** A mutation of one file, and the tests that noticed it. */
interface Result {
  readonly file: string;
  readonly line: number;
  readonly operator: string;
  readonly before: string;
  readonly after: string;
  /** The start of the mutation, in UTF-16 code units. */
  readonly start: number;
  /**
   * The tests that noticed the mutation: `reports` (of examples and conformance cases), `tests` (of the folder). Null
   * if none did.
   */
  readonly noticedBy: 'reports' | 'tests' | null;
}

interface ChosenMutation {
  readonly folder: string;
  readonly file: string;
  readonly text: string;
  readonly mutation: SwitchedMutation;
}

const [output, seed = '1', count = '500'] = process.argv.slice(2);
if (output === undefined) throw new Error('usage: mutation-test.ts RESULTS.jsonl [SEED [COUNT]]');

const results = await run(output, chooseMutations(Number(seed), Number(count)));
report(results);

function testsIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.test.ts') && !EXCLUDED.test(`${folder}/${name}`))
    .map((name) => `${folder}/${name}`);
}

/** Some mutations of all files, the same for the same seed. */
function chooseMutations(seed: number, count: number): readonly ChosenMutation[] {
  const random = new Random(seed);
  const all = Object.keys(TESTS_OF_FOLDER).flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .flatMap((name) => {
        const file = `${folder}/${name}`;
        const text = readFileSync(join(ROOT, file), 'utf8');
        return mutationsOf(text).map((mutation) => ({ folder, file, text, mutation }));
      }),
  );
  const chosen = all
    .map((one) => ({ one, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ one }, id) => ({ ...one, mutation: { ...one.mutation, id } }));
  console.log(`${chosen.length} of ${all.length} mutations`);
  return chosen;
}

async function run(output: string, chosen: readonly ChosenMutation[]): Promise<readonly Result[]> {
  const results: Result[] = existsSync(output)
    ? readFileSync(output, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): Result => JSON.parse(line))
    : [];
  const done = new Set(results.map(keyOf));
  const left = chosen.filter((one) => !done.has(keyOf(mutationJson(one))));
  const add = (one: ChosenMutation, noticedBy: Result['noticedBy']) => {
    const result = { ...mutationJson(one), noticedBy };
    results.push(result);
    appendFileSync(output, `${JSON.stringify(result)}\n`);
  };
  const folder = temporaryFolder();
  const bundle = await bundleWorker(chosen, folder);
  const unnoticed: ChosenMutation[] = [];
  const byId = new Map(left.map((one) => [one.mutation.id, one]));
  await compareReports(bundle, [...byId.keys()], (id, isNoticed) => {
    const one = byId.get(id);
    if (one === undefined) return;
    if (isNoticed) add(one, 'reports');
    else unnoticed.push(one);
  });
  console.log(`${unnoticed.length} not noticed by reports`);
  for (const [source, tests] of Object.entries(TESTS_OF_FOLDER)) {
    const runner = await runnerOf({ name: source, files: tests.flatMap(testsIn) }, folder);
    for (const one of unnoticed.filter((mutation) => mutation.folder === source)) {
      const text = mutatedText(one.text, one.mutation);
      const passes = await runner.passes({ path: join(ROOT, one.file), text });
      add(one, passes ? null : 'tests');
    }
    await runner.close();
  }
  return results;
}

/** Bundles the worker with all mutations, each with a switch. */
async function bundleWorker(chosen: readonly ChosenMutation[], folder: string): Promise<string> {
  const outfile = join(folder, 'worker.mjs');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await build({
    entryPoints: [join(ROOT, 'scripts/mutation-test/reports-worker.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    banner: { js: `globalThis.${SWITCH} = () => false;` },
    plugins: [
      sourcesWith((path, text) => {
        const ofFile = chosen.filter(({ file }) => join(ROOT, file) === path);
        return switchedText(
          text,
          ofFile.map(({ mutation }) => mutation),
        );
      }),
    ],
  });
  return outfile;
}

/** Bundles tests. They must pass before anything is changed. */
async function runnerOf(stage: TestStage, folder: string): Promise<StageRunner> {
  const runner = await StageRunner.create(stage, folder, ROOT);
  if (!(await runner.passes(undefined))) throw new Error(`${stage.name}: tests fail unchanged`);
  return runner;
}

function mutationJson({ file, text, mutation }: ChosenMutation): Omit<Result, 'noticedBy'> {
  const { start, end, operator, replacement } = mutation;
  const line = text.slice(0, start).split('\n').length;
  return { file, line, operator, before: text.slice(start, end), after: replacement, start };
}

function keyOf({ file, start, operator, after }: Omit<Result, 'noticedBy'>): string {
  return JSON.stringify([file, start, operator, after]);
}

function report(results: readonly Result[]): void {
  for (const folder of Object.keys(TESTS_OF_FOLDER)) {
    const ofFolder = results.filter(({ file }) => file.startsWith(`${folder}/`));
    const noticed = ofFolder.filter(({ noticedBy }) => noticedBy !== null);
    console.log(`${folder}: ${noticed.length} of ${ofFolder.length} noticed`);
  }
  for (const { file, line, operator, before, after, noticedBy } of results) {
    if (noticedBy === null) console.log(`${file}:${line}: ${operator}: ${before} -> ${after}`);
  }
}
