// Measures the time of decoding objects of built-in kinds, and compares it with kubeconform -strict with schemas made of
// the same types:
//   node scripts/run.mjs scripts/bench/built-in-kinds.ts [FOLDER]
// FOLDER has manifests; without it, a made-up set of applications is used. `npm run build` makes the command, and the
// environment variable KUBECONFORM names the other program; without it, only kubeadmit is measured. The two run in
// turn, on the same files; the figures are medians. It needs bash and GNU time.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { applicationManifests } from './applications.ts';
import { writeSchemas } from './kubeconform-schemas.ts';
import { costsOf, type Program } from './processes.ts';

const ROUNDS = 7;
const APPLICATIONS = 1000;
const APPLICATIONS_IN_FILE = 5;
const START = join(import.meta.dirname, '../../dist/start.cjs');
const MB = 1e6;

const work = mkdtempSync(join(tmpdir(), 'kubeadmit-bench-'));
try {
  const folder = process.argv[2] ?? writeApplications(join(work, 'applications'));
  const programs = [kubeadmit(folder), ...kubeconform(folder)];
  for (const [index, { cpu, wall, memory }] of costsOf(programs, ROUNDS).entries()) {
    const figures = `${cpu.toFixed(2)} s CPU, ${wall.toFixed(2)} s, ${memory.toFixed(0)} MiB`;
    console.log(`${programs[index]?.name.padEnd(20)} ${figures}`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

function kubeadmit(folder: string): Program {
  const args = [START, '--kubernetes-version', NEWEST_MINOR, '--fail-on', 'never', folder];
  const program = { name: 'kubeadmit', command: process.execPath, args: [...args, '--quiet'] };
  console.log(`kubeadmit: ${lastLine({ ...program, args })}`);
  return program;
}

/** The other program, if there is one. */
function kubeconform(folder: string): readonly Program[] {
  const command = process.env.KUBECONFORM;
  if (command === undefined) {
    console.log('kubeconform is not measured: KUBECONFORM does not name it');
    return [];
  }
  const schemas = join(work, 'schemas');
  mkdirSync(schemas);
  writeSchemas(schemas, NEWEST_MINOR);
  const location = join(schemas, '{{.ResourceKind}}{{.KindSuffix}}{{.StrictSuffix}}.json');
  const args = ['-strict', '-ignore-missing-schemas', '-schema-location', location, folder];
  const program = { name: 'kubeconform -strict', command, args };
  console.log(`kubeconform: ${lastLine({ ...program, args: ['-summary', ...args] })}`);
  return [program];
}

/** The numbers that a program prints at the end of its output. */
function lastLine({ name, command, args }: Program): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0 && status !== 1) throw error ?? new Error(`${name} failed: ${stderr}`);
  return stdout.trim().split('\n').at(-1) ?? '';
}

function writeApplications(folder: string): string {
  mkdirSync(folder);
  let bytes = 0;
  for (let first = 0; first < APPLICATIONS; first += APPLICATIONS_IN_FILE) {
    const text = Array.from({ length: APPLICATIONS_IN_FILE }, (_, index) =>
      applicationManifests(`app-${first + index}`),
    ).join('---\n');
    writeFileSync(join(folder, `${first}.yaml`), text);
    bytes += text.length;
  }
  console.log(`${APPLICATIONS} applications, ${(bytes / MB).toFixed(1)} MB`);
  return folder;
}
