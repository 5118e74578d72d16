// Measures the whole command, as installed, against a Node that does nothing:
//   npm run bench -- start [FOLDER]      (dist by default)
// The two run in turn, so that a ratio holds while the machine's speed drifts. The figures are medians of CPU times.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { loadRules } from '../../rules/index.ts';
import { exampleText } from '../../src/report/rule-page.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { costsOf } from './processes.ts';
import { wideCrd } from './wide-crd.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const LARGE_CRD_BYTES = 1_600_000;
const MANY_DOCUMENTS = 10_000;
const MANY_BYTES = 25_000_000;

const folder = temporaryFolder();
const start = resolve(process.argv[2] ?? join(REPOSITORY, 'dist'), 'start.cjs');

for (const name of ['shop-quota', 'image-webhook', 'replica-limit', 'backups-crd']) {
  compare(`one small file (${name})`, [join(REPOSITORY, `fixtures/demo/${name}.yaml`)], 30);
}
const examples = loadRules().flatMap((rule) => rule.examples.good.map(exampleText));
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
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function compare(name: string, paths: readonly string[], rounds: number): void {
  const command = process.execPath;
  const [none, own] = costsOf(
    [
      { name: 'node', command, args: ['-e', '0'] },
      { name: 'kubeadmit', command, args: [start, '--quiet', ...paths] },
    ],
    rounds,
  );
  if (none === undefined || own === undefined) throw new Error('nothing was measured');
  const added = ((own.cpu - none.cpu) * 1000).toFixed(1);
  const figures = `${(own.cpu / none.cpu).toFixed(2)}x  +${added} ms  ${own.memory.toFixed(0)} MiB`;
  console.log(`${name.padEnd(46)} ${figures}`);
}
