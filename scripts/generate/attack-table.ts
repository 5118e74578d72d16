// Prints the table of attacks in docs/development/reliability.md, from the tests that make them:
//   node scripts/run.mjs scripts/generate/attack-table.ts
// Runs them; exits with 1 where one of them fails.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILES = [
  'test/input/hostile-files.test.ts',
  'test/lint/hostile-values.test.ts',
  'test/lint/neighbours.test.ts',
  'test/project/hostile.test.ts',
  'test/report/hostile-input.test.ts',
];

interface TestResult {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo';
}

const output = join(tmpdir(), `kubeadmit-attacks-${process.pid}.json`);
spawnSync('npx', ['vitest', 'run', '--reporter=json', `--outputFile=${output}`, ...FILES], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const {
  testResults,
}: { testResults: readonly { name: string; assertionResults: TestResult[] }[] } = JSON.parse(
  readFileSync(output, 'utf8'),
);
rmSync(output);

let attacks = 0;
let failures = 0;
console.log('| tests | attacks | what they attack | outcome |\n| --- | --- | --- | --- |');
for (const file of FILES) {
  const tests = testResults.find(({ name }) => name.endsWith(file))?.assertionResults ?? [];
  const groups = new Map<string, TestResult[]>();
  for (const test of tests) {
    const [group = casesOf(test.title)] = test.ancestorTitles.filter((title) => title !== '');
    groups.set(group, [...(groups.get(group) ?? []), test]);
  }
  for (const [group, members] of groups) {
    const passed = members.filter(({ status }) => status === 'passed').length;
    attacks += members.length;
    failures += members.length - passed;
    const outcome = passed === members.length ? 'held' : `${members.length - passed} not held`;
    console.log(`| \`${file}\` | ${members.length} | ${escaped(group)} | ${outcome} |`);
  }
}
console.log(`\n${attacks} attacks, of which ${attacks - failures} are held off.`);
process.exitCode = failures > 0 || attacks === 0 ? 1 : 0;

/** The common part of the titles of the tests of a table. Each title quotes its case or has it after a colon. */
function casesOf(title: string): string {
  return title.replace(/(?: '|: ).*$/s, '');
}

/** A name of tests as the cell of a table. */
function escaped(text: string): string {
  return text.replace(/[|\\<]/g, '\\$&').replace(/\s+/g, ' ');
}
