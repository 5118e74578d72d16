import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { notices } from '../../src/report/summary.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';

type Files = Readonly<Record<string, string>>;

const CRD = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  names: { plural: widgets, kind: Widget }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      subresources: { status: {} }
      schema:
        openAPIV3Schema:
          type: object
          properties:
            status: { type: object, properties: { ready: { type: boolean } }, required: [ready] }
            spec:
              type: object
              properties:
                size: { type: integer, minimum: 1 }
                name:
                  type: string
                  x-kubernetes-validations: [{ rule: self == oldSelf, message: name is immutable }]
                even: { type: integer, x-kubernetes-validations: [{ rule: self % 2 == 0 }] }
                list:
                  type: array
                  items: { type: object, properties: { name: { type: string, maxLength: 2 }, tags: { type: array, items: { type: string } } } }
                map:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [name]
                  items: { type: object, required: [name], properties: { name: { type: string }, size: { type: integer, minimum: 1 }, tags: { type: array, items: { type: string } } } }
`;

function widget(spec: string, metadata = 'name: a', more = ''): string {
  return `apiVersion: example.com/v1\nkind: Widget\nmetadata: { ${metadata} }\nspec: ${spec}\n${more}`;
}

function quota(scopes: string, metadata = 'name: q'): string {
  return `apiVersion: v1\nkind: ResourceQuota\nmetadata: { ${metadata} }\nspec: { scopes: [${scopes}], hard: { pods: "1" } }\n`;
}

function sources(files: Files) {
  return Object.entries(files).map(([name, content]) => ({ name, content }));
}

/** The errors of the server for an update, as \`CAUSE FIELD\`, and the operations and verdicts. */
function judge(before: Files, after: Files) {
  const { documents, findings } = lint(sources(after), {
    base: sources(before),
    crds: [{ name: 'crd.yaml', content: CRD }],
  });
  return {
    said: findings.flatMap(({ cause, field }) => (cause === null ? [] : [`${cause} ${field}`])),
    documents: documents.map(({ operation, verdicts }) => [operation, verdicts[NEWEST_MINOR]]),
    findings,
  };
}

it('gives an updated Pod the requests of its containers, as a new one', () => {
  const pod = (labels: string) => `
apiVersion: v1
kind: Pod
metadata: { name: demo, labels: { ${labels} } }
spec:
  containers: [{ name: web, image: nginx, resources: { limits: { hugepages-2Mi: 2Mi, cpu: 1 } } }]
  resources: { limits: { hugepages-2Mi: 2Mi } }
