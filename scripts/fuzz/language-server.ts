// Edits the demo at random in a client of the language server, with requests of all kinds, some of them cancelled:
//   node scripts/run.mjs scripts/fuzz/language-server.ts [messages] [seed]
// Compares the diagnostics with the findings of the command line after every thousand messages, which
// begin with the demo as it is.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Client } from '../../test/hosts/language-server/client.ts';
import {
  RandomEditing,
  shownByCommandLine,
  shownByServer,
} from '../../test/hosts/language-server/random-editing.ts';

const [messages = 100_000, firstSeed = 1] = process.argv.slice(2).map(Number);
const ROUND = 1000;

for (let round = 0; round * ROUND < messages; round++) {
  const seed = firstSeed + round;
  const folder = mkdtempSync(join(tmpdir(), 'kubeadmit-fuzz-'));
  cpSync(join(import.meta.dirname, '../../fixtures/demo'), folder, { recursive: true });
  const client = await Client.inFolder(
    folder,
    { textDocument: { diagnostic: {} } },
    { hints: true },
  );
  const editing = new RandomEditing(client, folder, seed);
  for (let message = 0; message < ROUND; message++) await editing.step();
  const shown = await shownByServer(client, folder);
  for (const [name, text] of editing.texts) writeFileSync(join(folder, name), text);
  const isSame = isDeepStrictEqual(shown, await shownByCommandLine(folder));
  await client.end();
  if (!isSame || editing.errors.length > 0) {
    console.error(
      `seed ${seed}: ${isSame ? '' : `other findings than the command line (${folder})`}`,
    );
    for (const error of new Set(editing.errors)) console.error(error);
    process.exitCode = 1;
  } else rmSync(folder, { recursive: true, force: true });
}
