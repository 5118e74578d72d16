import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crdYaml } from '../../crd-yaml.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { Client, uriOf } from './client.ts';

const CRD = crdYaml('{ type: object, properties: { max: { type: integer } } }', {
  group: 'example.com',
  kind: 'Limit',
  scope: 'Cluster',
});
const LIMIT = `apiVersion: example.com/v1
kind: Limit
metadata: { name: a }
max: many
`;
const CAPABILITIES = {
  window: { showDocument: { support: true } },
  workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create'] } },
};

let folder = '';

/** The actions on a line of `limit.yaml`. */
async function actionsAt(
  line: number,
  files: Readonly<Record<string, string>>,
  capabilities: object = CAPABILITIES,
  prepare: (folder: string) => void = () => {},
  text = LIMIT,
  // biome-ignore lint/suspicious/noExplicitAny: actions of the protocol
): Promise<any[]> {
  folder = temporaryFolder({ ...files, 'limit.yaml': text });
  prepare(folder);
  const client = await Client.inFolder(folder, capabilities);
  const uri = uriOf(join(folder, 'limit.yaml'));
  client.open(uri, text);
  const position = { line, character: 5 };
  const actions = await client.request('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: position, end: position },
    context: { diagnostics: [] },
  });
  await client.end();
  return actions;
}

const titles = (actions: readonly { readonly title: string }[]) =>
  actions.map(({ title }) => title);

describe('actions that show something', () => {
  it('show the CRD, and the page of the rule', async () => {
    const actions = await actionsAt(3, { 'crd.yaml': CRD });
    expect(actions.find(({ title }) => title === 'Show the CRD').command).toEqual({
      title: 'Show the CRD',
      command: 'kubeadmit.show',
      arguments: [
        {
          title: 'limits.example.com (crd.yaml)',
          uri: uriOf(join(folder, 'crd.yaml')),
          range: { start: { line: 2, character: 18 }, end: { line: 2, character: 36 } },
        },
      ],
    });
    const page = actions.find(({ title }) => title === 'Open the page of custom-resource/type');
    expect(page.command.arguments[0].uri).toMatch(/^https:.*custom-resource/);
    expect(page.diagnostics[0].code).toBe('custom-resource/type');
  });

  it('are absent if the editor cannot show a place', async () => {
    const actions = await actionsAt(3, { 'crd.yaml': CRD }, {});
    expect(titles(actions)).toEqual([
      'Suppress custom-resource/type here',
      'Suppress custom-resource/type in this document',
    ]);
  });
});

describe('the action for all safe fixes', () => {
  it('fixes a custom resource with the CRDs of the folder', async () => {
    const text = LIMIT.replace('max: many', 'max: y');
    const crd = CRD.replace('integer', 'string');
    const actions = await actionsAt(3, { 'crd.yaml': crd }, {}, () => {}, text);
    const { edit } = actions.find(({ kind }) => kind === 'source.fixAll.kubeadmit');
    const [{ range, newText }] = edit.changes[uriOf(join(folder, 'limit.yaml'))];
    expect([range.start.line, newText]).toEqual([3, '"y"']);
  });
});

const TITLE = 'Add the path of the CRD of Limit to the configuration';

describe('the path of a missing CRD', () => {
  it('is not added through a symbolic link that leads out of the folder', async () => {
    const outside = temporaryFolder({ 'a.yaml': 'crds: []\n' });
    const actions = await actionsAt(1, {}, CAPABILITIES, (path) =>
      symlinkSync(join(outside, 'a.yaml'), join(path, '.kubeadmit.yaml')),
    );
    expect(titles(actions)).not.toContain(TITLE);
  });

  it('is added to a new configuration', async () => {
    const actions = await actionsAt(1, {});
    const uri = uriOf(join(folder, '.kubeadmit.yaml'));
    const start = { line: 0, character: 0 };
    expect(actions.find(({ title }) => title === TITLE).edit).toEqual({
      documentChanges: [
        { kind: 'create', uri, options: { ignoreIfExists: true } },
        {
          textDocument: { uri, version: null },
          edits: [{ range: { start, end: start }, newText: 'crds:\n  - path/to/crds\n' }],
        },
      ],
    });
  });

  it.each([
    ['pedantic: true', 'pedantic: true\ncrds:\n  - path/to/crds\n'],
    ['crds:\n- a.yaml\npedantic: true\n', 'crds:\n- a.yaml\n- path/to/crds\npedantic: true\n'],
    ['crds: [a.yaml]\n', 'crds: [a.yaml, path/to/crds]\n'],
    ['crds: []\n', 'crds: [path/to/crds]\n'],
  ])('is added to %j', async (config, expected) => {
    const files = { '.kubeadmit.yaml': config, 'a.yaml': '' };
    const actions = await actionsAt(0, files);
    const { changes } = actions.find(({ title }) => title === TITLE).edit;
    const [{ range, newText }] = changes[uriOf(join(folder, '.kubeadmit.yaml'))];
    const lines = config.split('\n');
    const offset = ({ line, character }: { line: number; character: number }) =>
      lines.slice(0, line).join('\n').length + (line === 0 ? 0 : 1) + character;
    expect(config.slice(0, offset(range.start)) + newText + config.slice(offset(range.end))).toBe(
      expected,
    );
  });

  it('is not missing if the folder has the CRD, or elsewhere in the object', async () => {
    expect(titles(await actionsAt(1, { 'crd.yaml': CRD }))).not.toContain(TITLE);
    expect(titles(await actionsAt(2, {}))).not.toContain(TITLE);
  });

  it('is not missing for the file of a program', async () => {
    const text = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n';
    expect(await actionsAt(1, {}, CAPABILITIES, () => {}, text)).toEqual([]);
  });
});
