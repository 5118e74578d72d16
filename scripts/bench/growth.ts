// Measures how the time grows with the input: for each input of test/growth/inputs.ts at n, 2n, 4n and 8n.
//   npm run bench -- growth [--only PATTERN] [--markdown]
// The times are CPU times, of which the least of several runs counts. The exponent is log8(time at 8n / time at n):
// 1 is linear, 2 quadratic. n is chosen so that it takes a while. Exits with 1 where an exponent is above 1.3.
import { parseArgs } from 'node:util';
import { lint } from '../../src/lint/lint.ts';
import { closingLines, formatReport } from '../../src/report/format.ts';
import { PLAIN } from '../../src/report/style.ts';
import { GROWING, type Growing } from '../../test/growth/inputs.ts';
import { cpuTime } from '../cpu-time.ts';
import { leastTime, measureGrowth } from './measure-growth.ts';

const { values } = parseArgs({
  options: { only: { type: 'string' }, markdown: { type: 'boolean' } },
});

/** The shortest time in milliseconds. Below it, noise and constant costs are too large a part. */
const SHORTEST = 40;
const SMALLEST = 25;
const LARGEST = 25_600;
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

/** The CPU time of a run, in milliseconds. */
function timeOf(make: Growing, n: number): number {
  const content = make(n);
  const before = cpuTime();
  run(content);
  return cpuTime() - before;
}

/** The smallest number for which a run takes long enough. */
async function startOf(make: Growing): Promise<number> {
  // The first run compiles the code.
  const shortTime = (n: number) => leastTime(n, 2, (size) => timeOf(make, size));
  await shortTime(SMALLEST);
  for (let n = SMALLEST; n < LARGEST; n *= 4) {
    // Runs of n - 2 and n - 1, so that nothing is kept for the measurement of n.
    if ((await shortTime(n - 2)) > SHORTEST) return n;
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
  const n = await startOf(make);
  const { times, exponent } = await measureGrowth(n, (size) => timeOf(make, size));
  highest = Math.max(highest, exponent);
  const cells = times.map((time) => time.toFixed(time < 100 ? 1 : 0));
  console.log(
    values.markdown
      ? `| ${name} | ${n} | ${cells.join(' | ')} | ${exponent.toFixed(2)} |`
      : `${exponent > HIGHEST ? '!!' : '  '} ${exponent.toFixed(2)}  ${cells.map((cell) => cell.padStart(8)).join(' ')} ms  ${name} (n = ${n})`,
  );
}
process.exitCode = highest > HIGHEST ? 1 : 0;
