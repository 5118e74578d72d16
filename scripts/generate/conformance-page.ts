// Prints how far kubeadmit agrees with the API server on the cases of fixtures/conformance:
//   node scripts/run.mjs scripts/generate/conformance-page.ts [--write] [--ledger] [--claimed]
// --write puts the table into docs/development/conformance.md; --ledger renews the ledger's rows; --claimed also
// prints what differs on rows that some rule claims, though the ledger excuses it.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadRules } from '../../rules/index.ts';
import {
  describeDifferences,
  differencesOf,
  judgeCases,
} from '../../test/conformance/agreement.ts';
import { printTable, tallyByFolder, tallyByKind } from '../../test/conformance/agreement-table.ts';
import {
  excuses,
  LEDGER,
  printLedger,
  readLedger,
  renewLedger,
} from '../../test/conformance/ledger.ts';
import { PAGE, renewPage } from '../../test/conformance/page.ts';

const rules = loadRules();

const { values } = parseArgs({
  options: {
    write: { type: 'boolean' },
    ledger: { type: 'boolean' },
    claimed: { type: 'boolean' },
  },
});

const judged = judgeCases();
const differences = differencesOf(judged);

if (values.ledger) {
  const renewed = renewLedger(
    readLedger(),
    differences.map(({ place }) => place),
  );
  writeFileSync(LEDGER, printLedger(renewed));
  execFileSync('node_modules/.bin/biome', ['format', '--write', LEDGER], { stdio: 'ignore' });
}
if (values.write) writeFileSync(PAGE, renewPage(readFileSync(PAGE, 'utf8'), judged));

const ledger = readLedger();
const claimed = new Set(
  rules.flatMap((rule) => Object.values(rule.messages).flatMap((message) => message.rows ?? [])),
);
const worthReading = differences.filter(
  ({ case: { row, folder, update }, place }) =>
    !excuses(ledger, place) ||
    (values.claimed && !update && (claimed.has(row) || claimed.has(row.slice(folder.length + 1)))),
);
for (const text of describeDifferences(worthReading)) console.log(text);
for (const { comparison } of judged) {
  for (const { file, line, message, cause } of comparison.stray) {
    console.log(`stray: ${file}:${line}: ${cause}: ${message}`);
  }
}
console.log(`\n${printTable(tallyByFolder(judged), 'folder')}`);
console.log(`\n${printTable(tallyByKind(judged), 'kind')}`);
