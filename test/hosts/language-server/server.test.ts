import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';
import { Client, uriOf } from './client.ts';

const WEBHOOK = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: images
webhooks:
  - name: images.example.com
    clientConfig: { url: https://images.example.com/ }
    admissionReviewVersions: [v1]
    sideEffects: None
    failurePolicy: Ignore
    timeoutSeconds: 60
    rules: [{ apiGroups: [''], apiVersions: [v1], resources: [pods], operations: [CREATE] }]
`;
const FIXED = WEBHOOK.replace('60', '10');

const codes = (diagnostics: readonly { readonly code: string }[]) =>
  diagnostics.map(({ code }) => code);

/** The position of the first character. */
const START = { line: 0, character: 0 };

describe('the connection', () => {
  it('ends with 0 after shutdown and exit', async () => {
    const client = await Client.inFolder(temporaryFolder());
    expect(await client.end()).toBe(0);
  });

  it('ends with 1 after exit without shutdown, and when the editor is gone', async () => {
    const first = await Client.inFolder(temporaryFolder());
    first.notify('exit');
    expect(await first.exited).toBe(1);
    const second = await Client.inFolder(temporaryFolder());
    second.hangUp();
    expect(await second.exited).toBe(1);
  });

  it('refuses requests before initialize and after shutdown, and unknown methods', async () => {
    const client = new Client(temporaryFolder());
    const early = await client.ask('textDocument/hover', {});
    expect(early.error?.code).toBe(-32002);
    await client.request('initialize', { processId: null, rootUri: null, capabilities: {} });
    const unknown = await client.ask('textDocument/unknown', {});
    expect(unknown.error?.code).toBe(-32601);
    await client.request('shutdown');
    const late = await client.ask('textDocument/hover', {});
    expect(late.error?.code).toBe(-32600);
    client.notify('exit');
    expect(await client.exited).toBe(0);
  });

  it('answers after a message that is not JSON, and requests with params of wrong types', async () => {
    const folder = temporaryFolder({ 'a.yaml': WEBHOOK });
    const client = await Client.inFolder(folder);
    client.sendBytes(Buffer.from('Content-Length: 5\r\n\r\n{"a":'));
    expect((await client.next(({ id }) => id === null)).error?.code).toBe(-32700);
    client.send({ id: 'x', method: 'textDocument/documentSymbol', params: { textDocument: 7 } });
    client.notify('textDocument/didChange', { textDocument: { uri: 'file:///none', version: 1 } });
    client.open(uriOf(join(folder, 'a.yaml')), WEBHOOK);
    const symbols = await client.request('textDocument/documentSymbol', {
      textDocument: { uri: uriOf(join(folder, 'a.yaml')) },
    });
    expect(symbols[0].name).toBe('images');
    expect(await client.end()).toBe(0);
  });

  it.each([
    ['a URI that is null', { uri: null, text: WEBHOOK }],
    ['a URI that is a number', { uri: 1, text: WEBHOOK }],
    ['a URI that is an object', { uri: {}, text: WEBHOOK }],
    ['a text that is not a string', { uri: 'file:///a.yaml', text: [WEBHOOK] }],
    ['no URI', {}],
  ])('ignores a document with %s', async (_, document) => {
    const printed = vi.spyOn(console, 'error');
    const client = await Client.inFolder(temporaryFolder());
    client.notify('textDocument/didOpen', {
      textDocument: { languageId: 'yaml', version: 1, ...document },
    });
    expect(await client.end()).toBe(0);
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  it('does not check a document that is larger than a file that is read', async () => {
    const folder = temporaryFolder();
    const client = await Client.inFolder(folder);
    const uri = uriOf(join(folder, 'a.yaml'));
    client.open(uri, `${WEBHOOK}# ${'a'.repeat(64 * 2 ** 20)}`);
    const { params } = await client.next(({ method }) => method === 'window/logMessage');
    expect(params.message).toMatch(/a\.yaml: is larger than 64 MB, and not checked$/);
    expect(await client.request('textDocument/foldingRange', { textDocument: { uri } })).toBeNull();
    expect(await client.end()).toBe(0);
  });

  it.each([
    ['textDocument/hover', null],
    ['textDocument/hover', { textDocument: { uri: null }, position: START }],
    ['textDocument/hover', { textDocument: { uri: 'file:///a.yaml' } }],
    ['textDocument/completion', { textDocument: { uri: 'file:///a.yaml' }, position: { line: 0 } }],
    ['textDocument/references', { textDocument: { uri: 'file:///a.yaml' }, position: START }],
    [
      'textDocument/codeAction',
      { textDocument: { uri: 'file:///a.yaml' }, range: { start: START } },
    ],
    ['textDocument/documentSymbol', {}],
    ['workspace/symbol', { query: 1 }],
    ['workspace/diagnostic', {}],
    ['workspace/executeCommand', { command: 'kubeadmit.show', arguments: {} }],
    ['completionItem/resolve', []],
  ])('refuses %s with params %j', async (method, params) => {
    const client = await Client.inFolder(temporaryFolder(), { textDocument: { diagnostic: {} } });
    const { error } = await client.ask(method, params);
    expect(error?.code).toBe(-32602);
    expect(await client.end()).toBe(0);
  });

  it.each([
    ['no params', null],
    ['no capabilities', { processId: null, rootUri: null }],
    ['a root that is a number', { processId: null, rootUri: 1, capabilities: {} }],
    ['folders without a URI', { rootUri: null, capabilities: {}, workspaceFolders: [{}] }],
  ])('refuses to be initialized with %s, and can be initialized then', async (_, params) => {
    const client = new Client(temporaryFolder());
    expect((await client.ask('initialize', params)).error?.code).toBe(-32602);
    await client.request('initialize', { processId: null, rootUri: null, capabilities: {} });
    expect(await client.end()).toBe(0);
  });

  it.each([
    ['no event', {}],
    ['no lists', { event: {} }],
    ['a folder that is null', { event: { added: [null], removed: [] } }],
    ['a URI that is a number', { event: { added: [], removed: [{ uri: 1 }] } }],
  ])('ignores a change of folders with %s', async (_, params) => {
    const printed = vi.spyOn(console, 'error');
    const capabilities = { workspace: { workspaceFolders: true } };
    const client = await Client.inFolder(temporaryFolder({}), capabilities);
    client.notify('workspace/didChangeWorkspaceFolders', params);
    expect(await client.end()).toBe(0);
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  it.each([
    ['no message', 'Content-Length: 2\r\n\r\n{}'],
    ['a list', 'Content-Length: 2\r\n\r\n[]'],
    ['nothing', 'Content-Length: 4\r\n\r\nnull'],
    ['an unknown encoding', 'Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}'],
    ['an unknown character set', 'Content-Type: a; charset=b\r\nContent-Length: 2\r\n\r\n{}'],
    ['no length', 'Content-Type: a\r\n\r\n{}'],
    ['a length that is not a number', 'Content-Length: a\r\n\r\n{}'],
    ['a header without a colon', 'a\r\n\r\n'],
  ])('ends with 1 when its editor does after %s', async (_, bytes) => {
    const client = new Client(temporaryFolder());
    client.sendBytes(Buffer.from(bytes));
    client.hangUp();
    expect(await client.exited).toBe(1);
  });

  it('ends with 1 at headers without end, in any pieces', async () => {
    const client = await Client.inFolder(temporaryFolder({ 'a.yaml': WEBHOOK }));
    for (let piece = 0; piece < 100; piece++) client.sendBytes(Buffer.from('a'.repeat(100)));
    expect(await client.exited).toBe(1);
  });

  it('ends with 1 at a message that is longer than a string can be', async () => {
    const client = await Client.inFolder(temporaryFolder());
    client.sendBytes(Buffer.from(`Content-Length: ${2 ** 30}\r\n\r\n{}`));
    expect(await client.exited).toBe(1);
  });

  it('reads messages in any pieces', async () => {
    const folder = temporaryFolder({ 'a.yaml': WEBHOOK });
    const client = await Client.inFolder(folder);
    const params = { textDocument: { uri: uriOf(join(folder, 'a.yaml')) } };
    client.open(params.textDocument.uri, WEBHOOK);
    const method = 'textDocument/documentSymbol';
    const content = JSON.stringify({ jsonrpc: '2.0', id: 'x', method, params });
    for (const byte of Buffer.from(`Content-Length: ${content.length}\r\n\r\n${content}`)) {
      client.sendBytes(Buffer.of(byte));
    }
    expect((await client.next(({ id }) => id === 'x')).result).toHaveLength(2);
    expect(await client.end()).toBe(0);
  });

  it('answers a cancelled request', async () => {
    const folder = temporaryFolder({ 'a.yaml': WEBHOOK });
    const client = await Client.inFolder(folder, { textDocument: { diagnostic: {} } });
    const uri = uriOf(join(folder, 'a.yaml'));
    client.open(uri, WEBHOOK);
    const { id, answer } = client.start('textDocument/diagnostic', { textDocument: { uri } });
    client.notify('$/cancelRequest', { id });
    expect((await answer).error?.code).toBe(-32800);
    expect(await client.end()).toBe(0);
  });
});

