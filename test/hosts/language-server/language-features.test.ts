import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';
import { Client, uriOf, withoutMark } from './client.ts';

const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: replicas
spec:
  failurePolicy: Fail
  paramKind: { apiVersion: example.com/v1, kind: ReplicaLimit }
  matchConstraints:
    resourceRules:
      - { apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }
  validations:
    - expression: object.spec.replicas <= params.max
`;
const BINDING = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: replicas-in-production
spec:
  policyName: replicas
  validationActions: [Deny]
  paramRef: { name: production, parameterNotFoundAction: Deny }
`;
const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: replicalimits.example.com
spec:
  group: example.com
  scope: Cluster
  names: { plural: replicalimits, singular: replicalimit, kind: ReplicaLimit, listKind: ReplicaLimitList }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          required: [max]
          properties:
            max:
              type: integer
              description: The largest number of replicas.
              minimum: 1
              default: 3
              x-kubernetes-validations:
                - rule: self == oldSelf
            mode: { type: string, enum: [Strict, Lenient] }
`;
const PARAMS = `apiVersion: example.com/v1
kind: ReplicaLimit
metadata:
  name: production
max: 5
`;
const FILES = {
  'policy.yaml': POLICY,
  'binding.yaml': BINDING,
  'crd.yaml': CRD,
  'params.yaml': PARAMS,
};

let folder = '';

/** A client with the files, of which one is open. */
async function clientWith(open: string, text = FILES[open as keyof typeof FILES]) {
  folder = temporaryFolder(FILES);
  const client = await Client.inFolder(folder);
  const uri = uriOf(join(folder, open));
  client.open(uri, text);
  return { client, uri, text };
}

/** The answer to a request about the place of `|` in a document with this text. */
// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the method
async function answerAt(method: string, file: string, markedText: string): Promise<any> {
  const { text, position } = withoutMark(markedText);
  const { client, uri } = await clientWith(file, text);
  const answer = await client.request(method, {
    textDocument: { uri },
    position,
    context: { includeDeclaration: false },
  });
  await client.end();
  return answer;
}

const HOVERS: readonly (readonly [string, keyof typeof FILES, string, readonly string[]])[] = [
  [
    'a field of a built-in kind',
    'policy.yaml',
    POLICY.replace('failurePolicy', 'failure|Policy'),
    ['**failurePolicy**: string', '`Ignore`', 'default: `"Fail"`'],
  ],
  [
    'a field of a custom resource',
    'params.yaml',
    PARAMS.replace('max', 'm|ax'),
    [
      '**max**: integer',
      'largest number of replicas',
      'required',
      'at least 1',
      'cannot be changed',
    ],
  ],
  ['a field of a schema', 'crd.yaml', CRD.replace('minimum', 'min|imum'), ['**minimum**: double']],
  [
    'the name of a custom resource',
    'params.yaml',
    PARAMS.replace('name:', 'na|me:'),
    ['The name, unique for the kind'],
  ],
  [
    'the name of an object whose kind is not known',
    'params.yaml',
    'apiVersion: example.org/v1\nkind: Other\nmetadata: { na|me: a }\n',
    ['The name, unique for the kind'],
  ],
  [
    'a kind that is not known',
    'params.yaml',
    'apiVersion: example.org/v1\nkind: Oth|er\n',
    ['no CRD of the folder defines this kind', 'crds add'],
  ],
  [
    'a kind',
    'policy.yaml',
    POLICY.replace('kind: Val', 'kind: Va|l'),
    ['**kind**: string', 'can reject requests'],
  ],
  [
    'a field of a schema that is a schema or a list',
    'crd.yaml',
    CRD.replace('minimum: 1', 'items: { max|Items: 1 }'),
    ['**maxItems**: int64', 'The most items'],
  ],
  [
    'the field of an expression, at its opening quote',
    'policy.yaml',
    POLICY.replace('object.spec.replicas <= params.max', '|"true"'),
    ['**expression**: string'],
  ],
  [
    'a reference',
    'binding.yaml',
    BINDING.replace('policyName: rep', 'policyName: re|p'),
    ['ValidatingAdmissionPolicy `replicas` in policy.yaml:4'],
  ],
];

const EXPRESSION_HOVERS: typeof HOVERS = [
  [
    'a selected field',
    'policy.yaml',
    POLICY.replace('spec.replicas', 'spec.repl|icas'),
    ['type: `dyn`', '**replicas**: int32', 'cost of the expression'],
  ],
  [
    'self in a rule',
    'crd.yaml',
    CRD.replace('self ==', 'se|lf =='),
    ['type: `int`', 'cost of the expression'],
  ],
  [
    'a function',
    'policy.yaml',
    POLICY.replace(
      'object.spec.replicas <= params.max',
      "object.metadata.name.matches('a')",
    ).replace('matches', 'mat|ches'),
    ['type: `bool`', 'string.matches(string) -> bool\n'],
  ],
  [
    'a function that older minors do not have',
    'policy.yaml',
    POLICY.replace('object.spec.replicas <= params.max', "semver('1.0.0').maj|or() == 1"),
    ['kubernetes.Semver.major() -> int // since Kubernetes 1.34'],
  ],
  [
    'a variable of the policy',
    'policy.yaml',
    POLICY.replace(
      '  validations:',
      '  variables: [{ name: limit, expression: params.max }]\n  validations:',
    ).replace('replicas <= params.max', 'replicas <= variables.lim|it'),
    ['```cel\nparams.max\n```'],
  ],
  [
    'a variable of the environment',
    'policy.yaml',
    POLICY.replace('object.spec.replicas', 'obj|ect.spec.replicas'),
    ['The object of the request', '**object**: Deployment'],
  ],
  ...['al|l(c, c.image', 'all(|c, c.image', 'all(c, |c.image', 'all(c, has(c.ima|ge)'].map(
    (part, at): (typeof HOVERS)[number] => [
      `a macro and its variable (${at})`,
      'policy.yaml',
      POLICY.replace(
        'object.spec.replicas <= params.max',
        `object.spec.template.spec.containers.${part}${at < 3 ? " != ''" : ''})`,
      ),
      [['items.all', '**c**: Container', '**c**: Container', '**image**: string'][at] ?? ''],
    ],
  ),
];

describe('hover', () => {
  it.each(EXPRESSION_HOVERS)('describes %s', async (_, file, text, expected) => {
    const hover = await answerAt('textDocument/hover', file, text);
    for (const part of expected) expect(hover.contents.value).toContain(part);
  });

  it.each(HOVERS)('describes %s', async (_, file, text, expected) => {
    const hover = await answerAt('textDocument/hover', file, text);
    for (const part of expected) expect(hover.contents.value).toContain(part);
  });

  it('is empty between objects', async () => {
    expect(await answerAt('textDocument/hover', 'params.yaml', `|\n${PARAMS}`)).toBeNull();
  });

  it('is empty in the spaces of a mapping', async () => {
    const text = POLICY.replace('  failurePolicy', '| failurePolicy');
    expect(text).toContain('|');
    expect(await answerAt('textDocument/hover', 'policy.yaml', text)).toBeNull();
  });
});

const HEAD = 'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\n';

const COMPLETIONS: readonly (readonly [
  string,
  keyof typeof FILES,
  string,
  readonly string[],
  readonly string[],
])[] = [
  [
    'fields that are missing, required ones first',
    'policy.yaml',
    `${HEAD}metadata: { name: a }\nwebhooks:\n  - name: a.b.c\n    |\n    timeoutSeconds: 5\n`,
    ['admissionReviewVersions', 'clientConfig', 'sideEffects'],
    ['name', 'timeoutSeconds'],
  ],
  [
    'fields of a half-written word',
    'policy.yaml',
    `${HEAD}webhooks:\n  - name: a.b.c\n    side|\n`,
    ['sideEffects'],
    ['name'],
  ],
  [
    'values of an enumeration',
    'policy.yaml',
    `${HEAD}webhooks:\n  - sideEffects: |\n`,
    ['None', 'NoneOnDryRun'],
    [],
  ],
  [
    'kinds of an apiVersion',
    'params.yaml',
    'apiVersion: example.com/v1\nkind: |\n',
    ['ReplicaLimit'],
    ['Pod'],
  ],
  [
    'versions of a kind',
    'params.yaml',
    'apiVersion: |\nkind: ReplicaLimit\n',
    ['example.com/v1'],
    ['v1'],
  ],
  [
    'fields of a custom resource',
    'params.yaml',
    'apiVersion: example.com/v1\nkind: ReplicaLimit\nmetadata: { name: a }\n|\n',
    ['max', 'mode'],
    ['kind'],
  ],
  [
    'fields of the metadata of an object whose kind is not known',
    'params.yaml',
    'apiVersion: example.org/v1\nkind: Other\nmetadata:\n  name: a\n  |\n',
    ['labels', 'namespace'],
    ['name'],
  ],
  ['values of a custom resource', 'params.yaml', `${PARAMS}mode: |\n`, ['Strict', 'Lenient'], []],
  [
    'names of objects of the folder',
    'binding.yaml',
    BINDING.replace('policyName: replicas', 'policyName: |'),
    ['replicas'],
    ['production'],
  ],
  [
    'resources of a rule',
    'policy.yaml',
    POLICY.replace('[deployments]', '[|]'),
    ['deployments', 'deployments/scale'],
    ['replicalimits'],
  ],
  [
    'operations of a rule',
    'policy.yaml',
    POLICY.replace('[CREATE]', '[CREATE, |]'),
    ['UPDATE'],
    [],
  ],
  ['the head of an object', 'params.yaml', '|\n', ['apiVersion', 'kind', 'metadata'], []],
  ['booleans', 'crd.yaml', CRD.replace('served: true', 'served: |'), ['true', 'false'], []],
];

const EXPRESSIONS: typeof COMPLETIONS = [
  [
    'variables of the environment',
    'policy.yaml',
    POLICY.replace('expression: object', 'expression: |object'),
    ['object', 'oldObject', 'request', 'params', 'authorizer', 'has', 'size'],
    ['self'],
  ],
  [
    'fields of the kinds that a policy matches',
    'policy.yaml',
    POLICY.replace('object.spec.replicas <= params.max', 'object.spec.|'),
    ['replicas', 'template', 'selector'],
    ['data'],
  ],
  [
    'fields of params',
    'policy.yaml',
    POLICY.replace('params.max', 'params.|'),
    ['max', 'mode'],
    ['replicas'],
  ],
  [
    'fields of elements in a macro',
    'policy.yaml',
    POLICY.replace(
      'object.spec.replicas <= params.max',
      'object.spec.template.spec.containers.all(c, c.|',
    ),
    ['image', 'name'],
    ['containers'],
  ],
  [
    'fields of the request',
    'policy.yaml',
    POLICY.replace('object.spec.replicas <= params.max', 'request.userInfo.|'),
    ['username', 'groups'],
    ['name'],
  ],
  [
    'fields of self',
    'crd.yaml',
    CRD.replace(
      'type: object\n',
      "type: object\n          x-kubernetes-validations: [{ rule: 'self.|' }]\n",
    ),
    ['max', 'mode'],
    ['minimum'],
  ],
  [
    'functions of the type of the receiver',
    'policy.yaml',
    POLICY.replace('object.spec.replicas <= params.max', 'string(1).|'),
    ['matches', 'startsWith', 'lowerAscii'],
    ['all', 'getFullYear'],
  ],
  [
    'names in a block scalar',
    'policy.yaml',
    POLICY.replace(
      'object.spec.replicas <= params.max',
      '|-\n        true &&\n        request.name.|',
    )
      .replace('expression: |-', 'expression: >-')
      .replace('name.|', 'userInfo.|'),
    ['username'],
    [],
  ],
];

describe('completion', () => {
  it.each(EXPRESSIONS)('has %s', async (_, file, text, expected, unexpected) => {
    const items = await answerAt('textDocument/completion', file, text);
    const labels = items.map(({ label }: { label: string }) => label);
    expect(labels).toEqual(expect.arrayContaining([...expected]));
    for (const label of unexpected) expect(labels).not.toContain(label);
  });

  it.each(COMPLETIONS)('has %s', async (_, file, text, expected, unexpected) => {
    const items = await answerAt('textDocument/completion', file, text);
    const labels = items.map(({ label }: { label: string }) => label);
    expect(labels).toEqual(expect.arrayContaining([...expected]));
    for (const label of unexpected) expect(labels).not.toContain(label);
  });

  it('describes an item when it is resolved', async () => {
    const { text, position } = withoutMark(`${HEAD}webhooks:\n  - na|\n`);
    const { client, uri } = await clientWith('policy.yaml', text);
    const items = await client.request('textDocument/completion', {
      textDocument: { uri },
      position,
    });
    const item = items.find(({ label }: { label: string }) => label === 'sideEffects');
    expect(item.documentation).toBeUndefined();
    const resolved = await client.request('completionItem/resolve', item);
    expect(resolved.documentation.value).toContain('Whether a call changes something');
    expect(item.textEdit).toEqual({
      range: { start: { line: 3, character: 4 }, end: { line: 3, character: 6 } },
      newText: 'sideEffects: ',
    });
    await client.end();
  });
});

const DEFINITIONS: readonly (readonly [string, keyof typeof FILES, string, string, number])[] = [
  [
    'a policy of a binding',
    'binding.yaml',
    BINDING.replace('policyName: rep', 'policyName: re|p'),
    'policy.yaml',
    3,
  ],
  [
    'params of a binding',
    'binding.yaml',
    BINDING.replace('name: production', 'name: prod|uction'),
    'params.yaml',
    3,
  ],
  [
    'the CRD of a custom resource',
    'params.yaml',
    PARAMS.replace('ReplicaLimit', 'Replica|Limit'),
    'crd.yaml',
    3,
  ],
  [
    'the CRD of params',
    'policy.yaml',
    POLICY.replace('ReplicaLimit', 'Replica|Limit'),
    'crd.yaml',
    3,
  ],
];

describe('navigation', () => {
  it.each(DEFINITIONS)('leads to %s', async (_, file, text, target, line) => {
    const found = await answerAt('textDocument/definition', file, text);
    expect(found).toMatchObject([{ uri: uriOf(join(folder, target)), range: { start: { line } } }]);
  });

  it('finds the places that name an object', async () => {
    const found = await answerAt(
      'textDocument/references',
      'policy.yaml',
      POLICY.replace('name: rep', 'name: re|p'),
    );
    expect(found).toMatchObject([
      { uri: uriOf(join(folder, 'binding.yaml')), range: { start: { line: 5, character: 14 } } },
    ]);
    const resources = await answerAt(
      'textDocument/references',
      'crd.yaml',
      CRD.replace('name: replicalimits', 'name: repl|icalimits'),
    );
    const files = resources.map(({ uri }: { uri: string }) => uri);
    expect(new Set(files)).toEqual(
      new Set(['params.yaml', 'policy.yaml'].map((file) => uriOf(join(folder, file)))),
    );
  });

  it('finds objects of the folder by name', async () => {
    const { client } = await clientWith('policy.yaml');
    const symbols = await client.request('workspace/symbol', { query: 'replicas' });
    expect(symbols.map(({ name }: { name: string }) => name)).toEqual([
      'replicas-in-production',
      'replicas',
    ]);
    await client.end();
  });

  it.each([
    ['an OpenAPI schema', 'kustomization.yaml', 'openapi: { path: policy.yaml }\n'],
    ['values of a chart', 'kustomization.yaml', 'helmCharts: [{ valuesFile: policy.yaml }]\n'],
    ['CRDs of a configuration', '.kubeadmit.yaml', 'crds: [policy.yaml]\n'],
    ['a path of a configuration', '.kubeadmit.yaml', 'policies: policy.yaml\n'],
  ])('links %s', async (_, file, text) => {
    const { client, uri } = await clientWith(file as 'policy.yaml', text);
    const links = await client.request('textDocument/documentLink', { textDocument: { uri } });
    expect(links).toMatchObject([{ target: uriOf(join(folder, 'policy.yaml')) }]);
    await client.end();
  });

  it('links the files of a kustomization, but none outside of the folder', async () => {
    const text = 'resources:\n  - policy.yaml\n  - missing.yaml\n  - ../outside.yaml\n';
    const { client, uri } = await clientWith('kustomization.yaml' as 'policy.yaml', text);
    const links = await client.request('textDocument/documentLink', { textDocument: { uri } });
    expect(links).toEqual([
      {
        range: { start: { line: 1, character: 4 }, end: { line: 1, character: 15 } },
        target: uriOf(join(folder, 'policy.yaml')),
      },
    ]);
    await client.end();
  });
});
