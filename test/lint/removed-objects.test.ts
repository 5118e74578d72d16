import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import type { LintOptions } from '../../src/lint/options.ts';
import type { Source } from '../../src/lint/read/source.ts';
import { crdYaml } from '../crd-yaml.ts';

const CRD = crdYaml('{ type: object }', { group: 'example.com', kind: 'Limit' });
const SERVICE = `apiVersion: v1
kind: Service
metadata: { name: hook, namespace: system }
spec: { ports: [{ port: 443 }] }
`;
const WEBHOOK = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: hook }
webhooks:
  - name: hook.example.com
    sideEffects: None
    admissionReviewVersions: [v1]
    clientConfig: { service: { name: hook, namespace: system } }
    rules: [{ apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }]
`;
const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: limits }
spec:
  paramKind: { apiVersion: example.com/v1, kind: Limit }
  matchConstraints:
    resourceRules: [{ apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }]
  validations: [{ expression: object.spec.replicas < 5, message: too many }]
`;
const BINDING = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: limits }
spec:
  policyName: limits
  paramRef: { name: small, namespace: shop, parameterNotFoundAction: Deny }
  validationActions: [Deny]
`;
const BROKEN = 'apiVersion: v1\nkind: Service\nmetadata: [';
const LIMIT = limit('small');

function limit(name: string): string {
  return `apiVersion: example.com/v1\nkind: Limit\nmetadata: { name: ${name}, namespace: shop }\n`;
}

type Files = Readonly<Record<string, string>>;

function sourcesOf(files: Files): readonly Source[] {
  return Object.entries(files).map(([name, content]) => ({ name, content }));
}

function removedIn(before: Files, after: Files, options: LintOptions = {}): readonly string[] {
  const { findings } = lint(sourcesOf(after), { base: sourcesOf(before), ...options });
  return findings
    .filter(({ rule }) => rule === 'update/removed-object')
    .map(({ file, line, message }) => `${file}:${line} ${message}`);
}

describe('an object that is no longer in the input', () => {
  it.each<[string, Files, Files, string]>([
    [
      'a CRD',
      { 'crd.yaml': CRD, 'a.yaml': LIMIT },
      { 'a.yaml': `${LIMIT}---\n${limit('large')}` },
      "a.yaml:2 the CRD 'limits.example.com' of crd.yaml is no longer in the input; if it is deleted, the server deletes this Limit with it, and 1 more",
    ],
    [
      'the Service of a webhook',
      { 'all.yaml': `${SERVICE}---\n${WEBHOOK}` },
      { 'all.yaml': WEBHOOK },
      "all.yaml:8 the Service 'hook' of all.yaml is no longer in the input; if it is deleted, the backend cannot be reached",
    ],
    [
      'the parameters of a policy',
      { 'crd.yaml': CRD, 'p.yaml': POLICY, 'b.yaml': BINDING, 'a.yaml': LIMIT },
      { 'crd.yaml': CRD, 'p.yaml': POLICY, 'b.yaml': BINDING },
      "b.yaml:6 the Limit 'small' of a.yaml is no longer in the input; if it is deleted, requests are denied, or failurePolicy decides",
    ],
    [
      'the policy of a binding',
      { 'p.yaml': POLICY, 'b.yaml': BINDING },
      { 'b.yaml': BINDING },
      "b.yaml:5 the ValidatingAdmissionPolicy 'limits' of p.yaml is no longer in the input; if it is deleted, this binding has no effect",
    ],
  ])('is reported where others depend on it: %s', (_, before, after, expected) => {
    expect(removedIn(before, after)).toEqual([expected]);
    expect(removedIn(before, after, { partial: true })).toEqual([]);
    expect(removedIn(before, { ...after, 'broken.yaml': BROKEN })).toEqual([]);
  });

  it.each<[string, Files, Files]>([
    ['is in another file', { 'a.yaml': CRD, 'b.yaml': LIMIT }, { 'c.yaml': CRD, 'b.yaml': LIMIT }],
    ['was not stored', { 'b.yaml': LIMIT }, { 'b.yaml': LIMIT, 'w.yaml': WEBHOOK }],
    ['has no dependents', { 'a.yaml': CRD, 's.yaml': SERVICE }, { 'p.yaml': POLICY }],
    ['is removed together with them', { 'a.yaml': CRD, 'b.yaml': LIMIT }, { 's.yaml': SERVICE }],
  ])('is not reported if it %s', (_, before, after) => {
    expect(removedIn(before, after)).toEqual([]);
  });

  it('is not reported if --crds has it', () => {
    const crds = [{ name: 'crd.yaml', content: CRD }];
    const files = { 'b.yaml': LIMIT };
    expect(removedIn({ ...files, 'crd.yaml': CRD }, files, { crds })).toEqual([]);
  });
});
