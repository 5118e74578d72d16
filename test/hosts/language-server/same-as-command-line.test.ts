import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runIn } from '../../cli/fake-host.ts';
import { crdYaml } from '../../crd-yaml.ts';
import { type Files, writeFiles } from '../../folders.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { Client, uriOf } from './client.ts';
import { RandomEditing, shownByCommandLine, shownByServer } from './random-editing.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures');

/** A copy of a folder of fixtures, with a configuration that uses all that a configuration can say about findings. */
function copyOf(fixtures: string, more: Files = {}): string {
  const folder = temporaryFolder();
  cpSync(join(FIXTURES, fixtures), folder, { recursive: true });
  writeFiles(folder, more);
  return folder;
}

const PULLS = { textDocument: { diagnostic: {} } };

const CONFIG = `kubernetesVersion: 1.33..1.36
pedantic: true
exclude: ['*quota*']
rules: { webhook/fail-closed: off }
overrides:
  - { files: ['*webhook*'], rules: { webhook: info } }
`;

const CRD = crdYaml('{ type: object, properties: { size: { type: integer } } }');

describe('the diagnostics of a folder are the findings of the command line', () => {
  it.each(['demo', 'installations', 'layouts'])('%s', async (name) => {
    const folder = copyOf(name);
    const client = await Client.inFolder(folder, PULLS);
    const shown = await shownByServer(client, folder);
    expect(shown).toEqual(await shownByCommandLine(folder));
    expect(shown.length).toBeGreaterThan(0);
    await client.end();
  });

  it('with CRDs that the repository keeps', async () => {
    const folder = copyOf('demo', {
      'crd.yml.txt': CRD,
      'pool.yaml': 'apiVersion: shop.example.com/v1\nkind: Pool\nmetadata: { name: a }\nsize: x\n',
    });
    await runIn({ cwd: folder }, 'crds', 'add', 'crd.yml.txt');
    const client = await Client.inFolder(folder, PULLS);
    const shown = await shownByServer(client, folder);
    expect(shown).toEqual(await shownByCommandLine(folder));
    expect(shown).toContainEqual({
      file: 'pool.yaml',
      text: expect.stringMatching(/^4 7 4 8 custom-resource\/type error /),
    });
    await client.end();
  });

  it('with a configuration', async () => {
    const folder = copyOf('demo', { '.kubeadmit.yaml': CONFIG });
    const client = await Client.inFolder(folder, PULLS);
    const shown = await shownByServer(client, folder);
    expect(shown).toEqual(await shownByCommandLine(folder));
    expect(shown.some(({ file }) => file.includes('quota'))).toBe(false);
    await client.end();
  });

  it('with a baseline', async () => {
    const folder = copyOf('demo');
    await runIn(
      { cwd: folder },
      '--baseline',
      'known.json',
      '--write-baseline',
      'image-webhook.yaml',
    );
    writeFileSync(join(folder, '.kubeadmit.yaml'), 'baseline: known.json\n');
    const client = await Client.inFolder(folder, PULLS);
    const shown = await shownByServer(client, folder);
    expect(shown).toEqual(await shownByCommandLine(folder));
    expect(shown.some(({ file }) => file === 'image-webhook.yaml')).toBe(false);
    expect(shown.length).toBeGreaterThan(0);
    await client.end();
  });
});

it('an open baseline counts before it is saved', async () => {
  const folder = copyOf('demo');
  const baseline = join(folder, 'known.json');
  await runIn(
    { cwd: folder },
    '--baseline',
    'known.json',
    '--write-baseline',
    'image-webhook.yaml',
  );
  writeFileSync(join(folder, '.kubeadmit.yaml'), 'baseline: known.json\n');
  const client = await Client.inFolder(folder, PULLS);
  const known = readFileSync(baseline, 'utf8');
  client.open(uriOf(baseline), known, 'json');
  const withKnown = await shownByServer(client, folder);
  const none = JSON.stringify({ ...JSON.parse(known), findings: [] });
  client.change(uriOf(baseline), { text: none });
  const withNone = await shownByServer(client, folder);
  expect(withNone.length).toBeGreaterThan(withKnown.length);
  client.change(uriOf(baseline), { text: known });
  expect(await shownByServer(client, folder)).toEqual(withKnown);
  client.change(uriOf(baseline), { text: none });
  writeFileSync(baseline, none);
  expect(withNone).toEqual(await shownByCommandLine(folder));
  await client.end();
});

describe('after random edits', () => {
  it.each([1, 2, 3])(
    'the diagnostics are the findings of the command line on the final texts (seed %i)',
    async (seed) => {
      const folder = copyOf('demo');
      const client = await Client.inFolder(folder, PULLS, { hints: true });
      const editing = new RandomEditing(client, folder, seed);
      for (let message = 0; message < 300; message++) await editing.step();
      const shown = await shownByServer(client, folder);
      for (const [name, text] of editing.texts) writeFileSync(join(folder, name), text);
      expect(shown).toEqual(await shownByCommandLine(folder));
      expect(editing.errors).toEqual([]);
      expect(await client.end()).toBe(0);
    },
  );
});
