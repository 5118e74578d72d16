// Measures how the time grows with the input: for each input of test/growth/inputs.ts at n, 2n, 4n and 8n.
//   npm run bench -- growth [--only PATTERN] [--markdown]
// The times are CPU times, of which the least of several runs counts. The exponent is log8(time at 8n / time at n):
// 1 is linear, 2 quadratic. n is chosen so that it takes a while. Exits with 1 where an exponent is above 1.3.
import { parseArgs } from 'node:util';
import { lint } from '../../src/lint/lint.ts';
import { closingLines, formatReport } from '../../src/report/format.ts';
import { PLAIN } from '../../src/report/style.ts';
import { GROWING, type Growing } from '../../test/growth/inputs.ts';

const { values } = parseArgs({
  options: { only: { type: 'string' }, markdown: { type: 'boolean' }, from: { type: 'string' } },
});

/** The shortest time in milliseconds. Below it, noise and constant costs are too large a part. */
const SHORTEST = 40;
const SMALLEST = 25;
const LARGEST = 25_600;
const TIMES = [1, 2, 4, 8];
const HIGHEST = 1.3;

function run(content: string): void {
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
}

/** The CPU time of a run, in milliseconds: the least of several. */
function timeOf(make: Growing, n: number, runs: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < runs; round++) {
    // Results that are kept from one run to the next must not count.
    const content = make(n + round);
    const before = process.cpuUsage();
    run(content);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** The smallest number for which a run takes long enough. */
function startOf(make: Growing): number {
  // The first run compiles the code.
  timeOf(make, SMALLEST, 2);
  for (let n = Number(values.from ?? SMALLEST); n < LARGEST; n *= 4) {
    // Runs of n - 2 and n - 1, so that nothing is kept for the measurement of n.
    if (timeOf(make, n - 2, 2) > SHORTEST) return n;
  }
  return LARGEST;
}

let highest = 0;
if (values.markdown)
  console.log(
    '| input | n | ms at n | 2n | 4n | 8n | exponent |\n| --- | --- | --- | --- | --- | --- | --- |',
  );
for (const [name, make] of GROWING) {
  if (values.only !== undefined && !new RegExp(values.only).test(name)) continue;
  const n = startOf(make);
  const times = TIMES.map((factor) => timeOf(make, n * factor, factor > 2 ? 1 : 3));
  const [first = 1] = times;
  const exponent = Math.log((times.at(-1) ?? 0) / first) / Math.log(8);
  highest = Math.max(highest, exponent);
  const cells = times.map((time) => time.toFixed(time < 100 ? 1 : 0));
  console.log(
    values.markdown
      ? `| ${name} | ${n} | ${cells.join(' | ')} | ${exponent.toFixed(2)} |`
      : `${exponent > HIGHEST ? '!!' : '  '} ${exponent.toFixed(2)}  ${cells.map((cell) => cell.padStart(8)).join(' ')} ms  ${name} (n = ${n})`,
  );
}
process.exitCode = highest > HIGHEST ? 1 : 0;