describe('diagnostics', () => {
  it('are sent for the text that the editor shows, and taken back when it closes the file', async () => {
    const folder = temporaryFolder({ 'a.yaml': FIXED });
    const client = await Client.inFolder(folder);
    const uri = uriOf(join(folder, 'a.yaml'));
    client.open(uri, WEBHOOK);
    const [diagnostic] = await client.diagnostics(uri);
    expect(diagnostic).toMatchObject({
      code: 'webhook/timeout',
      source: 'kubeadmit',
      severity: 1,
      range: { start: { line: 10, character: 20 }, end: { line: 10, character: 22 } },
    });
    expect(diagnostic.codeDescription.href).toContain('rules/webhook/timeout');
    client.change(uri, {
      range: { start: { line: 10, character: 20 }, end: { line: 10, character: 22 } },
      text: '10',
    });
    expect(await client.diagnostics(uri)).toEqual([]);
    client.change(uri, { text: WEBHOOK });
    expect(codes(await client.diagnostics(uri))).toEqual(['webhook/timeout']);
    client.notify('textDocument/didClose', { textDocument: { uri } });
    expect(await client.diagnostics(uri)).toEqual([]);
    await client.end();
  });

  it('count UTF-16 code units, with any line breaks', async () => {
    const text = WEBHOOK.replace('name: images\n', 'name: "😀"\n').replace(/\n/g, '\r\n');
    const folder = temporaryFolder({ 'a.yaml': text });
    const client = await Client.inFolder(folder);
    const uri = uriOf(join(folder, 'a.yaml'));
    client.open(uri, text);
    const name = (await client.diagnostics(uri)).find(({ range }) => range.start.line === 3);
    expect(name.range).toEqual({
      start: { line: 3, character: 8 },
      end: { line: 3, character: 12 },
    });
    client.change(uri, {
      range: { start: { line: 3, character: 9 }, end: { line: 3, character: 11 } },
      text: 'images',
    });
    expect(codes(await client.diagnostics(uri))).toEqual(['webhook/timeout']);
    await client.end();
  });

  it('remain for the other documents of a file with a document that cannot be read', async () => {
    const text = `${WEBHOOK}---\napiVersion: v1\nkind: [\nmetadata:\n`;
    const folder = temporaryFolder({ 'a.yaml': text });
    const client = await Client.inFolder(folder);
    const uri = uriOf(join(folder, 'a.yaml'));
    client.open(uri, text);
    const found = codes(await client.diagnostics(uri));
    expect(found).toContain('webhook/timeout');
    expect(found.length).toBeGreaterThan(1);
    await client.end();
  });

  it('are sent when they are asked for, and not again if they are the same', async () => {
    const folder = temporaryFolder({ 'a.yaml': WEBHOOK, 'b.yaml': WEBHOOK });
    const client = await Client.inFolder(folder, { textDocument: { diagnostic: {} } });
    const uri = uriOf(join(folder, 'a.yaml'));
    client.open(uri, WEBHOOK);
    const first = await client.request('textDocument/diagnostic', { textDocument: { uri } });
    expect(codes(first.items)).toContain('webhook/timeout');
    const second = await client.request('textDocument/diagnostic', {
      textDocument: { uri },
      previousResultId: first.resultId,
    });
    expect(second).toEqual({ kind: 'unchanged', resultId: first.resultId });
    const all = await client.request('workspace/diagnostic', { previousResultIds: [] });
    expect(all.items.map((item: { uri: string }) => item.uri)).toEqual([
      uri,
      uriOf(join(folder, 'b.yaml')),
    ]);
    await client.end();
  });

  it('are those of the innermost folder of the editor', async () => {
    const folder = temporaryFolder({ 'a.yaml': WEBHOOK, 'inner/b.yaml': WEBHOOK });
    const inner = join(folder, 'inner');
    const client = await Client.inFolder(folder, {
      textDocument: { diagnostic: {} },
      workspace: { workspaceFolders: true },
    });
    client.notify('workspace/didChangeWorkspaceFolders', {
      event: { added: [{ uri: uriOf(inner), name: 'inner' }], removed: [] },
    });
    const uris = [uriOf(join(folder, 'a.yaml')), uriOf(join(inner, 'b.yaml'))];
    const all = await client.request('workspace/diagnostic', { previousResultIds: [] });
    expect(all.items.map(({ uri }: { uri: string }) => uri)).toEqual(uris);
    const symbols: readonly { readonly location: { readonly uri: string } }[] =
      await client.request('workspace/symbol', { query: 'images' });
    expect(symbols.map(({ location }) => location.uri)).toEqual(uris);
    await client.end();
  });

  it('follow files that change on the disk', async () => {
    const folder = temporaryFolder({ 'a.yaml': WEBHOOK });
    const client = await Client.inFolder(folder, { textDocument: { diagnostic: {} } });
    const workspace = async () =>
      (await client.request('workspace/diagnostic', { previousResultIds: [] })).items.map(
        (item: { uri: string }) => item.uri,
      );
    expect(await workspace()).toEqual([uriOf(join(folder, 'a.yaml'))]);
    writeFileSync(join(folder, 'b.yaml'), WEBHOOK.replace('name: images\n', 'name: other\n'));
    rmSync(join(folder, 'a.yaml'));
    expect(await workspace()).toEqual([uriOf(join(folder, 'b.yaml'))]);
    await client.end();
  });

  it('follow the configuration, and show what is wrong with it', async () => {
    const folder = temporaryFolder({
      'a.yaml': WEBHOOK,
      '.kubeadmit.yaml': 'rules: { webhook/timeout: info }\n',
    });
    const client = await Client.inFolder(folder, {}, { kubernetesVersion: '1.35..1.36' });
    const uri = uriOf(join(folder, 'a.yaml'));
    const config = uriOf(join(folder, '.kubeadmit.yaml'));
    client.open(uri, WEBHOOK);
    expect(await client.diagnostics(uri)).toEqual([]);
    writeFileSync(join(folder, '.kubeadmit.yaml'), 'rulez: {}\n');
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: config, type: 2 }] });
    expect((await client.diagnostics(config))[0].message).toBe(
      'unknown key rulez; did you mean rules?',
    );
    writeFileSync(join(folder, '.kubeadmit.yaml'), '{}\n');
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: config, type: 2 }] });
    expect(await client.diagnostics(config)).toEqual([]);
    await client.next(
      ({ params }) => params?.uri === uri && codes(params.diagnostics).includes('webhook/timeout'),
    );
    await client.end();
  });

  it('are for the minors that the editor chooses', async () => {
    const text = WEBHOOK.replace(
      'admissionregistration.k8s.io/v1',
      'flowcontrol.apiserver.k8s.io/v1beta3',
    ).replace('ValidatingWebhookConfiguration', 'FlowSchema');
    const folder = temporaryFolder({ 'a.yaml': text });
    const client = await Client.inFolder(folder, {}, { kubernetesVersion: '1.31..1.33' });
    const uri = uriOf(join(folder, 'a.yaml'));
    client.open(uri, text);
    const found = await client.diagnostics(uri);
    expect(found.some(({ message }) => message.includes('(Kubernetes 1.32, 1.33)'))).toBe(true);
    client.notify('workspace/didChangeConfiguration', {
      settings: { kubeadmit: { kubernetesVersion: '1.33' } },
    });
    const later = await client.diagnostics(uri);
    expect(later.some(({ message }) => message.includes('(Kubernetes'))).toBe(false);
    for (const settings of [null, {}, { kubeadmit: {} }, { yaml: { validate: true } }]) {
      client.notify('workspace/didChangeConfiguration', { settings });
      expect(await client.diagnostics(uri), JSON.stringify(settings)).toEqual(found);
    }
    await client.end();
  });

  it('are for the minors of the settings that the editor is asked for', async () => {
    const folder = temporaryFolder();
    const client = new Client(folder);
    const settings = { kubernetesVersion: '1.33', status: true };
    client.results.set('workspace/configuration', [settings]);
    await client.request('initialize', {
      processId: process.pid,
      rootUri: uriOf(folder),
      capabilities: { workspace: { configuration: true } },
    });
    client.notify('initialized', {});
    const minors = async () => {
      const { params } = await client.next(({ method }) => method === 'kubeadmit/status');
      return params.kubernetesVersions;
    };
    expect(await minors()).toEqual(['1.33']);
    client.results.set('workspace/configuration', [{ ...settings, kubernetesVersion: '1.34' }]);
    client.notify('workspace/didChangeConfiguration', { settings: null });
    expect(await minors()).toEqual(['1.34']);
    await client.end();
  });

  it('are sent at once in a large folder, with those that need other files where their lines are now', async () => {
    const binding = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: replicas
spec:
  policyName: replicaz
  validationActions: [Deny]
`;
    const policy = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: replicas }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }
  validations: [{ expression: object.spec.replicas < 9 }]
`;
    const others = Array.from({ length: 120 }, (_, index): [string, string] => [
      `map-${index}.yaml`,
      `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: map-${index} }\n`,
    ]);
    const files = { 'binding.yaml': binding, 'policy.yaml': policy, ...Object.fromEntries(others) };
    const folder = temporaryFolder(files);
    const client = await Client.inFolder(folder);
    const uri = uriOf(join(folder, 'binding.yaml'));
    client.open(uri, binding);
    const [missing] = await client.diagnostics(uri);
    expect(missing.range.start.line).toBe(5);
    const start = { line: 4, character: 0 };
    client.change(uri, { range: { start, end: start }, text: 'speck: {}\n' });
    const early = await client.diagnostics(uri);
    expect(new Set(codes(early))).toEqual(new Set(['field/unknown', missing.code]));
    expect(early.find(({ code }) => code === missing.code).range.start.line).toBe(6);
    const whole = await client.diagnostics(uri);
    expect(new Set(codes(whole))).toEqual(new Set(codes(early)));
    await client.end();
  });

  it('are taken back when the editor removes the folder', async () => {
    const folder = temporaryFolder({ 'a.yaml': WEBHOOK, '.kubeadmit.yaml': 'foo: 1\n' });
    const client = await Client.inFolder(folder, { workspace: { workspaceFolders: true } });
    const config = uriOf(join(folder, '.kubeadmit.yaml'));
    client.open(uriOf(join(folder, 'a.yaml')), WEBHOOK);
    expect(codes(await client.diagnostics(config))).not.toEqual([]);
    client.notify('workspace/didChangeWorkspaceFolders', {
      event: { added: [], removed: [{ uri: uriOf(folder), name: 'folder' }] },
    });
    expect(await client.diagnostics(config)).toEqual([]);
    await client.end();
  });

  it('come with the minors, for an editor that shows them', async () => {
    const folder = temporaryFolder({ 'a.yaml': WEBHOOK });
    const client = await Client.inFolder(folder, {}, { kubernetesVersion: '1.36', status: true });
    client.open(uriOf(join(folder, 'a.yaml')), WEBHOOK);
    const { params } = await client.next(({ method }) => method === 'kubeadmit/status');
    expect(params).toEqual({ kubernetesVersions: ['1.36'] });
    await client.end();
  });

  it('are sent for a document that is not a file', async () => {
    const client = await Client.inFolder(temporaryFolder());
    client.open('untitled:Untitled-1', WEBHOOK);
    expect(codes(await client.diagnostics('untitled:Untitled-1'))).toContain('webhook/timeout');
    await client.end();
  });

  it('do not depend on the files of the working folder, for a document that is not a file', async () => {
    const folder = temporaryFolder({ 'kustomization.yaml': 'resources: [Untitled-1.yaml]\n' });
    const other = temporaryFolder({
      'kustomization.yaml': 'patches: [{ path: Untitled-1.yaml }]\n',
    });
    for (const cwd of [folder, other]) {
      const client = await Client.inFolder(cwd);
      client.open('untitled:Untitled-1', WEBHOOK);
      expect(codes(await client.diagnostics('untitled:Untitled-1'))).toContain('webhook/timeout');
      await client.end();
    }
  });

  it.each([
    ['a NUL character', '%00'],
    ['a name that is too long', 'a'.repeat(300)],
  ])('are sent for all files when one has %s in its path', async (_, name) => {
    const folder = temporaryFolder();
    const client = await Client.inFolder(folder);
    for (const uri of [`${uriOf(folder)}/${name}.yaml`, uriOf(join(folder, 'a.yaml'))]) {
      client.open(uri, WEBHOOK);
      expect(codes(await client.diagnostics(uri))).toContain('webhook/timeout');
    }
    await client.end();
  });

  it('are sent for a path that is too long, of which no folder is searched', async () => {
    const client = await Client.inFolder(temporaryFolder());
    const uri = `file:///${'a/'.repeat(20_000)}b.yaml`;
    client.open(uri, WEBHOOK);
    expect(codes(await client.diagnostics(uri))).toContain('webhook/timeout');
    await client.end();
  });
});

