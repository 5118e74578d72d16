// Measures the built command on sets of manifests, compares it with other programs, and writes the table of
// docs/development/benchmarks.md:
//   npm run bench -- sets [FOLDER] [--oracle PROGRAM] [--kubeconform PROGRAM] [--rounds 5] [--only SET,SET] [--write]
// FOLDER is what make-sets.ts made; without it, only the set of built-in kinds is measured, which is made here.
// Programs that are not named are not measured; `--kubeconform install` builds it with `go install` in a scratch
// folder. It needs bash and GNU time.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { applicationManifests } from './applications.ts';
import { writeSchemas } from './kubeconform-schemas.ts';
import { type Cost, costsOf, type Program } from './processes.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const PAGE = join(REPOSITORY, 'docs/development/benchmarks.md');
const [BEGIN, END] = ['<!-- npm run bench -- sets writes from here -->', '<!-- to here -->'];

/** Builds kubeconform instead of naming it. */
const INSTALL = 'install';
const KUBECONFORM = 'github.com/yannh/kubeconform/cmd/kubeconform';
const KUBECONFORM_VERSION = 'v0.8.0';

/** The set that is made here: files with the nine objects of an application for each of some applications. */
const BUILT_IN_KINDS = { name: 'built-in-kinds', times: 1 };
const FILES = 200;
const APPLICATIONS_IN_FILE = 5;

/** The other sets, and how many times as often as the large ones the small ones run: their times are short. */
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

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    oracle: { type: 'string' },
    kubeconform: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [sets] = positionals;
const { oracle, kubeconform, only } = values;
const rounds = Number(values.rounds);
const scratch = temporaryFolder();
const schemas = join(scratch, 'schemas');
if (kubeconform !== undefined) {
  mkdirSync(schemas);
  writeSchemas(schemas, NEWEST_MINOR);
  if (kubeconform === INSTALL) installKubeconform();
}
const lines = [machineLine(), '', ...table()];
console.log(lines.join('\n'));
if (values.write) writePage(lines);

function table(): readonly string[] {
  const all = sets === undefined ? [BUILT_IN_KINDS] : [...SETS, BUILT_IN_KINDS];
  const measured = all.filter(({ name }) => only === undefined || only.split(',').includes(name));
  return [
    '| set | CPU s | wall s | RSS MiB | x `node -e 0` | CPU x oracle | CPU x kubeconform | wall x kubeconform |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...measured.map(({ name, times }) => row(name, times)),
  ];
}

function row(set: string, times: number): string {
  const folder = set === BUILT_IN_KINDS.name ? writeApplications() : join(sets ?? '', set);
  const [first = '', ...rest] = readdirSync(folder);
  // A single file is named, as who has one does.
  const path = rest.length === 0 ? join(folder, first) : folder;
  const [own, none, ...others] = costsOf(programsFor(path), rounds * times);
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

function writeApplications(): string {
  const folder = join(scratch, BUILT_IN_KINDS.name);
  mkdirSync(folder);
  for (let file = 0; file < FILES; file++) {
    const manifests = Array.from({ length: APPLICATIONS_IN_FILE }, (_, index) =>
      applicationManifests(`app-${file}-${index}`),
    );
    writeFileSync(join(folder, `${file}.yaml`), manifests.join('---\n'));
  }
  return folder;
}

/** The programs, in the order of the columns: kubeadmit and Node first, then the programs that are named. */
function programsFor(path: string): readonly Program[] {
  const kubeadmit = join(REPOSITORY, 'bin/kubeadmit.cjs');
  const location = join(schemas, '{{.ResourceKind}}{{.KindSuffix}}{{.StrictSuffix}}.json');
  return [
    { name: 'kubeadmit', command: process.execPath, args: [kubeadmit, '--quiet', path] },
    { name: 'node', command: process.execPath, args: ['-e', '0'] },
    ...(oracle === undefined ? [] : [{ name: 'oracle', command: oracle, args: [path] }]),
    ...(kubeconform === undefined
      ? []
      : [
          {
            name: 'kubeconform',
            command: kubeconform === INSTALL ? join(scratch, 'kubeconform') : kubeconform,
            args: ['-strict', '-ignore-missing-schemas', '-schema-location', location, path],
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
  const versions = [
    `Node ${process.versions.node}`,
    ...(oracle === undefined ? [] : [basename(oracle)]),
    ...(kubeconform === undefined ? [] : [`kubeconform ${versionOf(kubeconform)}`]),
  ];
  return `${cpus().length} cores (${model}), ${versions.join(', ')}, medians of ${rounds} rounds or more.`;
}

function installKubeconform(): void {
  execFileSync('go', ['install', `${KUBECONFORM}@${KUBECONFORM_VERSION}`], {
    env: { ...process.env, GOBIN: scratch },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function versionOf(program: string): string {
  if (program === INSTALL) return KUBECONFORM_VERSION;
  const own = execFileSync(program, ['-v'], { encoding: 'utf8' }).trim();
  // A program that was built by `go install` does not know its version, but Go does.
  return own === 'development' ? moduleVersionOf(program) : own;
}

function moduleVersionOf(program: string): string {
  const { stdout } = spawnSync('go', ['version', '-m', program], { encoding: 'utf8' });
  return /^\tmod\t\S+\t(\S+)/m.exec(stdout ?? '')?.[1] ?? 'of an unknown version';
}

function writePage(lines: readonly string[]): void {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest = ''] = page.split(BEGIN);
  const after = rest.split(END)[1] ?? '';
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${lines.join('\n')}\n\n${END}${after}`);
}
