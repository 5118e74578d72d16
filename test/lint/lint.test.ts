import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { MINORS, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';

const webhook = (rest: string) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: pods.example.com, namespace: lost }
webhooks:
  - name: pods.example.com
    clientConfig: { service: { name: hooks, namespace: shop } }
    sideEffects: None
    admissionReviewVersions: [v1]
${rest}`;

const verdictsOf = (content: string, name = 'a.yaml') =>
  lint([{ name, content }]).documents.map(({ verdicts }) => verdicts[NEWEST_MINOR]);

describe('verdicts', () => {
  it.each([
    ['accepted', webhook('    timeoutSeconds: 5\n')],
    ['rejected', webhook('    timeoutSeconds: 60\n')],
    ['rejected', webhook('    timeout: 6\n')],
    ['undecodable', webhook('    timeoutSeconds: soon\n')],
    ['undecodable', webhook('    timeoutSeconds: [\n')],
    ['undecodable', 'kind: ResourceQuota\nmetadata: { name: a }\n'],
    ['unserved', 'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\n'],
    ['rejected', 'apiVersion: v1\nkind: Binding\n'],
    ['rejected', 'apiVersion: v1\nkind: Pod\nspec: { container: [] }\n'],
    ['undecodable', 'apiVersion: v1\nkind: Pod\nspec: { containers: {} }\n'],
    ['unserved', 'apiVersion: extensions/v1beta1\nkind: Deployment\n'],
    ['skipped', 'apiVersion: example.com/v1\nkind: Widget\n'],
    ['skipped', 'replicas: 3\n'],
    ['skipped', '[1, 2]\n'],
    // A client sends the last value of a key that is given twice, and that one is fine.
    ['accepted', webhook('    timeoutSeconds: 60\n    timeoutSeconds: 5\n')],
  ])('%s', (verdict, content) => {
    expect(verdictsOf(content)).toEqual([verdict]);
  });

  it('refuse a key given twice in JSON, which reaches the server unchanged', () => {
    const quota =
      '{"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"a"},"spec":{},"spec":{}}';
    expect(verdictsOf(quota)).toEqual(['rejected']);
  });

  it('are those of all rules, also of the ones that nobody wants to hear', () => {
    const source = { name: 'a.yaml', content: webhook('    timeoutSeconds: 60\n') };
    for (const options of [
      { skip: ['webhook'] },
      { only: ['crd'] },
      { skip: ['webhook/timeout'] },
    ]) {
      const { documents, findings } = lint([source], options);
      expect(documents).toMatchObject([{ verdicts: { [NEWEST_MINOR]: 'rejected' } }]);
      expect(findings.filter(({ rule }) => rule === 'webhook/timeout')).toEqual([]);
    }
  });

  it('are given for each minor, and a finding names its minors once', () => {
    const content = `apiVersion: flowcontrol.apiserver.k8s.io/v1beta3