describe('texts that are not saved', () => {
  it('count as configuration', async () => {
    const folder = temporaryFolder({ 'a.yaml': WEBHOOK });
    const client = await Client.inFolder(folder);
    const uri = uriOf(join(folder, 'a.yaml'));
    client.open(uri, WEBHOOK);
    expect(codes(await client.diagnostics(uri))).toContain('webhook/timeout');
    const config = uriOf(join(folder, '.kubeadmit.yaml'));
    client.open(config, 'rules: { webhook/timeout: off }\n');
    await client.next(
      ({ params }) => params?.uri === uri && !codes(params.diagnostics).includes('webhook/timeout'),
    );
    client.change(config, { text: 'rules: { webhook/timeout: warning }\n' });
    await client.next(
      ({ params }) => params?.uri === uri && codes(params.diagnostics).includes('webhook/timeout'),
    );
    client.change(config, { text: 'unknown: 1\n' });
    await client.next(({ params }) => params?.uri === config && params.diagnostics.length === 1);
    client.notify('textDocument/didClose', { textDocument: { uri: config } });
    await client.next(({ params }) => params?.uri === config && params.diagnostics.length === 0);
    await client.end();
  });

  it('count as kustomizations and patches', async () => {
    const patch = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { b: c }\n';
    const broken = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: A_ }\n';
    const folder = temporaryFolder({ 'patch.yaml': broken, 'base.yaml': patch });
    const client = await Client.inFolder(folder);
    const uri = uriOf(join(folder, 'patch.yaml'));
    client.open(uri, broken);
    expect((await client.diagnostics(uri)).length).toBeGreaterThan(0);
    const kustomization = uriOf(join(folder, 'kustomization.yaml'));
    client.open(
      kustomization,
      'resources: [base.yaml]\npatches: [{ path: patch.yaml, target: { kind: ConfigMap } }]\n',
    );
    await client.next(({ params }) => params?.uri === uri && params.diagnostics.length === 0);
    client.change(kustomization, { text: 'resources: [base.yaml, patch.yaml]\n' });
    await client.next(({ params }) => params?.uri === uri && params.diagnostics.length > 0);
    await client.end();
  });
});

