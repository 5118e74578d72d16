import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunTests } from '../../../src/hosts/language-server/commands.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { Client, uriOf } from './client.ts';

const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: replicas
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }
  validations:
    - expression: object.spec.replicas <= 2
    - expression: |
        object.spec.template.spec.containers.all(c, c.image.startsWith('a'))
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: replicas }
spec: { policyName: replicas, validationActions: [Deny] }
`;
const APP = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 5
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: a:1 }] }
---
apiVersion: v1
kind: Pod
metadata: { name: one, labels: { app: web } }
spec: { containers: [{ name: web, image: a:1 }] }
---
apiVersion: v1
kind: Pod
metadata: { name: other, namespace: other, labels: { app: web } }
spec: { containers: [{ name: web, image: a:1 }] }
---
apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  selector: { app: web }
  ports: [{ port: 80 }]
---
apiVersion: v1
kind: Service
metadata: { name: nothing }
spec:
  selector: { app: nothing }
  ports: [{ port: 80 }]
`;
const WEBHOOK = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: pods }
webhooks:
  - name: pods.example.com
    clientConfig: { url: 'https://example.com/pods' }
    sideEffects: None
    admissionReviewVersions: [v1]
    namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: other } }
    rules:
      - { apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [pods] }
`;
const FILES = {
  '.kubeadmit.yaml': 'policies: [policy.yaml]\n',
  'policy.yaml': POLICY,
  'app.yaml': APP,
  'webhook.yaml': WEBHOOK,
  'tests/policy.kubeadmit-test.yaml': 'policies: [../policy.yaml]\ntests: []\n',
};

let folder = '';

async function open(
  file: keyof typeof FILES,
  options: object = { hints: true },
  capabilities: object = {},
  runTests?: RunTests,
) {
  folder = temporaryFolder(FILES);
  const client = await Client.inFolder(folder, capabilities, options, runTests);
  const uri = uriOf(join(folder, file));
  client.open(uri, FILES[file]);
  return { client, uri, textDocument: { uri } };
}

/** The lenses of a file: line and title. */
async function lensesOf(file: keyof typeof FILES) {
  const { client, textDocument } = await open(file);
  const lenses = await client.request('textDocument/codeLens', { textDocument });
  await client.end();
  // biome-ignore lint/suspicious/noExplicitAny: a lens of the protocol
  return lenses.map(({ range, command }: any) => [range.start.line, command.title]);
}

const EVERYTHING = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

describe('code lenses', () => {
  it('show what a policy matches, denies and is tested by', async () => {
    expect(await lensesOf('policy.yaml')).toEqual([
      [5, 'matches 1 object of this folder'],
      [0, 'denied 1'],
      [0, 'run kubeadmit test'],
    ]);
  });

  it('show the pods that are selected', async () => {
    expect(await lensesOf('app.yaml')).toEqual([
      [24, 'selects 1 pod and the pods of Deployment web'],
      [31, 'selects no pods of this folder'],
    ]);
  });

  it('show what a webhook matches', async () => {
    expect(await lensesOf('webhook.yaml')).toEqual([[4, 'matches 1 object of this folder']]);
  });

  it('are absent without the option, and come when it is set', async () => {
    const { client, textDocument } = await open(
      'policy.yaml',
      {},
      {
        workspace: {
          codeLens: { refreshSupport: true },
          inlayHint: { refreshSupport: true },
        },
      },
    );
    const lenses = () => client.request('textDocument/codeLens', { textDocument });
    const hints = () =>
      client.request('textDocument/inlayHint', { textDocument, range: EVERYTHING });
    expect([await lenses(), await hints()]).toEqual([[], []]);
    client.notify('workspace/didChangeConfiguration', { settings: { kubeadmit: { hints: true } } });
    await client.next(({ method }) => method === 'workspace/codeLens/refresh');
    await client.next(({ method }) => method === 'workspace/inlayHint/refresh');
    expect((await lenses()).length).toBe(3);
    expect((await hints()).length).toBe(2);
    await client.end();
  });
});

describe('inlay hints', () => {
  it('show costs after expressions, within the range', async () => {
    const { client, textDocument } = await open('policy.yaml');
    const request = (range: object) =>
      client.request('textDocument/inlayHint', { textDocument, range });
    expect(await request(EVERYTHING)).toMatchObject([
      { position: { line: 9, character: 43 }, label: '<1% of the budget' },
      { position: { line: 11, character: 76 }, label: '<1% of the budget' },
    ]);
    const some = { start: { line: 10, character: 0 }, end: { line: 12, character: 0 } };
    expect(await request(some)).toMatchObject([{ position: { line: 11 } }]);
    await client.end();
  });
});

describe('commands', () => {
  it.each(['file:///', 'file:///policy.yaml', '.'])(
    'run nothing but test files: %s',
    async (uri) => {
      const runs: unknown[] = [];
      const { client } = await open('policy.yaml', { hints: true }, {}, async (files) => {
        runs.push(files);
        return { isPassed: true, output: '' };
      });
      const named = uri === '.' ? uriOf(folder) : uri;
      await client.request('workspace/executeCommand', {
        command: 'kubeadmit.test',
        arguments: [named],
      });
      expect(runs).toEqual([]);
      await client.end();
    },
  );

  it('run the tests of a policy, and show the summary', async () => {
    const runs: unknown[] = [];
    const { client } = await open('policy.yaml', { hints: true }, {}, async (files, root) => {
      runs.push([files, root]);
      return { isPassed: false, output: 'a test\n1 of 1 test failed\n' };
    });
    const uri = uriOf(join(folder, 'tests/policy.kubeadmit-test.yaml'));
    const result = await client.request('workspace/executeCommand', {
      command: 'kubeadmit.test',
      arguments: [uri],
    });
    expect(runs).toEqual([[['tests/policy.kubeadmit-test.yaml'], folder]]);
    expect(result.isPassed).toBe(false);
    const { params } = await client.next(({ method }) => method === 'window/showMessage');
    expect(params).toEqual({ type: 1, message: '1 of 1 test failed' });
    await client.end();
  });

  it('show a place in the editor', async () => {
    const { client, uri } = await open('policy.yaml');
    const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 4 } };
    client.start('workspace/executeCommand', {
      command: 'kubeadmit.show',
      arguments: [{ title: 'the policy', uri, range }],
    });
    const { params } = await client.next(({ method }) => method === 'window/showDocument');
    expect(params).toEqual({ uri, takeFocus: true, selection: range });
    await client.end();
  });
});
