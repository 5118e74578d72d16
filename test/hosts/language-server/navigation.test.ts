import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FolderIndex } from '../../../src/features/language-service/index/folder-index.ts';
import { suiteFolder } from '../../temporary-folder.ts';
import { Client, uriOf } from './client.ts';

const FILES = {
  '.kubeadmit.yaml': 'crds: [crd.yaml]\n',
  'crd.yaml': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: limits.example.com }
spec:
  group: example.com
  names: { plural: limits, kind: Limit }
`,
  'limit.yaml': `apiVersion: example.com/v1
kind: Limit
metadata: { name: big }
`,
  'policy.yaml': `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: sizes }
spec:
  paramKind: { apiVersion: example.com/v1, kind: Limit }
  matchConstraints:
    resourceRules:
      - { apiGroups: [example.com], apiVersions: [v1], operations: [CREATE], resources: [limits/status] }
  variables:
    - { name: size, expression: object.size }
  validations:
    - expression: variables.size < 3
    - expression: >-
        true ||
        variables.size > 5
`,
  'binding.yaml': `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: sizes }
spec: { policyName: sizes, paramRef: { name: big }, validationActions: [Deny] }
`,
  'deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          ports: [{ name: http, containerPort: 80 }]
          env: [{ name: A, valueFrom: { configMapKeyRef: { name: settings, key: color } } }]
`,
  'settings.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { color: red }
`,
  'service.yaml': `apiVersion: v1
kind: Service
metadata: { name: web }
spec: { selector: { app: web }, ports: [{ port: 80, targetPort: http }] }
`,
  'quota.yaml': `apiVersion: v1
kind: ResourceQuota
metadata: { name: a }
spec: { scopeSelector: { matchExpressions: [{ scopeName: PriorityClass, operator: In, values: [high] }] } }
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: { name: high }
`,
  'kustomization.yaml': `kind: Kustomization
resources: [deployment.yaml]
configMapGenerator:
  - { name: generated, files: [text=text.txt] }
patches:
  - target: { kind: Deployment, name: web }
    path: patch.yaml
  - path: merge.yaml
replacements:
  - source: { kind: ConfigMap, name: settings, fieldPath: data.color }
    targets: [{ select: { kind: Service, name: web } }]
`,
  'patch.yaml': '[]\n',
  'merge.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec: { template: { metadata: { labels: { app: web } } } }
`,
  'text.txt': '',
  'namespace.yaml': `apiVersion: v1
kind: Namespace
metadata: { name: shop }
`,
  'webhook.yaml': `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: a }
webhooks:
  - namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: shop } }
`,
  'flow.yaml': `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
metadata: { name: a }
spec: { rules: [{ resourceRules: [{ namespaces: [shop] }] }] }
`,
};

type File = keyof typeof FILES;

const folder = suiteFolder(FILES);
let client: Client;

beforeAll(async () => {
  client = await Client.inFolder(folder);
});

afterAll(async () => {
  await client.end();
});

/** The places that an answer names, as `file:line`, with lines from 1. */
async function placesAt(method: string, file: File, before: string, withDeclaration = false) {
  const text = FILES[file];
  const uri = uriOf(join(folder, file));
  const lines = text.slice(0, text.indexOf(before)).split('\n');
  client.open(uri, text);
  const found = await client.request(method, {
    textDocument: { uri },
    position: { line: lines.length - 1, character: lines.at(-1)?.length },
    context: { includeDeclaration: withDeclaration },
  });
  client.close(uri);
  return found.map(
    ({ uri, range }: { uri: string; range: { start: { line: number } } }) =>
      `${uri.slice(uri.lastIndexOf('/') + 1)}:${range.start.line + 1}`,
  );
}

describe('definition', () => {
  it.each<[string, File, string, string]>([
    ['params', 'binding.yaml', 'big', 'limit.yaml:3'],
    ['the CRD of a resource in a rule', 'policy.yaml', 'limits/status', 'crd.yaml:3'],
    ['a variable of a policy', 'policy.yaml', 'size <', 'policy.yaml:10'],
    ['a variable of a policy from its name', 'policy.yaml', 'size, exp', 'policy.yaml:10'],
    ['selected pods from a label', 'service.yaml', 'app: web', 'deployment.yaml:3'],
    ['a port of selected pods', 'service.yaml', 'http', 'deployment.yaml:10'],
    ['a key of a ConfigMap', 'deployment.yaml', 'color', 'settings.yaml:4'],
    ['a priority class of a quota', 'quota.yaml', 'high', 'quota.yaml:8'],
    ['a file of a kustomization', 'kustomization.yaml', 'deployment.yaml', 'deployment.yaml:1'],
    ['a file of a generator', 'kustomization.yaml', 'text.txt', 'text.txt:1'],
    ['the target of a patch', 'kustomization.yaml', 'web }', 'deployment.yaml:3'],
    ['the source of a replacement', 'kustomization.yaml', 'settings', 'settings.yaml:3'],
    ['the target of a replacement', 'kustomization.yaml', 'web } }', 'service.yaml:3'],
    ['a selected namespace', 'webhook.yaml', 'shop } }', 'namespace.yaml:3'],
    ['a namespace of a FlowSchema', 'flow.yaml', 'shop]', 'namespace.yaml:3'],
  ])('leads to %s', async (_, file, before, expected) => {
    expect(await placesAt('textDocument/definition', file, before)).toEqual([expected]);
  });
});

describe('references', () => {
  it.each<[string, File, string, readonly string[]]>([
    ['params of bindings', 'limit.yaml', 'big', ['binding.yaml:4']],
    ['a kind', 'crd.yaml', 'Limit', ['limit.yaml:3', 'policy.yaml:5', 'policy.yaml:8']],
    [
      'pods that are selected',
      'deployment.yaml',
      'web }',
      ['kustomization.yaml:2', 'kustomization.yaml:6', 'service.yaml:4'],
    ],
    ['a variable', 'policy.yaml', 'size, exp', ['policy.yaml:12', 'policy.yaml:15']],
    ['a variable that is used', 'policy.yaml', 'size >', ['policy.yaml:12', 'policy.yaml:15']],
    ['a key', 'settings.yaml', 'color', ['deployment.yaml:11']],
    ['a port of pods', 'deployment.yaml', 'http', ['service.yaml:4']],
    ['a priority class', 'quota.yaml', 'high }', ['quota.yaml:4']],
  ])('has the places that name %s', async (_, file, before, expected) => {
    const found = await placesAt('textDocument/references', file, before);
    expect([...new Set(found)].sort()).toEqual(expected);
  });

  it('has the declaration if it is wanted', async () => {
    expect(await placesAt('textDocument/references', 'limit.yaml', 'big', true)).toEqual([
      'limit.yaml:3',
      'binding.yaml:4',
    ]);
  });
});

it('finds the objects of a folder in a step for each file', () => {
  const sources = ['a.yaml', 'b.yaml'].map((name) => ({
    name,
    content: `apiVersion: v1\nkind: Secret\nmetadata: { name: ${name} }\n`,
  }));
  const index = new FolderIndex(sources);
  expect([...index.prepare()]).toHaveLength(2);
  expect(index.objects.map(({ name }) => name)).toEqual(['a.yaml', 'b.yaml']);
});