/** A text after edits of the protocol. */
function applied(
  text: string,
  edits: readonly {
    readonly range: Record<'start' | 'end', { line: number; character: number }>;
    readonly newText: string;
  }[],
): string {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const offset = ({ line, character }: { line: number; character: number }) =>
    (starts[line] ?? text.length) + character;
  return [...edits]
    .sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (result, { range, newText }) =>
        result.slice(0, offset(range.start)) + newText + result.slice(offset(range.end)),
      text,
    );
}

describe('code actions', () => {
  const RANGE = { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } };
  it('fix what a diagnostic shows, and suppress it', async () => {
    const text = WEBHOOK.replace('sideEffects: None', 'sideEfects: None');
    const folder = temporaryFolder({ 'a.yaml': text });
    const client = await Client.inFolder(folder);
    const uri = uriOf(join(folder, 'a.yaml'));
    client.open(uri, text);
    const actions = await client.request('textDocument/codeAction', {
      textDocument: { uri },
      range: RANGE,
      context: { diagnostics: [], only: ['quickfix'] },
    });
    const fix = actions.find(({ isPreferred }: { isPreferred?: boolean }) => isPreferred);
    expect(applied(text, fix.edit.changes[uri])).toContain('sideEffects: None');
    const suppress = actions.find(
      ({ title }: { title: string }) => title === 'Suppress webhook/timeout here',
    );
    const suppressed = applied(text, suppress.edit.changes[uri]);
    client.change(uri, { text: suppressed });
    await client.next(
      ({ params }) => params?.uri === uri && !codes(params.diagnostics).includes('webhook/timeout'),
    );
    const inDocument = actions.find(
      ({ title }: { title: string }) => title === 'Suppress webhook/timeout in this document',
    );
    client.change(uri, { text: applied(text, inDocument.edit.changes[uri]) });
    await client.next(
      ({ params }) => params?.uri === uri && !codes(params.diagnostics).includes('webhook/timeout'),
    );
    await client.end();
  });

  it('apply all safe fixes, at once or when the action is resolved', async () => {
    const text = WEBHOOK.replace('sideEffects: None', 'sideEfects: None');
    const folder = temporaryFolder({ 'a.yaml': text });
    const uri = uriOf(join(folder, 'a.yaml'));
    const params = {
      textDocument: { uri },
      range: RANGE,
      context: { diagnostics: [], only: ['source.fixAll'] },
    };
    const eager = await Client.inFolder(folder);
    eager.open(uri, text);
    const [action] = await eager.request('textDocument/codeAction', params);
    expect(action.kind).toBe('source.fixAll.kubeadmit');
    expect(applied(text, action.edit.changes[uri])).toContain('sideEffects: None');
    await eager.end();
    const lazy = await Client.inFolder(folder, {
      textDocument: { codeAction: { resolveSupport: { properties: ['edit'] } } },
    });
    lazy.open(uri, text);
    const [unresolved] = await lazy.request('textDocument/codeAction', params);
    expect(unresolved.edit).toBeUndefined();
    const resolved = await lazy.request('codeAction/resolve', unresolved);
    expect(resolved.edit).toEqual(action.edit);
    await lazy.end();
  });

  it.each([
    ['in an aliased text', '&a { name: a, imag: a }]\n  initContainers: [*a]'],
    ['with an error that it adds', '{ name: a, imag: [a] }]'],
  ])('do not offer all safe fixes where the only one is %s', async (_, containers) => {
    const text = `apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec:\n  containers: [${containers}\n`;
    const folder = temporaryFolder({ 'a.yaml': text });
    const uri = uriOf(join(folder, 'a.yaml'));
    const client = await Client.inFolder(folder);
    client.open(uri, text);
    expect(codes(await client.diagnostics(uri))).toContain('field/unknown');
    const actions = await client.request('textDocument/codeAction', {
      textDocument: { uri },
      range: RANGE,
      context: { diagnostics: [], only: ['source.fixAll'] },
    });
    expect(actions).toEqual([]);
    await client.end();
  });
});