kind: PriorityLevelConfiguration
metadata: { name: a }
spec: { type: Limited, limited: { limitResponse: { type: Reject } }, nope: 1 }
`;
    const { documents, findings } = lint([{ name: 'a.yaml', content }], {
      kubernetesVersions: MINORS,
    });
    const later = MINORS.slice(MINORS.indexOf('1.32'));
    expect(documents.map(({ verdicts }) => Object.entries(verdicts).join(' '))).toEqual([
      MINORS.map((minor) => `${minor},${later.includes(minor) ? 'unserved' : 'rejected'}`).join(
        ' ',
      ),
    ]);
    expect(
      findings
        .filter(({ severity }) => severity === 'error')
        .map(({ rule, minors }) => [rule, minors]),
    ).toEqual([
      ['kind/unserved', later],
      ['field/unknown', ['1.30', '1.31']],
    ]);
  });
});

describe('a run looks at each document, and', () => {
  it.each([
    ['not-kubernetes', 'replicas: 3\n'],
    ['not-kubernetes', 'kind: [\n'],
    ['not-kubernetes', 'apiVersion: v1\nkind: Config\n'],
    ['uncreatable-kind', 'apiVersion: policy/v1\nkind: Eviction\n'],
    ['unknown-kind', 'apiVersion: projectcalico.org/v3\nkind: NetworkPolicy\nmetadata: {}\n'],
    ['template', 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {{ .Values.metadata }}\n  a: b\n'],
    ['template', 'apiVersion: v1\n{{- if .Values.quota }}\nkind: ResourceQuota\n{{- end }}\n'],
    ['template', 'kind: ResourceQuota\napiVersion: v1\nspec:\n  {{- toYaml . | nindent 2 }}\n'],
  ])('%s', (skipped, content) => {
    const { documents, findings } = lint([{ name: 'a.yaml', content }]);
    expect(documents).toMatchObject([{ skipped, verdicts: { [NEWEST_MINOR]: 'skipped' } }]);
    expect(findings).toEqual([]);
  });

  it('counts what is decoded and no more, and no rule looks at its values', () => {
    const resourceClass =
      'apiVersion: resource.k8s.io/v1alpha2\nkind: ResourceClass\nmetadata: { name: -A- }\nnode: a\n';
    const content = `${resourceClass}---\n${webhook('')}---\napiVersion: v1\nkind: Config\n`;
    const { findings, summary } = lint([{ name: 'a.yaml', content }], {
      kubernetesVersions: ['1.30'],
      runtimeConfig: new Map([['api/all', true]]),
    });
    expect(summary).toMatchObject({ documents: 3, checked: 1, decoded: 1, errors: 1 });
    expect(findings.filter(({ index }) => index === 0)).toMatchObject([
      { rule: 'field/unknown', line: 4 },
    ]);
  });

  it('counts empty parts, and has no documents for them', () => {
    const content = `# nothing\n---\n---\n${webhook('')}---\n# the end\n`;
    expect(lint([{ name: 'a.yaml', content }]).documents.map(({ index }) => index)).toEqual([1]);
  });

  it('takes Lists apart and says which item a finding is about', () => {
    const quota = (name: string, hard: string) =>
      `{ metadata: { name: ${name} }, spec: { hard: ${hard} } }`;
    const content = `apiVersion: v1
kind: ResourceQuotaList
items:
  - ${quota('a', '{ pods: 1 }')}
  - ${quota('b', '[]')}
  - ${quota('c', '{ pods: 1, pods: 2 }')}
`;
    const { documents, findings } = lint([{ name: 'a.yaml', content }]);
    expect(
      documents.map(({ item, kind, verdicts }) => [item, kind, verdicts[NEWEST_MINOR]]),
    ).toEqual([
      [0, 'ResourceQuota', 'accepted'],
      [1, 'ResourceQuota', 'undecodable'],
      [2, 'ResourceQuota', 'accepted'],
    ]);
    expect(findings.map(({ item, rule, field }) => [item, rule, field])).toEqual([
      [1, 'field/type', null],
      [2, 'yaml/duplicate-key', 'spec.hard.pods'],
    ]);
  });

  it('never lets one document hide the others', () => {
    const content = `${webhook('    timeoutSeconds: [\n')}---\n${webhook('    timeoutSeconds: 60\n')}`;
    const { findings } = lint([{ name: 'a.yaml', content }]);
    expect(findings.map(({ index, rule }) => [index, rule])).toEqual(
      expect.arrayContaining([
        [0, 'yaml/syntax'],
        [1, 'webhook/timeout'],
      ]),
    );
  });

  it('goes on past bytes that are not UTF-8', () => {
    const text = new TextEncoder().encode(
      `${webhook('')}---\n${webhook('    timeoutSeconds: 60\n')}`,
    );
    const bytes = text.map((byte, index) => (index === 60 ? 0xff : byte));
    const { findings, documents } = lint([{ name: 'a.yaml', content: bytes }]);
    expect(documents.map(({ verdicts }) => verdicts[NEWEST_MINOR])).toEqual([
      'undecodable',
      'rejected',
    ]);
    expect(findings.filter(({ rule }) => rule === 'yaml/syntax')).toMatchObject([
      { line: 2, column: 17, message: expect.stringContaining('UTF-8') },
    ]);
  });
});

it('says nothing of a value of a wrong type but that, and of the rest without the server', () => {
  const content = webhook('    timeoutSeconds: 60\n    failurePolicy: 1\n');
  const { findings } = lint([{ name: 'a.yaml', content }]);
  expect(
    findings.filter(({ severity }) => severity === 'error').map(({ rule, cause }) => [rule, cause]),
  ).toEqual([
    ['webhook/timeout', null],
    ['field/type', 'Undecodable'],
  ]);
});

it('judges for the minors in their order, however they are given', () => {
  const { kubernetesVersions } = lint([], {
    kubernetesVersions: [NEWEST_MINOR, '1.31', NEWEST_MINOR],
  });
  expect(kubernetesVersions).toEqual(['1.31', NEWEST_MINOR]);
});

it('takes a List of more items than a call takes arguments', () => {
  const item = '- {kind: A, apiVersion: a.example.com/v1}\n';
  const content = `apiVersion: v1\nkind: List\nitems:\n${item.repeat(200_000)}`;
  expect(lint([{ name: 'a.yaml', content }]).summary.documents).toBe(200_000);
});
