import { describe, expect, it } from 'vitest';
import { admit } from '../../src/features/admit/admit.ts';
import type { AskedRequests } from '../../src/features/admit/decide-requests.ts';
import { OpenedPolicies, type RunSources } from '../../src/features/admit/opened-policies.ts';
import { RequestTrials } from '../../src/features/policy-tests/init/request-trials.ts';
import type { RequestReport } from '../../src/lint/decide/decide-request.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';

const ADMISSION = 'admissionregistration.k8s.io/v1';

/** A policy for all kinds, with its binding. */
function policyOf(name: string, validation: object, more: object = {}, binding: object = {}) {
  const all = { apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*/*'] };
  return [
    {
      apiVersion: ADMISSION,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      spec: {
        matchConstraints: { resourceRules: [all] },
        validations: [validation],
        ...more,
      },
    },
    {
      apiVersion: ADMISSION,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name },
      spec: { policyName: name, validationActions: ['Deny'], ...binding },
    },
  ];
}

function crdOf(kind: string) {
  const singular = kind.toLowerCase();
  const openAPIV3Schema = {
    type: 'object',
    properties: { size: { type: 'integer', default: 3 } },
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${singular}s.example.com` },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: `${singular}s`, singular, kind, listKind: `${kind}List` },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}

function sourceOf(name: string, ...objects: readonly object[]) {
  return { name, content: objects.map((object) => `${JSON.stringify(object)}\n`).join('---\n') };
}

const LABELLED = policyOf('labelled', {
  expression: "has(object.metadata.labels) && 'team' in object.metadata.labels",
  messageExpression: "'no team: ' + object.metadata.name",
});
const SIZED = policyOf('sized', { expression: '!has(object.size) || object.size < 3' });
const LIMITED = policyOf(
  'limited',
  { expression: "request.name.size() <= int(params.data['most'])" },
  { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } },
  { paramRef: { name: 'limits', namespace: 'default', parameterNotFoundAction: 'Deny' } },
);

const POLICIES = [
  sourceOf('policies.yaml', ...LABELLED, ...SIZED, ...LIMITED),
  sourceOf('crd.yaml', crdOf('Gadget')),
];

function configMap(name: string, data: object) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data };
}

const LIMITS = sourceOf('limits.yaml', configMap('limits', { most: '5' }));
const GADGET = { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'one' } };
const WIDGET = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'one' } };
const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', labels: { team: 'a' } },
  spec: { containers: [{ name: 'web', image: 'web' }] },
};
const POD_EXEC = { apiVersion: 'v1', kind: 'PodExecOptions', command: ['ls'] };
const PATCH = { ...POD, spec: { containers: [{ name: 'web', $patch: 'delete' }] } };

describe('policies that are opened once decide as those of a single run', () => {
  it.each<[what: string, sources: RunSources, options: AskedRequests, outcomes: string]>([
    ['a built-in kind', { requested: [sourceOf('a.yaml', POD)] }, {}, 'Pod passes labelled+sized'],
    [
      'params',
      { requested: [sourceOf('a.yaml', POD)], cluster: [LIMITS] },
      {},
      'Pod passes labelled+limited+sized',
    ],
    [
      'several objects',
      { requested: [LIMITS, sourceOf('a.yaml', POD, GADGET)] },
      {},
      'ConfigMap passes sized, Pod passes labelled+limited+sized, Gadget passes limited',
    ],
    [
      'a custom resource',
      { requested: [sourceOf('a.yaml', GADGET)], cluster: [LIMITS] },
      {},
      'Gadget passes limited',
    ],
    ['an unknown kind', { requested: [sourceOf('a.yaml', WIDGET)], cluster: [LIMITS] }, {}, ''],
    [
      'its CRD too',
      { requested: [sourceOf('a.yaml', crdOf('Widget'), WIDGET)] },
      {},
      'CustomResourceDefinition passes sized, Widget passes none',
    ],
    [
      'its CRD in the cluster',
      {
        requested: [sourceOf('a.yaml', WIDGET)],
        cluster: [LIMITS, sourceOf('w', crdOf('Widget'))],
      },
      {},
      'Widget passes limited',
    ],
    [
      'a policy',
      {
        requested: [sourceOf('a.yaml', POD, ...policyOf('never', { expression: 'false' }))],
        cluster: [LIMITS],
      },
      {},
      'Pod passes labelled+limited+sized',
    ],
    ['a file of the policies', { requested: [sourceOf('./crd.yaml', GADGET)] }, {}, ''],
    [
      'an update',
      { requested: [sourceOf('a.yaml', POD)], old: [sourceOf('b.yaml', POD)], cluster: [LIMITS] },
      { operation: 'UPDATE' },
      'Pod passes labelled+limited+sized',
    ],
    ['no stored object', { requested: [sourceOf('a.yaml', POD)] }, { operation: 'UPDATE' }, ''],
    [
      'a subresource',
      { requested: [sourceOf('a.yaml', POD_EXEC)], cluster: [LIMITS] },
      { resource: 'pods/exec' },
      'PodExecOptions passes sized',
    ],
    [
      'a patch',
      { requested: [sourceOf('a.yaml', PATCH, POD)], cluster: [LIMITS] },
      {},
      'Pod passes labelled+limited+sized',
    ],
    ['what is not YAML', { requested: [{ name: 'a.yaml', content: 'kind: [\n' }] }, {}, ''],
  ])('%s', (_, sources, options, outcomes) => {
    const server = { minor: NEWEST_MINOR, runtimeConfig: new Map(), featureGates: new Map() };
    const opened = new OpenedPolicies(POLICIES, server);
    // The objects that a run adds are not part of the next one.
    const both = [opened.decide(sources, options), opened.decide(sources, options)];
    const { requested, cluster = [], old = [] } = sources;
    const expected = admit(requested, { ...options, old, policies: [...POLICIES, ...cluster] });
    expect(expected.requests.map(passed).join(', ')).toBe(outcomes);
    for (const found of both) {
      expect(found.map(comparable)).toEqual(expected.requests.map(comparable));
    }
  });
});

/** The policies that a request passes. */
function passed({ document, decisions }: RequestReport): string {
  const names = decisions.flatMap(({ policy, action }) => (action === 'admit' ? [policy] : []));
  return `${document.kind} passes ${names.join('+') || 'none'}`;
}

/** A report with no more of the document than its identity. */
function comparable({ document, ...report }: RequestReport) {
  const { file, index, item, apiVersion, kind, namespace, name, line } = document;
  return { ...report, document: { file, index, item, apiVersion, kind, namespace, name, line } };
}

describe('the requests that are tried for tests', () => {
  it('are sent once', () => {
    let sent = 0;
    class CountingPolicies extends OpenedPolicies {
      override decide(...args: Parameters<OpenedPolicies['decide']>): readonly RequestReport[] {
        sent++;
        return super.decide(...args);
      }
    }
    const server = { minor: NEWEST_MINOR, runtimeConfig: new Map(), featureGates: new Map() };
    const trials = new RequestTrials(new CountingPolicies(POLICIES, server));
    const draftOf = (name: string) => ({
      object: { ...POD, metadata: { name } },
      old: undefined,
      user: undefined,
      groups: undefined,
      operation: undefined,
      resource: undefined,
      namespace: undefined,
      params: undefined,
      authorizer: undefined,
    });
    const outcomes = ['web', 'web', 'api', 'web'].map(
      (name) => trials.send(draftOf(name))?.outcome,
    );
    expect(outcomes).toEqual(['denied', 'denied', 'denied', 'denied']);
    expect(sent).toBe(2);
  });
});