describe('structure', () => {
  /** The capability of editors that show symbols below symbols. */
  const hierarchical = {
    textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
  };

  it('has the objects with the items of their lists, and what can be folded', async () => {
    const text = `# one\n# two\n${WEBHOOK}---\n${WEBHOOK}`;
    const folder = temporaryFolder({ 'a.yaml': text });
    const client = await Client.inFolder(folder, hierarchical);
    const uri = uriOf(join(folder, 'a.yaml'));
    client.open(uri, text);
    const symbols = await client.request('textDocument/documentSymbol', { textDocument: { uri } });
    expect(symbols).toHaveLength(2);
    expect(symbols[0]).toMatchObject({
      name: 'images',
      detail: 'ValidatingWebhookConfiguration',
      children: [{ name: 'images.example.com', detail: 'webhooks' }],
    });
    const folds = await client.request('textDocument/foldingRange', { textDocument: { uri } });
    expect(folds).toContainEqual({ startLine: 0, endLine: 1, kind: 'comment' });
    expect(folds).toContainEqual({ startLine: 0, endLine: 13 });
    expect(folds).toContainEqual({ startLine: 6, endLine: 13 });
  });

  it('has rules whose resources are not texts', async () => {
    const text = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: a }
rules: [{ resources: [{ a: b }, pods] }]
`;
    const client = await Client.inFolder(temporaryFolder(), hierarchical);
    const uri = uriOf('/a.yaml');
    client.open(uri, text);
    const [role] = await client.request('textDocument/documentSymbol', { textDocument: { uri } });
    expect(role.children).toMatchObject([{ name: 'pods', detail: 'rules' }]);
    await client.end();
  });

  it('is a flat list for editors that know no symbols with children', async () => {
    const client = await Client.inFolder(temporaryFolder());
    const uri = uriOf('/a.yaml');
    client.open(uri, WEBHOOK);
    const symbols = await client.request('textDocument/documentSymbol', { textDocument: { uri } });
    expect(symbols).toMatchObject([
      { name: 'images', location: { uri, range: { start: { line: 0, character: 0 } } } },
      { name: 'images.example.com', containerName: 'images', location: { uri } },
    ]);
    await client.end();
  });
});
