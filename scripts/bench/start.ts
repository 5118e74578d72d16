// Measures the whole command, as installed, against a Node that does nothing:
//   node scripts/run.mjs scripts/bench/start.ts [folder]      (dist where none is named: `npm run build` makes it)
// The two run in turn, so that a ratio holds while the machine's speed drifts; it is that of the fastest runs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadRules } from '../../rules/index.ts';
import { exampleText } from '../../src/report/rule-page.ts';
import { wideCrd } from './wide-crd.ts';

const rules = loadRules();

const REPOSITORY = join(import.meta.dirname, '../..');
const LARGE_CRD_BYTES = 1_600_000;
const MANY_DOCUMENTS = 10_000;
const MANY_BYTES = 25_000_000;

/** A run of Node: milliseconds, and the most memory that it had, in MB. */
interface Run {
  readonly time: number;
  readonly memory: number;
}

const folder = mkdtempSync(join(tmpdir(), 'kubeadmit-bench-'));
const start = resolve(process.argv[2] ?? join(REPOSITORY, 'dist'), 'start.cjs');
const memoryFile = join(folder, 'memory');
const preload = join(folder, 'preload.cjs');
// Certificates of the machine would be read at each start.
const env = { ...process.env, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: undefined };

try {
  writeFileSync(
    preload,
    `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(memoryFile)}, String(process.resourceUsage().maxRSS)))`,
  );
  for (const name of ['shop-quota', 'image-webhook', 'replica-limit', 'backups-crd']) {
    compare(`one small file (${name})`, [join(REPOSITORY, `fixtures/demo/${name}.yaml`)], 30);
  }
  const examples = rules.flatMap((rule) => rule.examples.good.map(exampleText));
  const ten = Array.from({ length: 10 }, (_, index) => {
    const text = examples[Math.floor((index * examples.length) / 10)] ?? '';
    return written(`ten/${index}.yaml`, text);
  });
  compare('ten small files, mixed kinds', ten, 20);
  compare('one CRD of 1.6 MB', [written('large.yaml', wideCrd('large', LARGE_CRD_BYTES))], 10);
  const many = manyDocuments(examples);
  const bytes = many.reduce((sum, text) => sum + text.length, 0);
  for (let at = 0; at < many.length; at += 100) {
    written(`many/${at}.yaml`, many.slice(at, at + 100).join('---\n'));
  }
  compare(
    `${MANY_DOCUMENTS} documents of ${(bytes / 1e6).toFixed(0)} MB, mixed kinds`,
    [join(folder, 'many')],
    3,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Examples of all rules, and among them CRDs that bring the whole to its size. */
function manyDocuments(examples: readonly string[]): readonly string[] {
  const texts = Array.from({ length: MANY_DOCUMENTS }, (_, index) => {
    const text = examples[index % examples.length] ?? '';
    // A document each.
    return text.split(/^---$/m)[0] ?? '';
  });
  const small = texts.reduce((sum, text) => sum + text.length, 0);
  const step = 10;
  const size = ((MANY_BYTES - small) * step) / MANY_DOCUMENTS;
  return texts.map((text, index) => (index % step === 0 ? wideCrd(`kind${index}`, size) : text));
}

function written(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function compare(name: string, paths: readonly string[], runs: number): void {
  const nothing: Run[] = [];
  const command: Run[] = [];
  for (let run = 0; run <= runs; run++) {
    nothing.push(timed(['-e', '0']));
    command.push(timed([start, '--fail-on', 'never', '--quiet', ...paths]));
  }
  const least = (of: readonly Run[]) => Math.min(...of.slice(1).map(({ time }) => time));
  const [none, some] = [least(nothing), least(command)];
  // Once more, as looking at the memory takes time.
  const { memory } = timed(['--require', preload, start, '--quiet', ...paths], true);
  console.log(
    `${name.padEnd(46)} ${(some / none).toFixed(2)}x  +${(some - none).toFixed(1)} ms  ${memory.toFixed(0)} MB`,
  );
}

function timed(args: readonly string[], withMemory = false): Run {
  const begin = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, args, { env, maxBuffer: 1e9 });
  const time = Number(process.hrtime.bigint() - begin) / 1e6;
  if (status !== 0 && status !== 1) throw new Error(`it failed: ${stderr}`);
  return { time, memory: withMemory ? Number(readFileSync(memoryFile, 'utf8')) / 1024 : 0 };
}
