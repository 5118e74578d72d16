import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runIn } from '../../cli/fake-host.ts';
import { Client, uriOf } from './client.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures');

const folders: string[] = [];

/** A copy of a folder of fixtures, with a configuration that uses all that a configuration can say about findings. */
function copyOf(fixtures: string, more: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'kubeadmit-lsp-'));
  folders.push(folder);
  cpSync(join(FIXTURES, fixtures), folder, { recursive: true });
  for (const [name, text] of Object.entries(more)) writeFileSync(join(folder, name), text);
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A finding as both show it: the range, from line and column 1, and the rule. */
interface Shown {
  readonly file: string;
  readonly text: string;
}

async function shownByCommandLine(folder: string): Promise<readonly Shown[]> {
  const { stdout } = await runIn({ cwd: folder }, '-f', 'json');
  const { findings } = JSON.parse(stdout);
  return findings.map((finding: Record<string, string>) => ({
    file: finding.file,
    text: [finding.line, finding.column, finding.endLine, finding.endColumn, finding.rule].join(
      ' ',
    ),
  }));
}

async function shownByServer(client: Client, folder: string): Promise<readonly Shown[]> {
  const { items } = await client.request('workspace/diagnostic', { previousResultIds: [] });
  return items.flatMap(({ uri, items: diagnostics }: { uri: string; items: readonly never[] }) =>
    diagnostics.map(
      ({
        range: { start, end },
        code,
      }: {
        range: Record<'start' | 'end', { line: number; character: number }>;
        code: string;
      }) => ({
        file: uri.slice(uriOf(folder).length + 1),
        text: [start.line + 1, start.character + 1, end.line + 1, end.character + 1, code].join(
          ' ',
        ),
      }),
    ),
  );
}

const PULLS = { textDocument: { diagnostic: {} } };

const CONFIG = `kubernetesVersion: 1.33..1.36
pedantic: true
exclude: ['*quota*']
rules: { webhook/fail-closed: off }
overrides:
  - { files: ['*webhook*'], rules: { webhook: info } }
`;

describe('the diagnostics of a folder are the findings of the command line', () => {
  it.each(['demo', 'workspaces', 'layouts'])('%s', async (name) => {
    const folder = copyOf(name);
    const client = await Client.inFolder(folder, PULLS);
    const shown = await shownByServer(client, folder);
    expect(shown).toEqual(await shownByCommandLine(folder));
    expect(shown.length).toBeGreaterThan(0);
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

/** Numbers below a limit, the same in each run: a linear congruential generator. */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const INSERTED = [
  'a',
  ' ',
  '\n',
  ':',
  '-',
  '---\n',
  '"',
  '😀',
  '[',
  '{',
  '#',
  'spec:\n',
  '  ',
  '\r\n',
  '0',
];

/** A random change of a document, as the protocol has it, and the text after it. */
function randomChange(text: string, below: (limit: number) => number) {
  const start = wholeOffset(text, below(text.length + 1));
  const end = below(3) === 0 ? wholeOffset(text, start + below(40)) : start;
  const inserted = below(4) === 0 ? '' : (INSERTED[below(INSERTED.length)] ?? '');
  const range = { start: positionAt(text, start), end: positionAt(text, end) };
  return {
    change: { range, text: inserted },
    after: text.slice(0, start) + inserted + text.slice(end),
  };
}

/** The offset, or the next one that is neither between the two units of a character nor between CR and LF. */
function wholeOffset(text: string, offset: number): number {
  const at = Math.min(offset, text.length);
  return /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(at - 1, at + 1)) ? at + 1 : at;
}

function positionAt(text: string, offset: number) {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

describe('after random edits', () => {
  it.each([1, 2, 3])(
    'the diagnostics are the findings of the command line on the final texts (seed %i)',
    async (seed) => {
      const below = numbersFrom(seed);
      const folder = copyOf('demo');
      const client = await Client.inFolder(folder, PULLS);
      const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
      const texts = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
      for (const [name, text] of texts) client.open(uriOf(join(folder, name)), text);
      for (let edit = 0; edit < 150; edit++) {
        const name = names[below(names.length)] ?? '';
        const uri = uriOf(join(folder, name));
        const { change, after } = randomChange(texts.get(name) ?? '', below);
        texts.set(name, after);
        client.change(uri, change);
        if (below(4) === 0) {
          const { id } = client.start('textDocument/diagnostic', { textDocument: { uri } });
          if (below(2) === 0) client.notify('$/cancelRequest', { id });
        }
        if (below(10) === 0) {
          await client.ask('textDocument/documentSymbol', { textDocument: { uri } });
          await client.ask('textDocument/foldingRange', { textDocument: { uri } });
        }
      }
      const shown = await shownByServer(client, folder);
      for (const [name, text] of texts) writeFileSync(join(folder, name), text);
      expect(shown).toEqual(await shownByCommandLine(folder));
      expect(await client.end()).toBe(0);
    },
  );
});
