// Checks properties that hold for every input on random inputs (test/fuzz/):
//   npm run fuzz -- [--minutes 30] [--count 100000] [--seed 1] [--only GENERATOR,...]
// Prints how many inputs were checked, by generator, and each one that a property does not hold for, after it was made
// as small as possible. The same seed gives the same inputs. Exits with 1 where a property does not hold.
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { lint } from '../../src/lint/lint.ts';
import { BATCH_PROPERTIES } from '../../test/fuzz/batches.ts';
import { checkCommand, SAME_AS_COMMAND } from '../../test/fuzz/command.ts';
import { checkGrowth, growing, LINEAR_TIME } from '../../test/fuzz/growing.ts';
import { type FuzzInput, GENERATORS } from '../../test/fuzz/inputs.ts';
import { contentOf, PROPERTIES } from '../../test/fuzz/properties.ts';
import { WorkCounter } from '../../test/growth/work.ts';
import { cpuTime } from '../cpu-time.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY);
const count = Number(values.count ?? Number.POSITIVE_INFINITY);
if (!(minutes > 0) || !(count > 0) || (values.minutes ?? values.count) === undefined) {
  throw new Error(
    'usage: npm run fuzz -- [--minutes N] [--count N] [--seed N] [--only GENERATOR,...]',
  );
}
const only = values.only?.split(',');
const generators = [...GENERATORS].filter(([name]) => only?.includes(name) ?? true);

/** The number of inputs of a generator that are checked in a run. It is smaller for more expensive inputs. */
const BATCH_SIZES: ReadonlyMap<string, number> = new Map([
  ['tokens', 300],
  ['cel', 100],
]);
const BATCH_SIZE = 200;
/** The number of batches of which one is checked for the properties that need several runs. */
const SAMPLE = 20;
/** The number of inputs of which one is made larger. */
const GROWING = 1000;
/** The part of the time in which inputs are checked before some are made larger. */
const BEFORE_GROWING = 0.85;
/** In milliseconds, for a run over a batch. */
const LONGEST_BATCH = 5000;
/** In milliseconds of CPU time, for an input of about a kilobyte. */
const LONGEST = 1000;
/** In milliseconds, for a batch with a failure. */
const LONGEST_SHRINKING = 120_000;

const start = Date.now();
const seed = Number(values.seed);
const checked = new Map(generators.map(([name]) => [name, 0]));
const failures = new Map<string, number>();
const folder = temporaryFolder();
let total = 0;
let larger = 0;
await checkInputs();
if (only === undefined) checkLargerInputs();
console.log(
  JSON.stringify({
    seed,
    inputs: total,
    generators: Object.fromEntries(checked),
    madeLarger: larger,
    failures: Object.fromEntries(failures),
    cpuSeconds: Math.round(cpuTime() / 1000),
  }),
);
process.exitCode = failures.size > 0 ? 1 : 0;

/** Makes and checks batches until the time or the number of inputs is used up. */
async function checkInputs(): Promise<void> {
  const end = start + BEFORE_GROWING * minutes * 60_000;
  for (let round = 0; total < count && Date.now() < end; round++) {
    for (const [index, [name, generator]] of generators.entries()) {
      const size = Math.min(BATCH_SIZES.get(name) ?? BATCH_SIZE, count - total);
      if (size <= 0) break;
      const batchSeed = seed + round;
      const batch = fc.sample(generator, { seed: batchSeed, numRuns: size });
      await checkBatch({
        name,
        generator,
        batchSeed,
        batch,
        isSample: (round + index) % SAMPLE === 0,
      });
      total += size;
      checked.set(name, (checked.get(name) ?? 0) + size);
    }
  }
}

interface Batch {
  readonly name: string;
  readonly generator: fc.Arbitrary<FuzzInput>;
  readonly batchSeed: number;
  readonly batch: readonly FuzzInput[];
  readonly isSample: boolean;
}

async function checkBatch({ name, generator, batchSeed, batch, isSample }: Batch): Promise<void> {
  for (const [index, [property, holds]] of [...BATCH_PROPERTIES].entries()) {
    if (index > 0 && !isSample) return;
    const before = Date.now();
    const error = errorOf(() => holds(batch));
    // Other programs may have slowed this one down, so each input is looked at by itself.
    const isSlow = Date.now() - before > LONGEST_BATCH;
    if (error !== undefined) report({ name, generator, batchSeed, batch }, property, error);
    if (isSlow && index === 0) for (const input of batch) checkTime(name, batchSeed, input);
  }
  const error = await checkCommand(folder, batch).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error !== undefined) report({ name, generator, batchSeed, batch }, SAME_AS_COMMAND, error);
}

/** Reports an input that takes too long, twice. */
function checkTime(name: string, batchSeed: number, input: FuzzInput): void {
  const content = contentOf(input);
  const times = [0, 1].map(() => {
    const before = cpuTime();
    errorOf(() => lint([{ name: 'a.yaml', content }], { pedantic: true }));
    return cpuTime() - before;
  });
  if (Math.min(...times) < LONGEST) return;
  count1('takes too long');
  console.log(`--- ${name}, seed ${batchSeed}: takes ${times.join(' and ')} ms`);
  print(content);
}

/** Checks that the work for larger inputs grows no faster than they do. Counting slows all that comes later down. */
function checkLargerInputs(): void {
  const end = start + minutes * 60_000;
  const counter = new WorkCounter();
  for (const make of fc.sample(growing, { seed, numRuns: Math.ceil(total / GROWING) })) {
    if (Date.now() > end) break;
    larger++;
    const error = errorOf(() => checkGrowth(counter, make));
    if (error === undefined) continue;
    count1(LINEAR_TIME);
    console.log(`--- seed ${seed}, larger input ${larger}: ${error}`);
    print(make(3));
  }
  counter.stop();
}

/** Prints the input that violates a property: the smallest one, if there is one that fails alone. */
function report(
  { name, generator, batchSeed, batch }: Omit<Batch, 'isSample'>,
  property: string,
  error: unknown,
): void {
  count1(property);
  console.log(`--- ${name}, seed ${batchSeed}, ${property}: ${messageOf(error)}`);
  const holds = PROPERTIES.get(property);
  const alone =
    holds &&
    fc.check(fc.property(generator, holds), {
      seed: batchSeed,
      numRuns: batch.length,
      interruptAfterTimeLimit: LONGEST_SHRINKING,
    });
  const [smallest] = alone?.counterexample ?? [];
  if (smallest !== undefined) {
    console.log(`alone: ${messageOf(alone?.errorInstance)}`);
    print(contentOf(smallest));
    return;
  }
  const input = batch[Number(/^(\d+)\.yaml/.exec(messageOf(error))?.[1])];
  if (input !== undefined) print(contentOf(input));
  else if (error instanceof Error) console.log(error.stack);
}

function count1(property: string): void {
  failures.set(property, (failures.get(property) ?? 0) + 1);
}

function print(content: string | Uint8Array): void {
  console.log(
    typeof content === 'string' ? content : JSON.stringify(Buffer.from(content).toString('latin1')),
  );
}

function errorOf(run: () => void): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
