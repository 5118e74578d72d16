import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import type { Report } from '../../src/result/report.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { type Files, sourcesOf } from './memory-project.ts';

function lintFiles(files: Files): Report {
  return lint(sourcesOf(files));
}

/** The verdicts and reasons of the documents in a file, and the places and rules of its findings. */
function outcomeOf(files: Files, file: string) {
  const { documents, findings } = lintFiles(files);
  return {
    documents: documents
      .filter((document) => document.file === file)
      .map(({ skipped, verdicts }) => skipped ?? Object.values(verdicts)[0]),
    findings: findings
      .filter((finding) => finding.file === file)
      .map(({ line, column, rule, severity }) => `${line}:${column} ${severity} ${rule}`),
  };
}

const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: crontabs.stable.example.com
spec:
  group: stable.example.com
  names: { plural: crontabs, kind: CronTab }
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object } } } }
  - name: v1beta1
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        properties: { spec: { type: object, properties: { cron: { type: string } } } }
`;

const CONVERSION = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: crontabs.stable.example.com
spec:
  conversion:
    strategy: Webhook
    webhook:
      clientConfig: { service: { namespace: system, name: webhook-service, path: /convert } }
      conversionReviewVersions: [v1]
`;

const WEBHOOK = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: pods.example.com }
webhooks:
- name: pods.example.com
  clientConfig: { service: { name: hooks, namespace: shop } }
  admissionReviewVersions: [v1]
  sideEffects: None
  timeoutSeconds: 5
  rules:
  - { operations: [CREATE], apiGroups: [apps], apiVersions: [v1], resources: [deployments] }
