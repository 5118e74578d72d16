// Measures how the time grows at n, 2n, 4n and 8n: for each input of test/growth/inputs.ts, and each command of
// test/growth/commands.ts.
//   npm run bench -- growth [--only PATTERN]
// The times are CPU times, of which the least of several runs counts. The exponent is log8(time at 8n / time at n):
// 1 is linear, 2 quadratic. n is chosen so that it takes a while. Exits with 1 where an exponent is above 1.3 for
// texts, or 1.2 for commands.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lint } from '../../src/lint/lint.ts';
import { closingLines, formatReport } from '../../src/report/format.ts';
import { PLAIN } from '../../src/report/style.ts';
import { runIn } from '../../test/cli/fake-host.ts';
import { makeFolder, removeFolder } from '../../test/folders.ts';
import { COMMANDS, type GrowingCommand } from '../../test/growth/commands.ts';
import { GROWING } from '../../test/growth/inputs.ts';
import { cpuTime } from '../cpu-time.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });

/** The shortest time in milliseconds. Below it, noise and constant costs are too large a part. */
const SHORTEST = 40;
const SMALLEST = 25;
const LARGEST = 25_600;
/** The highest exponents of texts and of commands. */
const [HIGHEST_OF_TEXT, HIGHEST_OF_COMMAND] = [1.3, 1.2];

/** Returns the CPU time in milliseconds for a size of the input. */
type TimeOf = (n: number) => Promise<number>;

/** The time to lint a text and to write the report. */
async function timeOfText(content: string): Promise<number> {
  const before = cpuTime();
  const report = lint([{ name: 'a.yaml', content }], { pedantic: true });
  for (const format of ['text', 'json'] as const) {
    const pieces = formatReport(report, format, {
      style: PLAIN,
      width: 100,
      closing: closingLines(report, true),
      annotations: false,
      pathInRepository: (file) => file,
      fails: () => true,
      maxFindings: undefined,
    });
    for (const _ of pieces);
  }
  return cpuTime() - before;
}

/** The time of a command, without what is done before it. */
async function timeOfCommand(command: GrowingCommand, n: number): Promise<number> {
  const { files, prepare, args, stdin, env } = command;
  const folder = makeFolder(files(n));
  mkdirSync(join(folder, '.git'));
  await prepare?.(folder, n);
  const surroundings = { cwd: folder, stdin: stdin?.(n) ?? '', env: env?.(folder) ?? {} };
  const before = cpuTime();
  await runIn(surroundings, ...args);
  const time = cpuTime() - before;
  removeFolder(folder);
  return time;
}

/** The smallest number for which a run takes long enough. */
async function startOf(timeOf: TimeOf): Promise<number> {
  for (let n = SMALLEST; n < LARGEST; n *= 4) {
    // Runs of n - 2 and n - 1, so that nothing is kept for the measurement of n.
    if ((await leastTime(n - 2, 2, timeOf)) > SHORTEST) return n;
  }
  return LARGEST;
}

/**
 * The least time of some runs. Each has another n, because results that are kept from one run to the next must not
 * count.
 */
async function leastTime(n: number, runs: number, timeOf: TimeOf): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) least = Math.min(least, await timeOf(n + run));
  return least;
}

/** Measures a time, and prints its growth. The program fails if the exponent is above the highest one. */
async function measure(
  name: string,
  timeOf: TimeOf,
  highest: number,
  start?: number,
): Promise<void> {
  // The first runs compile the code.
  await leastTime(start ?? SMALLEST, 2, timeOf);
  const n = start ?? (await startOf(timeOf));
  const times: number[] = [];
  for (const factor of [1, 2, 4, 8]) {
    times.push(await leastTime(n * factor, factor > 2 ? 1 : 3, timeOf));
  }
  const [first = 1, ...later] = times;
  const exponent = Math.log((later.at(-1) ?? 0) / first) / Math.log(8);
  const cells = times.map((time) => time.toFixed(time < 100 ? 1 : 0).padStart(8)).join(' ');
  const isTooHigh = exponent > highest;
  if (isTooHigh) process.exitCode = 1;
  console.log(`${isTooHigh ? '!!' : '  '} ${exponent.toFixed(2)}  ${cells} ms  ${name} (n = ${n})`);
}

const isChosen = (name: string) => values.only === undefined || new RegExp(values.only).test(name);
for (const [name, make] of GROWING) {
  if (isChosen(name)) await measure(name, (n) => timeOfText(make(n)), HIGHEST_OF_TEXT);
}
for (const command of COMMANDS) {
  const { name, n } = command;
  const timeOf: TimeOf = (size) => timeOfCommand(command, size);
  if (isChosen(name)) await measure(name, timeOf, HIGHEST_OF_COMMAND, n);
}