`;
  const { findings } = lint(sources({ 'a.yaml': pod('a: c') }), {
    base: sources({ 'a.yaml': pod('a: b') }),
    kubernetesVersions: ['1.32', '1.33', '1.34', '1.35', '1.36'],
  });
  expect(findings).toEqual([]);
});

describe('an object updates another', () => {
  it.each([
    { of: 'the same file', before: { 'a.yaml': quota('Terminating') } },
    { of: 'another file', before: { 'old/b.yaml': quota('Terminating') } },
    {
      of: 'a List',
      before: {
        'b.yaml': `apiVersion: v1\nkind: List\nitems:\n- ${quota('Terminating').trim().replaceAll('\n', '\n  ')}\n`,
      },
    },
    {
      of: 'the default namespace',
      before: { 'a.yaml': quota('Terminating', 'name: q, namespace: default') },
    },
  ])('in $of', ({ before }) => {
    const { said, documents } = judge(before, { 'a.yaml': quota('NotTerminating') });
    expect(said).toEqual(['FieldValueInvalid spec.scopes']);
    expect(documents).toEqual([['update', 'rejected']]);
  });

  it.each([
    { of: 'name', metadata: 'name: other' },
    { of: 'namespace', metadata: 'name: q, namespace: other' },
  ])('not if it has another $of', ({ metadata }) => {
    const before = { 'a.yaml': quota('Terminating', metadata) };
    const { documents } = judge(before, { 'a.yaml': quota('NotTerminating') });
    expect(documents).toEqual([['create', 'accepted']]);
  });

  it('with the most similar path if there are several', () => {
    const before = {
      'x/one/q.yaml': quota('Terminating'),
      'x/two/q.yaml': quota('NotTerminating'),
    };
    const { documents } = judge(before, { 'y/two/q.yaml': quota('NotTerminating') });
    expect(documents).toEqual([['update', 'accepted']]);
  });
});

describe('the update of a custom resource', () => {
  it.each([
    { what: 'an unchanged error', before: '{ size: 0 }', after: '{ size: 0, even: 2 }', said: [] },
    {
      what: 'a changed error',
      before: '{ size: 0 }',
      after: '{ size: -1 }',
      said: ['FieldValueInvalid spec.size'],
    },
    {
      what: 'a transition rule',
      before: '{ name: a }',
      after: '{ name: b }',
      said: ['FieldValueInvalid spec.name'],
    },
    {
      what: 'a transition rule without an old value',
      before: '{}',
      after: '{ name: b }',
      said: [],
    },
    {
      what: 'a rule that fails as before',
      before: '{ even: 1 }',
      after: '{ even: 1, size: 1 }',
      said: ['Warning spec.even'],
    },
    {
      what: 'an error in an atomic list',
      before: '{ list: [{ name: abc }] }',
      after: '{ list: [{ name: abc }, { name: a }] }',
      said: ['FieldValueTooLong spec.list[0].name', 'FieldValueInvalid null'],
    },
    {
      what: 'an error in a list map',
      before: '{ map: [{ name: a, size: 0 }] }',
      after: '{ map: [{ name: b }, { name: a, size: 0 }] }',
      said: [],
    },
  ])('with $what', ({ before, after, said }) => {
    const found = judge({ 'a.yaml': widget(before) }, { 'a.yaml': widget(after) });
    expect(found.said.toSorted()).toEqual(said.toSorted());
  });

  it('keeps the stored status', () => {
    const before = { 'a.yaml': widget('{}', 'name: a', 'status: {}\n') };
    expect(judge(before, { 'a.yaml': widget('{}') }).said).toEqual([]);
    const sent = { 'a.yaml': widget('{}', 'name: a', 'status: {}\n') };
    expect(judge({ 'a.yaml': widget('{}') }, sent).said).toEqual([]);
  });

  it('has the stored object as a related location', () => {
    const { findings } = judge(
      { 'a.yaml': widget('{ name: a }') },
      { 'a.yaml': widget('{ name: b }') },
    );
    expect(findings[0]?.related.map(({ message }) => message)).toEqual([
      'the rule is here',
      'the stored value is here',
    ]);
  });

  it('is not validated again in its name', () => {
    const metadata = 'name: A_b, generateName: A_, finalizers: [x]';
    const before = { 'a.yaml': widget('{}', metadata) };
    expect(judge(before, { 'a.yaml': widget('{ size: 1 }', metadata) }).said).toEqual([]);
  });
});

it('shows what the server only accepts because it is stored', () => {
  const selector =
    'spec: { podSelector: { matchExpressions: [{ key: a, operator: In, values: [a b] }] } }';
  const policy = `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: a }\n${selector}\n`;
  const { findings, documents } = judge({ 'a.yaml': policy }, { 'a.yaml': policy });
  expect(documents).toEqual([['update', 'accepted']]);
  const found = findings.filter(({ message }) =>
    message.startsWith('accepted in spite of this error'),
  );
  expect(found.map(({ severity, cause }) => [severity, cause])).toEqual([['warning', null]]);
});

it.each([
  {
    what: 'is removed',
    after: { 'b.yaml': quota('Terminating') },
    removed: ['widgets.example.com'],
  },
  { what: 'is in another file', after: { 'c.yaml': CRD }, removed: [] },
  { what: 'is in --crds', after: {}, options: { crds: sources({ 'c.yaml': CRD }) }, removed: [] },
  { what: 'may be elsewhere', after: {}, options: { partial: true }, removed: [] },
])('a CRD $what', ({ after, options, removed }) => {
  const base = sources({ 'a.yaml': CRD });
  const report = lint(sources(after), { base, ...options });
  expect(report.removedCrds).toEqual(removed);
  expect(notices(report).join('\n').includes('widgets.example.com')).toBe(removed.length > 0);
});
