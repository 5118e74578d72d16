// Measures the built command on the sets of sets.ts, beside other programs, and writes the table of docs/benchmarks.md:
//   npm run bench -- --sets FOLDER [--oracle PROGRAM] [--kubeconform PROGRAM] [--rounds 5] [--only SET,SET] [--write]
// FOLDER is what sets.ts made. Programs that are not named are not measured. It needs bash and GNU time.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { NEWEST_MINOR } from '../../src/kubernetes/minors.ts';
import { writeSchemas } from './kubeconform-schemas.ts';
import { type Cost, costsOf, type Program } from './processes.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const PAGE = join(REPOSITORY, 'docs/benchmarks.md');
const [BEGIN, END] = ['<!-- npm run bench writes from here -->', '<!-- to here -->'];

/** The sets, and how many times as often as the large ones the small ones run: their times are short. */
const SETS = [
  { name: 'network-policy', times: 5 },
  { name: 'policy', times: 5 },
  { name: 'ten', times: 3 },
  { name: 'one-crd', times: 2 },
  { name: 'crds', times: 1 },
  { name: 'policies', times: 1 },
  { name: 'webhooks', times: 1 },
  { name: 'small', times: 1 },
] as const;

const { values } = parseArgs({
  options: {
    sets: { type: 'string' },
    oracle: { type: 'string' },
    kubeconform: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const { sets, oracle, kubeconform, only } = values;
if (sets === undefined) throw new Error('usage: npm run bench -- --sets FOLDER [options]');
const rounds = Number(values.rounds);
const schemas = mkdtempSync(join(tmpdir(), 'kubeadmit-bench-'));
try {
  mkdirSync(schemas, { recursive: true });
  if (kubeconform !== undefined) writeSchemas(schemas, NEWEST_MINOR);
  const lines = [machineLine(), '', ...table()];
  console.log(lines.join('\n'));
  if (values.write) writePage(lines);
} finally {
  rmSync(schemas, { recursive: true, force: true });
}

function table(): readonly string[] {
  const measured = SETS.filter(({ name }) => only === undefined || only.split(',').includes(name));
  return [
    '| set | CPU s | wall s | RSS MiB | x `node -e 0` | CPU x oracle | CPU x kubeconform | wall x kubeconform |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...measured.map(({ name, times }) => row(name, times)),
  ];
}

function row(set: string, times: number): string {
  const folder = join(sets ?? '', set);
  const [own, none, ...others] = costsOf(programsFor(folder), rounds * times);
  if (own === undefined || none === undefined) throw new Error('nothing was measured');
  const ofOracle = oracle === undefined ? undefined : others.shift();
  const ofKubeconform = kubeconform === undefined ? undefined : others.shift();
  const cells = [
    set,
    own.cpu.toFixed(2),
    own.wall.toFixed(2),
    own.memory.toFixed(0),
    ratio(own, none, 'cpu'),
    ratio(own, ofOracle, 'cpu'),
    ratio(own, ofKubeconform, 'cpu'),
    ratio(own, ofKubeconform, 'wall'),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The programs, in the order of the columns: kubeadmit and Node first, then those that are named. */
function programsFor(folder: string): readonly Program[] {
  const kubeadmit = join(REPOSITORY, 'bin/kubeadmit.cjs');
  const location = join(schemas, '{{.ResourceKind}}{{.KindSuffix}}{{.StrictSuffix}}.json');
  return [
    { name: 'kubeadmit', command: process.execPath, args: [kubeadmit, '--quiet', folder] },
    { name: 'node', command: process.execPath, args: ['-e', '0'] },
    ...(oracle === undefined ? [] : [{ name: 'oracle', command: oracle, args: [folder] }]),
    ...(kubeconform === undefined
      ? []
      : [
          {
            name: 'kubeconform',
            command: kubeconform,
            args: ['-strict', '-ignore-missing-schemas', '-schema-location', location, folder],
          },
        ]),
  ];
}

function ratio(own: Cost, other: Cost | undefined, of: 'cpu' | 'wall'): string {
  return other === undefined ? '' : (own[of] / other[of]).toFixed(2);
}

function machineLine(): string {
  const [first] = cpus();
  const model = first?.model.trim() ?? 'unknown';
  return `${cpus().length} cores (${model}), Node ${process.versions.node}, medians of ${rounds} rounds or more.`;
}

function writePage(lines: readonly string[]): void {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest = ''] = page.split(BEGIN);
  const after = rest.split(END)[1] ?? '';
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${lines.join('\n')}\n\n${END}${after}`);
}
