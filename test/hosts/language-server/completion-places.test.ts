import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suiteFolder, temporaryFolder } from '../../temporary-folder.ts';
import { Client, uriOf, withoutMark } from './client.ts';

const FILES = {
  'service.yaml': `apiVersion: v1
kind: Service
metadata: { name: web }
spec: { selector: { app: web }, ports: [{ port: 8080 }] }
`,
  'deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: 'web:1', ports: [{ containerPort: 80 }] }] }
`,
};
const POD = `apiVersion: v1
kind: Pod
metadata:
  name: a
spec:
  containers:
    - name: a
      image: a:1
`;
const INLINE_POD = 'apiVersion: v1\nkind: Pod\nspec: ';
const JSON_POD = '{"apiVersion": "v1", "kind": "Pod", ';
const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: replicas }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }
  validations:
    - expression: `;
const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: a }
rules:
  - apiGroups: [apps]
    resources: [deployments, `;
const NETWORK_POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: a }
spec:
  podSelector:
    matchExpressions:
      - { key: app, operator: In, `;

const folder = suiteFolder(FILES);
let client: Client;

beforeAll(async () => {
  client = await Client.inFolder(folder);
});

afterAll(async () => {
  await client.end();
});

interface Item {
  readonly label: string;
  readonly textEdit: Edit;
  readonly insertTextFormat?: number;
  readonly additionalTextEdits?: readonly Edit[];
}

interface Edit {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly newText: string;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

/** The completions at `|` in a new file, and the text without it. */
async function completionsAt(marked: string) {
  const uri = uriOf(join(folder, 'new.yaml'));
  const { text, position } = withoutMark(marked);
  client.open(uri, text);
  const items: readonly Item[] = await client.request('textDocument/completion', {
    textDocument: { uri },
    position,
  });
  client.close(uri);
  return { items, text };
}

/** A text after edits of its last line. */
function edited(text: string, edits: readonly Edit[]): string {
  const line = text.lastIndexOf('\n') + 1;
  return edits
    .toSorted((a, b) => b.range.start.character - a.range.start.character)
    .reduce(
      (result, { range: { start, end }, newText }) =>
        result.slice(0, line + start.character) + newText + result.slice(line + end.character),
      text,
    );
}

describe('the text of a completion', () => {
  it.each([
    [
      'behind a colon without a space',
      `${POD}  restartPolicy:|`,
      'Always',
      '  restartPolicy: Always',
    ],
    ['behind the mark of an item', `${POD}    -|`, 'name', '    - name: '],
    ['in the middle of a word', `${POD}  restart|Pol`, 'restartPolicy', '  restartPolicy: '],
    [
      'of a field that has its value',
      `${POD}  rest|art: Never`,
      'restartPolicy',
      '  restartPolicy: Never',
    ],
    [
      'in the middle of a name of an expression',
      `${POLICY}object.spec.re|plicas > 1`,
      'paused',
      '    - expression: object.spec.paused > 1',
    ],
    ['in a line that is indented too far', `${POD}     host|`, 'hostPID', '  hostPID: '],
    [
      'in a line that is indented less than the fields around it',
      `apiVersion: v1\nkind: Pod\nspec:\n    hostPID: true\n  rest|`,
      'restartPolicy',
      '    restartPolicy: ',
    ],
    [
      'in a line that is indented less than the fields of an item',
      `${POD}     im|`,
      'imagePullPolicy',
      '      imagePullPolicy: ',
    ],
    ['in a block', `${POD}      |`, 'ports', '      ports:\n        - '],
    ['in brackets', `${INLINE_POD}{ | }`, 'containers', 'spec: { containers:  }'],
    [
      'in brackets that are not closed',
      `${INLINE_POD}{ containers: [{ im|`,
      'image',
      'spec: { containers: [{ image: ',
    ],
    [
      'in a quote that is not closed',
      `${INLINE_POD}{ restartPolicy: "|`,
      'Never',
      'spec: { restartPolicy: "Never',
    ],
    ['in JSON', `${JSON_POD}|}`, 'spec', `${JSON_POD}"spec": }`],
    [
      'as a value in JSON',
      `${JSON_POD}"spec": {"restartPolicy": |}}`,
      'Never',
      `${JSON_POD}"spec": {"restartPolicy": "Never"}}`,
    ],
    ['as a name with quotes', `${JSON_POD}"|"}`, 'spec', `${JSON_POD}"spec"}`],
    ['that needs quotes', `${ROLE}|]`, '*', '    resources: [deployments, "*"]'],
  ])('is right %s', async (_, marked, label, line) => {
    const { items, text } = await completionsAt(marked);
    const item = items.find((candidate) => candidate.label === label);
    expect(item).toBeDefined();
    if (item === undefined) return;
    const result = edited(text, [item.textEdit, ...(item.additionalTextEdits ?? [])]);
    expect(result.slice(text.lastIndexOf('\n') + 1)).toBe(line);
  });
});

describe('completion', () => {
  it.each([
    [
      'resources that fit to the groups of a rule',
      `${ROLE}|]`,
      ['deployments/scale', 'daemonsets'],
      ['deployments', 'pods'],
    ],
    [
      'kinds of params',
      `${POLICY.replace('spec:\n', 'spec:\n  paramKind: { apiVersion: v1, kind: | }\n')}'true'`,
      ['ConfigMap'],
      ['Deployment'],
    ],
    [
      'numbers of ports of a Service',
      'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: a }\nspec: { defaultBackend: { service: { name: web, port: { number: | } } } }',
      ['8080'],
      [],
    ],
    [
      'numbers of ports of pods',
      `${FILES['service.yaml'].replace('port: 8080', 'port: 80, targetPort: |')}`,
      ['80'],
      ['8080'],
    ],
    [
      'operators of requirements',
      NETWORK_POLICY.replace('operator: In, ', 'operator: | }'),
      ['NotIn', 'Exists'],
      ['Gt'],
    ],
    [
      'labels of nodes',
      `${POD}  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: | }] }] } } }`,
      ['kubernetes.io/os'],
      ['app'],
    ],
    [
      'values of a label of nodes',
      `${POD}  nodeSelector: { kubernetes.io/os: | }`,
      ['linux'],
      ['amd64'],
    ],
    [
      'recommended labels',
      'apiVersion: v1\nkind: Service\nmetadata:\n  labels:\n    |',
      ['app.kubernetes.io/name'],
      ['pod-security.kubernetes.io/enforce'],
    ],
    [
      'kinds of what an autoscaler scales',
      'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nspec: { scaleTargetRef: { kind: | } }',
      ['Deployment'],
      ['Pod'],
    ],
    [
      'labels of namespaces',
      'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nwebhooks: [{ namespaceSelector: { matchLabels: { | } } }]',
      ['kubernetes.io/metadata.name', 'pod-security.kubernetes.io/enforce'],
      [],
    ],
    [
      'side effects that the version supports',
      'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nwebhooks: [{ sideEffects: | }]',
      ['None', 'NoneOnDryRun'],
      ['Some', 'Unknown'],
    ],
    ['label values of requirements', `${NETWORK_POLICY}values: [|] }`, ['web'], []],
    [
      'kinds of roles',
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nroleRef: { kind: | }',
      ['ClusterRole', 'Role'],
      [],
    ],
    ['no values that a list has', `${POD}  restartPolicy: |`, ['Always'], ['name']],
    [
      'fields below a line that is half-written',
      `${POD}      resour\n      |`,
      ['ports'],
      ['image', 'resour'],
    ],
    [
      'fields below an item that is half-written',
      `${POD}    - nam\n      im|`,
      ['image', 'ports'],
      ['containers'],
    ],
    ['no whole objects in the place of a field', 'k|ind: Pod', ['kind'], ['Pod', 'Deployment']],
    ['fields in JSON without spaces', '{"kind":"Pod","spe|c":{}}', ['metadata'], ['Pod']],
  ])('has %s', async (_, marked, expected, unexpected) => {
    const labels = (await completionsAt(marked)).items.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(expected));
    for (const label of unexpected) expect(labels).not.toContain(label);
  });

  it('indents a whole object in a list', async () => {
    const { items } = await completionsAt('apiVersion: v1\nkind: List\nitems:\n  - |');
    expect(items.find(({ label }) => label === 'ConfigMap')?.textEdit.newText).toBe(
      `apiVersion: v1
    kind: ConfigMap
    metadata:
      name: example
      namespace: default
    data:
      key: value
`,
    );
  });

  it('moves the cursor to what is to be filled in, if the editor can', async () => {
    const other = await Client.inFolder(folder, {
      textDocument: { completion: { completionItem: { snippetSupport: true } } },
    });
    const uri = uriOf(join(folder, 'new.yaml'));
    const textFor = async (marked: string, wanted: string) => {
      const { text, position } = withoutMark(marked);
      other.open(uri, text);
      const params = { textDocument: { uri }, position };
      const items: readonly Item[] = await other.request('textDocument/completion', params);
      other.close(uri);
      return items.find(({ label }) => label === wanted);
    };
    expect(await textFor('|', 'Namespace')).toMatchObject({
      insertTextFormat: 2,
      textEdit: {
        newText: `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: \${1:example}\n`,
      },
    });
    for (const [expression, label, text] of [
      ['object.metadata.name.|', 'matches', 'matches($0)'],
      ['object.metadata.finalizers.|', 'all', 'all($0)'],
      ['object.metadata.name.|', 'trim', 'trim()$0'],
      ['sets.|', 'contains', 'contains($0)'],
      ['object.metadata.name.mat|("a")', 'matches', 'matches'],
    ] as const) {
      expect((await textFor(POLICY + expression, label))?.textEdit.newText).toBe(text);
    }
    await other.end();
  });

  it.each([
    ['metadata', `${POD.replace('name: a', '|')}`, ['annotations', 'labels', 'uid']],
    [
      'a schema',
      'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: { versions: [{ schema: { openAPIV3Schema: { |',
      ['allOf', 'properties', '$ref'],
    ],
    ['the versions of a kind', 'apiVersion: |\nkind: HorizontalPodAutoscaler', ['autoscaling/v2']],
    ['the operations of a rule', POLICY.replace('[CREATE]', '[|]'), ['CREATE', '*']],
  ])('has what is usual first in %s', async (_, marked, expected) => {
    const labels = (await completionsAt(marked)).items.map(({ label }) => label);
    expect(labels.filter((label) => expected.includes(label))).toEqual(expected);
  });

  it('has the fields of a kustomization', async () => {
    const uri = uriOf(join(folder, 'kustomization.yaml'));
    const labelsAt = async (marked: string) => {
      const { text, position } = withoutMark(marked);
      client.open(uri, text);
      const params = { textDocument: { uri }, position };
      const items: readonly Item[] = await client.request('textDocument/completion', params);
      client.close(uri);
      return items.map(({ label }) => label);
    };
    expect(await labelsAt('kind: |')).toEqual(['Kustomization', 'Component']);
    expect(await labelsAt('resources: []\n|')).toEqual(
      expect.arrayContaining(['apiVersion', 'patches']),
    );
    expect(await labelsAt('patches:\n  - path: a.yaml\n    |')).toEqual(
      expect.arrayContaining(['target', 'options']),
    );
    expect(await labelsAt('patches: [{ target: { kind: | } }]')).toEqual(['Deployment', 'Service']);
  });

  it.each([
    ['files and folders of', 'kustomization.yaml', 'resources:\n  - |', ['a.yaml', 'sub']],
    ['files that are not listed in', 'kustomization.yaml', 'resources: [a.yaml, |]', ['sub']],
    ['folders of', 'kustomization.yaml', 'components: [|]', ['sub']],
    ['files of a folder in', 'kustomization.yaml', 'resources: [sub/|]', ['sub/b.json']],
    ['files above', 'sub/kustomization.yaml', 'resources: [../|]', ['../a.yaml', '../sub']],
    ['patches of', 'kustomization.yaml', 'patches: [{ path: | }]', ['a.yaml', 'sub']],
    [
      'any files for a generator of',
      'kustomization.yaml',
      'configMapGenerator: [{ files: [|] }]',
      ['a.txt', 'a.yaml', 'sub'],
    ],
    ['CRDs of', '.kubeadmit.yaml', 'crds: [|]', ['a.yaml', 'sub']],
    ['no files outside of the folder for', 'kustomization.yaml', 'resources: [../|]', []],
    ['the folder above as a base of', 'sub/kustomization.yaml', 'bases: [|]', ['..']],
  ])('has %s %s', async (_, file, marked, expected) => {
    const project = temporaryFolder({
      'a.yaml': '',
      'a.txt': '',
      'sub/b.json': '',
      '.git/a.yaml': '',
    });
    const other = await Client.inFolder(project);
    const { text, position } = withoutMark(marked);
    const uri = uriOf(join(project, file));
    other.open(uri, text);
    const params = { textDocument: { uri }, position };
    const items: readonly Item[] = await other.request('textDocument/completion', params);
    expect(items.map(({ label }) => label)).toEqual(expected);
    expect(items.map(({ textEdit }) => textEdit.newText)).toEqual(expected);
    await other.end();
  });

  it.each([
    ['at the start of a line that separates documents', `${POD}|---\nkind: Pod\n`],
    ['in a line that separates documents', `${POD}-|--\nkind: Pod\n`],
    ['at the end of a line that separates documents', `${POD}---|\nkind: Pod\n`],
    ['in a comment behind a separator', `${POD}--- # a|b\nkind: Pod\n`],
    ['in the spaces before a word', `${POD}   |   resour`],
    ['in front of a value', '{"apiVersion":| "v1"}'],
    ['in front of a comment', `${POD}|# a comment`],
    ['before the quote of an expression', `${POLICY}|"object.spec"`],
    ['behind the quote of an expression', `${POLICY}"object.spec"|`],
  ])('is empty %s', async (_, marked) => {
    expect((await completionsAt(marked)).items).toEqual([]);
  });

  it('has equal parts of several objects once', async () => {
    const other = FILES['deployment.yaml'].replace('name: web', 'name: other');
    const uri = uriOf(join(folder, 'other.yaml'));
    client.open(uri, other);
    const { items } = await completionsAt(
      FILES['service.yaml'].replace('port: 8080', 'port: 80, targetPort: |'),
    );
    client.close(uri);
    expect(items.map(({ label }) => label)).toEqual(['80']);
  });

  it.each([
    ['without an expression', '|', ['object', 'has'], []],
    ['without a space', '\b|', ['object'], []],
    ['behind an operator', 'object.spec.replicas > 3 && |', ['object'], ['message']],
    ['in an empty block', '>-\n        |', ['object'], ['message']],
    ['at the end of a block', '>-\n        true &&\n        |', ['object'], ['message']],
    ['in a quote that is not closed', '"object.spec.|', ['replicas'], ['matches']],
    ['of a text in the schema', 'object.metadata.name.|', ['matches'], ['all', 'getFullYear']],
    [
      'of a list in the schema',
      'object.spec.template.spec.containers.|',
      ['all', 'size'],
      ['matches'],
    ],
    ['of a mapping with fields', 'object.spec.|', ['template'], ['all', 'size']],
    ['that can be written', 'object.metadata.finalizers.|', ['sortBy'], ['@sortByAssociatedKeys']],
    ['of something that is not declared', 'unknown.|', [], ['all', 'size']],
    [
      'of the second variable of a macro',
      'object.spec.template.spec.containers.all(i, c, c.|)',
      ['image'],
      [],
    ],
    ['of the value of an optional', 'object.?spec.optMap(s, s.|)', ['replicas'], []],
    ['in a text that is compared', `object.spec.strategy.type == '|'`, ['Recreate'], ['object']],
    ['in a list of texts', `request.operation in ['CREATE', '|']`, ['UPDATE'], ['object']],
    ['in any other text', `object.metadata.name.matches('|')`, [], ['object']],
  ])('has the right names %s', async (_, expression, expected, unexpected) => {
    const marked = (POLICY + expression).replace(' \b', '');
    const labels = (await completionsAt(marked)).items.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(expected));
    for (const label of unexpected) expect(labels).not.toContain(label);
  });

  it.each([
    ['fields of an object', 'Object{|}', ['metadata', 'spec'], ['object', 'has']],
    [
      'other fields of an object',
      'Object{spec: Object.spec{replicas: 1, |}}',
      ['paused', 'template'],
      ['object'],
    ],
    ['types below a type', 'Object{spec: Object.|}', ['metadata', 'spec'], ['apiVersion']],
    [
      'fields of an item',
      'Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: [Object.spec.template.spec.containers{|}]}}}}',
      ['image'],
      ['object'],
    ],
    [
      'values of a field',
      "Object{spec: Object.spec{strategy: Object.spec.strategy{type: '|'}}}",
      ['Recreate'],
      [],
    ],
    ['fields of a patch', '[JSONPatch{|}]', ['op', 'path', 'value'], ['object']],
    ['operations of a patch', "[JSONPatch{op: '|'}]", ['add', 'remove'], []],
    ['types', '|', ['Object', 'JSONPatch', 'object'], []],
    ['no fields in a map', '{"a": 1, |}', ['object'], ['spec']],
  ])('has the %s of a mutation', async (_, expression, expected, unexpected) => {
    const policy = POLICY.replace('Validating', 'Mutating').replace('validations', 'mutations');
    const marked = `${policy.replace('- expression:', '- patchType: JSONPatch\n      jsonPatch:\n        expression:')}>-\n          ${expression}`;
    const labels = (await completionsAt(marked)).items.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(expected));
    for (const label of unexpected) expect(labels).not.toContain(label);
  });

  it('has only the variables that are above', async () => {
    const marked = POLICY.replace(
      '  validations:',
      `  variables:
    - { name: first, expression: object.spec.replicas }
    - { name: second, expression: 'variables.|' }
    - { name: third, expression: '1' }
  validations:`,
    );
    const { items } = await completionsAt(`${marked}'true'`);
    expect(items.map(({ label }) => label)).toEqual(['first']);
  });
});
