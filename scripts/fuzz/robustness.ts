// Checks properties that hold for every input on random inputs (test/fuzz/):
//   npm run fuzz -- [--minutes 30] [--count 100000] [--seed 1] [--only GENERATOR,...]
// Prints how many inputs were checked, by generator, and each one that a property does not hold for, after it was made as
// small as possible. The same seed gives the same inputs. Exits with 1 where a property does not hold.
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { type FuzzInput, GENERATORS } from '../../test/fuzz/inputs.ts';
import { contentOf, PROPERTIES } from '../../test/fuzz/properties.ts';

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

/** How many inputs of a generator are made at once. */
const BATCH = 200;
/** The properties that cost several runs are checked for one input of so many. */
const SAMPLE = 10;
/** In milliseconds of CPU time: inputs have about a kilobyte. */
const LONGEST = 2000;

/** In milliseconds, for a batch with a failure. */
const LONGEST_SHRINKING = 120_000;

const end = Date.now() + minutes * 60_000;
const seed = Number(values.seed);
const checked = new Map(generators.map(([name]) => [name, 0]));
const failures = new Map<string, number>();
let slowest = 0;
let total = 0;
for (let batch = 0; total < count && Date.now() < end; batch++) {
  for (const [name, inputs] of generators) {
    const size = Math.min(BATCH, count - total);
    if (size <= 0) break;
    let index = 0;
    const result = fc.check(
      fc.property(inputs, (input) => check(input, index++ % SAMPLE === 0)),
      { seed: seed + batch, numRuns: size, interruptAfterTimeLimit: LONGEST_SHRINKING },
    );
    total += result.numRuns;
    checked.set(name, (checked.get(name) ?? 0) + result.numRuns);
    if (result.failed) report(name, seed + batch, result);
  }
}
console.log(
  JSON.stringify({
    seed,
    inputs: total,
    generators: Object.fromEntries(checked),
    failures: Object.fromEntries(failures),
    slowestMilliseconds: Math.round(slowest),
  }),
);
process.exitCode = failures.size > 0 ? 1 : 0;

function check(input: FuzzInput, isSample: boolean): void {
  for (const [index, [name, holds]] of [...PROPERTIES].entries()) {
    if (index > 0 && !isSample) break;
    const time = timeOf(name, holds, input);
    slowest = Math.max(slowest, time);
    // Another program may have slowed this one down once, but not each time.
    if (time > LONGEST && timeOf(name, holds, input) > LONGEST)
      throw new Error(`${name}: takes ${time} ms`);
  }
}

function timeOf(name: string, holds: (input: FuzzInput) => void, input: FuzzInput): number {
  const before = process.cpuUsage();
  try {
    holds(input);
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function report(name: string, batchSeed: number, result: fc.RunDetails<[FuzzInput]>): void {
  const message = result.errorInstance instanceof Error ? result.errorInstance.message : '';
  const [property = ''] = message.split(': ');
  failures.set(property, (failures.get(property) ?? 0) + 1);
  console.log(`--- ${name}, seed ${batchSeed}, path ${result.counterexamplePath}: ${message}`);
  if (!(result.errorInstance instanceof Error)) return;
  if (result.errorInstance.cause instanceof Error && !message.includes('not the same')) {
    console.log(result.errorInstance.cause.stack?.split('\n').slice(1, 5).join('\n'));
  }
  const [input] = result.counterexample ?? [];
  if (input === undefined) return;
  const content = contentOf(input);
  console.log(
    typeof content === 'string' ? content : JSON.stringify(Buffer.from(content).toString('latin1')),
  );
}