`;

describe('a patch of kustomize', () => {
  const files = {
    'kustomization.yaml': 'resources: [crd.yaml]\npatches: [{ path: patch.yaml }]',
    'crd.yaml': CRD,
  };

  it.each([
    ['is not an object by itself', CONVERSION, []],
    [
      'has no unknown fields',
      CONVERSION.replace('strategy:', 'strateggy:'),
      ['7:5 error field/unknown'],
    ],
    [
      'has no unknown fields in lists',
      `${CONVERSION}  versions: [{ name: v1, storge: true }]\n`,
      ['11:26 error field/unknown'],
    ],
    ['has values of the right types', CONVERSION.replace('[v1]', 'v1'), ['10:33 error field/type']],
    ['has each key once', `${CONVERSION}spec: {}\n`, ['11:1 error yaml/duplicate-key']],
    [
      'may have directives',
      `${CONVERSION}  versions: [{ $patch: replace }]\n  $patch: merge\n`,
      [],
    ],
    ['can be read', `${CONVERSION}  a: [\n`, ['11:6 error yaml/syntax']],
    [
      'needs a target if it is a JSON Patch',
      '- { op: add, path: /spec/conversion, value: {} }\n',
      ['1:3 error project/patch-target'],
    ],
    [
      'may be for a kind whose objects are only decoded',
      'apiVersion: v1\nkind: Pod\nmetadata: { name: $(POD) }\nsepc: { $patch: replace }\n',
      ['4:1 error field/unknown'],
    ],
    [
      'has texts that only the server would read as booleans',
      CONVERSION.replace('  name:', '  labels: { a: yes, b: true }\n  name:'),
      ['4:24 error field/type'],
    ],
    [
      'may be for a custom kind',
      'apiVersion: example.com/v1\nkind: Pod\nmetadata: { name: $(POD) }\nsepc: {}\n',
      [],
    ],
  ])('%s', (_, patch, findings) => {
    const outcome = outcomeOf({ ...files, 'patch.yaml': patch }, 'patch.yaml');
    expect(outcome).toEqual({ documents: ['kustomize-patch'], findings });
  });

  it('is also a document with directives', () => {
    const patch = `${CONVERSION}  $patch: replace\n`;
    expect(outcomeOf({ 'any.yaml': `${CRD}---\n${patch}` }, 'any.yaml').documents).toEqual([
      'accepted',
      'kustomize-patch',
    ]);
  });

  it('is not a CRD whose schema has a property of such a name', () => {
    const crd = CRD.replace('cron:', '$patch:');
    expect(outcomeOf({ 'crd.yaml': crd }, 'crd.yaml').documents).toEqual(['accepted']);
  });

  it('has no cause, as it is not what the server gets', () => {
    const patch = CONVERSION.replace('strategy:', 'strateggy:');
    const { findings } = lintFiles({ ...files, 'patch.yaml': patch });
    expect(findings.map(({ cause }) => cause)).toEqual([null]);
  });
});

it('a patch of a component has known fields', () => {
  const files = {
    'c/kustomization.yaml': 'kind: Component\npatches: [{ path: patch.yaml }]\n',
    'c/patch.yaml': CONVERSION.replace('strategy:', 'strateggy:'),
  };
  expect(outcomeOf(files, 'c/patch.yaml').findings).toEqual(['7:5 error field/unknown']);
});

it.each([
  [
    'patch: "[{op: replace, path: /kind, value: StatefulSet}, {op: add, path: /spec/serviceName, value: a}]"',
    '',
  ],
  [
    'options: {allowKindChange: true}, path: patch.yaml',
    'apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: web}\nspec: {serviceName: a}\n',
  ],
])('a patch may change the kind: %s', (entry, patch) => {
  const files = {
    'kustomization.yaml': `resources: [web.yaml]\npatches: [{target: {kind: Deployment}, ${entry}}]\n`,
    'web.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n',
    'patch.yaml': patch,
  };
  const { findings } = lintFiles(files);
  expect(findings.filter(({ rule }) => rule === 'field/unknown')).toEqual([]);
});

it('a patch that only tests the kind has known fields', () => {
  const patch =
    '[{op: test, path: /kind, value: Deployment}, {op: add, path: /spec/replica, value: 1}]';
  const files = {
    'kustomization.yaml': `resources: [web.yaml]\npatches: [{target: {kind: Deployment}, patch: "${patch}"}]\n`,
    'web.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n',
  };
  const { findings } = lintFiles(files);
  expect(findings.map(({ rule }) => rule)).toContain('field/unknown');
});

describe('a file that only its name makes a patch', () => {
  const named = (text: string) =>
    outcomeOf({ 'kustomization.yaml': 'resources: []', 'a_patch.yaml': text }, 'a_patch.yaml');

  it.each([
    ['is one where it is a part of an object', CONVERSION, 'kustomize-patch'],
    ['is a manifest where it is whole', CRD, 'accepted'],
    [
      'is one where the kind may be almost empty',
      WEBHOOK.split('webhooks')[0] ?? '',
      'kustomize-patch',
    ],
    ['is a manifest where it has webhooks', WEBHOOK, 'accepted'],
    [
      'is one for a NetworkPolicy, which the server accepts whatever is missing',
      'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: a }\nspec: { policyTypes: [Egress] }\n',
      'kustomize-patch',
    ],
    ['is one where it has directives', `${CRD}  $patch: replace\n`, 'kustomize-patch'],
    [
      'is one of a kind that is not checked',
      'apiVersion: v1\nkind: Pod\nmetadata: {}\n',
      'kustomize-patch',
    ],
  ])('%s', (_, text, outcome) => {
    expect(named(text).documents).toEqual([outcome]);
  });
});

describe('the fields that a patch gives an object', () => {
  it('is a conversion', () => {
    const files = { 'sub/crd.yaml': CRD };
    const kustomization = 'resources: [sub/crd.yaml]\npatches: [{ path: patch.yaml }]';
    expect(outcomeOf(files, 'sub/crd.yaml').findings).toEqual([
      '20:59 warning crd/unconverted-versions',
    ]);
    const patched = { ...files, 'kustomization.yaml': kustomization, 'patch.yaml': CONVERSION };
    expect(outcomeOf(patched, 'sub/crd.yaml').findings).toEqual([]);
    const other = { ...patched, 'patch.yaml': CONVERSION.replace('name: cron', 'name: corn') };
    expect(outcomeOf(other, 'sub/crd.yaml').findings).toHaveLength(1);
  });

  /** A webhook configuration, changed by an inline patch. */
  function patched(webhook: string, patch: string) {
    const kustomization = `resources: [a.yaml]\npatches:\n- patch: |-\n    ${patch.replaceAll('\n', '\n    ')}\n  target: { kind: ValidatingWebhookConfiguration }`;
    return outcomeOf({ 'a.yaml': webhook, 'kustomization.yaml': kustomization }, 'a.yaml');
  }

  // Something adds the bundle, but not the rules.
  const withoutRules = WEBHOOK.slice(0, WEBHOOK.indexOf('  rules:')).replace(
    'name: pods.example.com }',
    'name: pods.example.com, annotations: { cert-manager.io/inject-ca-from: shop/hooks } }',
  );
  const forAll = WEBHOOK.replace('[apps]', '["*"]').replace('[deployments]', '["*"]');

  it.each([
    [
      'rules',
      withoutRules,
      '- op: add\n  path: /webhooks/0/rules\n  value: []',
      ['5:3 warning webhook/no-effect'],
    ],
    [
      'a namespaceSelector',
      forAll,
      '- op: add\n  path: /webhooks/0/namespaceSelector\n  value: {}',
      ['11:78 warning webhook/fail-closed'],
    ],
  ])('are %s', (_, webhook, patch, findings) => {
    expect(patched(webhook, '[]').findings).toEqual(findings);
    expect(patched(webhook, patch).findings).toEqual([]);
    expect(patched(webhook, patch.replace('/0/', '/1/')).findings).toEqual(findings);
  });

  it('is a valid value', () => {
    const invalid = WEBHOOK.replace('timeoutSeconds: 5', 'timeoutSeconds: 60');
    const patch = '- op: replace\n  path: /webhooks/0/timeoutSeconds\n  value: 5';
    expect(patched(invalid, '[]').documents).toEqual(['rejected']);
    expect(patched(invalid, patch)).toEqual({ documents: ['unrendered'], findings: [] });
    expect(patched(invalid.replace('sideEffects: None', ''), patch)).toEqual({
      documents: ['rejected'],
      findings: ['5:3 error webhook/side-effects'],
    });
  });
});

describe('a placeholder', () => {
  it.each([
    ['timeoutSeconds: 5', 'timeoutSeconds: ${TIMEOUT}'],
    ['timeoutSeconds: 5', 'timeoutSeconds: "${TIMEOUT:=5}"'],
    ['timeoutSeconds: 5', "timeoutSeconds: '{{ timeout }}'"],
    ['sideEffects: None', 'sideEffects: $(SIDE_EFFECTS)'],
    ['[CREATE]', '["${OPERATION}"]'],
    ['name: pods.example.com }', 'name: "${NAME}_x" }'],
    ['rules:', '${FIELD}: x\n  rules:'],
    ['{ service: { name: hooks, namespace: shop } }', '${CLIENT_CONFIG}'],
    ['clientConfig:', 'failurePolicy: |\n    ${POLICY}\n  clientConfig:'],
  ])('for %s as in %s may be valid', (text, placeholder) => {
    expect(outcomeOf({ 'a.yaml': WEBHOOK.replace(text, () => placeholder) }, 'a.yaml')).toEqual({
      documents: ['unrendered'],
      findings: [],
    });
  });

  it.each([
    ['timeoutSeconds: 5', 'timeoutSeconds: "$${TIMEOUT}"', 'undecodable'],
    ['timeoutSeconds: 5', 'timeoutSeconds: "$TIMEOUT"', 'undecodable'],
    ['timeoutSeconds: 5', 'matchConditions: [{ name: a, expression: "object.${X}" }]', 'rejected'],
  ])('is not %s as in %s', (text, other, verdict) => {
    const { documents, findings } = outcomeOf(
      { 'a.yaml': WEBHOOK.replace(text, () => other) },
      'a.yaml',
    );
    expect(documents).toEqual([verdict]);
    expect(findings).not.toEqual([]);
  });

  it('hides no other error', () => {
    const text = WEBHOOK.replace('timeoutSeconds: 5', 'timeoutSeconds: ${T}').replace(
      'None',
      'Never',
    );
    const { documents, findings } = lintFiles({ 'a.yaml': text });
    expect(documents.map(({ verdicts, withheld }) => [verdicts, withheld])).toEqual([
      [{ [NEWEST_MINOR]: 'rejected' }, 1],
    ]);
    expect(findings.map(({ cause, field }) => [cause, field])).toEqual([
      ['FieldValueNotSupported', 'webhooks[0].sideEffects'],
    ]);
  });

  it.each([
    ['group: stable.example.com', 'group: ${GROUP}'],
    ['plural: crontabs', 'plural: "${PLURAL}"'],
  ])('may make the name of a CRD right: %s', (text, placeholder) => {
    const { documents, findings } = outcomeOf(
      { 'a.yaml': CRD.replace(text, () => placeholder).split('  - name: v1beta1')[0] ?? '' },
      'a.yaml',
    );
    expect({ documents, findings }).toEqual({ documents: ['unrendered'], findings: [] });
  });

  it('changes nothing where the value is valid', () => {
    const text = WEBHOOK.replace('namespace: shop', 'namespace: "${NAMESPACE:=shop}"');
    expect(outcomeOf({ 'a.yaml': text }, 'a.yaml').documents).toEqual(['accepted']);
  });

  it('in a CRD that defines a kind does not keep others from seeing it', () => {
    const crd = CRD.replace('scope: Namespaced', 'scope: ${SCOPE}');
    const { unusableCrds } = lint([], { crds: [{ name: 'crd.yaml', content: crd }] });
    expect(unusableCrds).toEqual([]);
  });
});

describe('a template of a chart', () => {
  const chart = { 'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n' };

  it.each([
    ['with actions', '{{ if .Values.a }}\napiVersion: v1\nkind: A\n{{ end }}\n'],
    ['that happens to be valid', WEBHOOK],
    ['that is a patch by its content', `${CONVERSION}  $patch: replace\n`],
    ['with placeholders', WEBHOOK.replace('shop', '"{{ .Release.Namespace }}"')],
    ['with other text', 'apiVersion: v1\nkind: [\n'],
  ])('%s is skipped', (_, text) => {
    expect(outcomeOf({ ...chart, 'shop/templates/a.yaml': text }, 'shop/templates/a.yaml')).toEqual(
      {
        documents: ['chart-template'],
        findings: [],
      },
    );
  });

  it('is none in crds/', () => {
    const outcome = outcomeOf({ ...chart, 'shop/crds/a.yaml': CRD }, 'shop/crds/a.yaml');
    expect(outcome.documents).toEqual(['accepted']);
    expect(outcome.findings).toHaveLength(1);
  });

  it.each(['kind: DaemonSet\nmetadata: {}\n', 'apiVersion: v1\nkind: [\n'])(
    'has values, which are not manifests: %j',
    (text) => {
      expect(outcomeOf({ ...chart, 'shop/values.yaml': text }, 'shop/values.yaml')).toEqual({
        documents: ['not-kubernetes'],
        findings: [],
      });
    },
  );
});

describe('a test', () => {
  const files = {
    'e2e/chainsaw-test.yaml': `apiVersion: chainsaw.kyverno.io/v1alpha1
kind: Test
metadata: { name: quick }
spec:
  steps:
  - try:
    - apply: { file: install.yaml }
    - assert: { file: state.yaml }
`,
    'e2e/install.yaml': WEBHOOK.replace('None', 'Never'),
    'e2e/state.yaml': CONVERSION,
    'e2e/assert-more.yaml': CONVERSION,
    'e2e/00-assert.yaml': '(status): [\n',
  };

  it.each([
    ['install.yaml', 'rejected'],
    ['state.yaml', 'test-assertion'],
    ['assert-more.yaml', 'test-assertion'],
    ['00-assert.yaml', 'test-assertion'],
  ])('%s: %s', (file, outcome) => {
    expect(outcomeOf(files, `e2e/${file}`).documents).toEqual([outcome]);
  });
});

describe('a file that is not a manifest stays silent', () => {
  it.each([
    ['values.yaml', 'replicaCount: 1\nimage: { tag: "" }\n'],
    ['values.yaml', 'image: {{ .Values.image }}\n'],
    [
      '.github/workflows/ci.yml',
      'on: push\njobs: { a: { steps: [{ run: "echo ${{ github.ref }}" }] } }\n',
    ],
    ['compose.yaml', 'services:\n  web: { image: "nginx:${TAG}" }\n'],
    ['compose.yaml', 'x-a: &a\n  <<: [*b]\n'],
    ['package.json', '{ "name": "a", "version": "1.0.0", }'],
    ['tsconfig.json', '{\n  // A comment\n  "extends": "./base"\n}'],
    ['mkdocs.yml', 'plugins:\n- search\nmarkdown_extensions:\n- a: { b: !!python/name:c.d }\n'],
    ['.golangci.yaml', 'version: "2"\nlinters: { enable: [all] }\n'],
    ['.goreleaser.yaml', "builds:\n- ldflags: ['-X main.version={{ .Version }}']\n"],
    ['template.yaml', 'AWSTemplateFormatVersion: x\nResources: { A: !Ref B }\n'],
    ['openapi.json', '{"openapi":"3.0.0","info":{"title":"a"},"paths":{}}'],
    ['Chart.yaml', 'apiVersion: v2\nname: a\n'],
    ['broken.yaml', 'a: [\nb: "c\n'],
    ['tabs.yaml', 'a:\n\tb: c\n'],
  ])('%s: %j', (name, text) => {
    expect(outcomeOf({ [name]: text }, name)).toEqual({
      documents: ['not-kubernetes'],
      findings: [],
    });
  });

  it.each([
    ['apiVersion v1\nkind: A\nmetadata: { name: a }\n', 'yaml/syntax'],
    ['kind: Pod\nmetadata:\n\tname: a\n', 'yaml/syntax'],
  ])('but not %j', (text, rule) => {
    const { documents, findings } = lintFiles({ 'a.yaml': text });
    expect(documents.map(({ verdicts }) => Object.values(verdicts))).toEqual([['undecodable']]);
    expect(findings.map((finding) => finding.rule)).toEqual([rule]);
  });
});
