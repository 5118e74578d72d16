import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Client, uriOf } from '../hosts/language-server/client.ts';
import { shownByCommandLine, shownByServer } from '../hosts/language-server/random-editing.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { editsOf, hashOf, type Recording } from './recording.ts';

const RECORDINGS = join(import.meta.dirname, 'recordings');
const FIXTURES = join(import.meta.dirname, '../../fixtures');

it.each(readdirSync(RECORDINGS))(
  '%s ends with the findings of the command line on the final texts',
  async (name) => {
    const recording: Recording = JSON.parse(readFileSync(join(RECORDINGS, name), 'utf8'));
    const folder = temporaryFolder();
    cpSync(join(FIXTURES, recording.folder), folder, { recursive: true });
    const texts = new Map(
      recording.files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
    );
    const client = await Client.inFolder(folder, { textDocument: { diagnostic: {} } });
    for (const [file, text] of texts) client.open(uriOf(join(folder, file)), text);
    for (const { file, change, isLast } of editsOf(recording, texts)) {
      const uri = uriOf(join(folder, file));
      client.change(uri, change);
      if (isLast) await client.request('textDocument/diagnostic', { textDocument: { uri } });
    }
    expect(hashOf(texts)).toBe(recording.sha256);
    const shown = await shownByServer(client, folder);
    for (const [file, text] of texts) writeFileSync(join(folder, file), text);
    expect(shown).toEqual(await shownByCommandLine(folder));
    expect(shown.length).toBeGreaterThan(0);
    expect(await client.end()).toBe(0);
  },
);
