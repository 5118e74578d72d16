// Lints a folder of published manifests, of which the server's verdicts are known, and prints what
// is worth reading; for development:
//   node scripts/run.mjs scripts/compare/published-manifests.ts FOLDER [--all]
// FOLDER holds the manifests, and in verdicts-MINOR.jsonl those of the newest minor, as `oracle -isolate` prints it.
// --all prints every missing refusal instead of counts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lint } from '../../src/lint/lint.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { describeDifference } from '../../test/conformance/agreement.ts';
import { compareFile, type DocumentComparison } from '../../test/conformance/compare.ts';
import {
  type GoldenLine,
  linesByFile,
  readJsonLines,
  type ServerVerdict,
} from '../../test/conformance/golden.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('usage: published-manifests.ts FOLDER [--all]');

const lines = readJsonLines<Omit<GoldenLine, 'verdicts'> & ServerVerdict>(
  join(folder, `verdicts-${NEWEST_MINOR}.jsonl`),
).map((line): GoldenLine => ({ ...line, verdicts: [{ ...line, minors: [NEWEST_MINOR] }] }));

const contents = [...linesByFile(lines)].map(([file, ofFile]) => ({
  file,
  ofFile,
  content: readFileSync(join(folder, file)),
}));

const crashes: string[] = [];
const stray: string[] = [];
const warnings = new Map<string, string[]>();
const documents: DocumentComparison[] = [];
let milliseconds = 0;
for (const { file, ofFile, content } of contents) {
  try {
    const begin = performance.now();
    const report = lint([{ name: file, content }], {
      kubernetesVersions: [NEWEST_MINOR],
      pedantic: true,
    });
    milliseconds += performance.now() - begin;
    const comparison = compareFile(ofFile, content.toString('utf8'), report);
    documents.push(...comparison.documents);
    stray.push(...comparison.stray.map(({ line, cause }) => `${file}:${line}: ${cause}`));
    for (const finding of report.findings) {
      if (finding.rule === 'internal/rule-crash') crashes.push(`${file}: ${finding.message}`);
      if (finding.severity === 'error') continue;
      const name = `${finding.severity} ${finding.rule} ${finding.messageId}`;
      const place = `${file}:${finding.line}:${finding.column}: ${finding.message}`;
      warnings.set(name, [...(warnings.get(name) ?? []), place]);
    }
  } catch (error) {
    crashes.push(`${file}: ${error instanceof Error ? error.stack : error}`);
  }
}

const falseErrors: string[] = [];
const otherwise: string[] = [];
const decoding: string[] = [];
const missing: string[] = [];
for (const { line, differences, foreign } of documents) {
  for (const difference of differences) {
    const item = line.item === undefined ? '' : ` item ${line.item}`;
    const text = [
      `${line.file} document ${line.document}${item} (${line.kind ?? 'no kind'} ${line.name ?? ''})`,
      ...describeDifference(difference),
    ].join('\n    ');
    if (difference.weight === 'false-error') falseErrors.push(text);
    else if (difference.weight === 'wrong') otherwise.push(text);
    else if (foreign) missing.push('(a kind that is not judged)');
    else if (difference.missing.some(isOfDecoding)) decoding.push(text);
    else if (values.all) missing.push(text);
    else {
      const kinds = difference.missing.map((one) => `${line.kind}: ${withoutIndices(one)}`);
      missing.push(...(kinds.length > 0 ? kinds : [`${line.kind}: the verdict alone`]));
    }
  }
}

function isOfDecoding(said: string): boolean {
  return /^(Undecodable|UnknownField|DuplicateField|Unserved)/.test(said);
}

function withoutIndices(said: string): string {
  return said.replace(/\[\d+\]/g, '[]').replace(/(\.properties\.[^.]+)+/g, '.properties...');
}

function print(title: string, texts: readonly string[]): void {
  console.log(`\n${title}: ${texts.length}`);
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  for (const [text, count] of counts)
    console.log(count === 1 ? `  ${text}` : `  ${count} x ${text}`);
}

for (const [name, places] of warnings) print(name, places);
print('the server refuses it for this, kubeadmit is silent', missing);
print('decoding differs', decoding);
print('another type, path or verdict', otherwise);
print('errors about what the server does not see', stray);
print('false errors', falseErrors);
print('crashes', crashes);

const megabytes = contents.reduce((sum, { content }) => sum + content.length, 0) / 1e6;
console.log(
  `\n${contents.length} files, ${documents.length} documents, ${megabytes.toFixed(1)} MB:`,
  `${Math.round(milliseconds)} ms, ${Math.round(process.memoryUsage.rss() / 1e6)} MB of memory`,
);
