import { describe, expect, test } from 'vitest';
import { applyDefaults, decode } from '../../src/server/decode/index.ts';
import { definitionNameOf } from '../../src/server/kubernetes/definition-name.ts';
import { type KindName, servedVersions } from '../../src/server/kubernetes/kinds.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import type { Mapping } from '../../src/yaml/index.ts';
import { kindFacts } from '../kubernetes/kind-facts.ts';

interface Case {
  readonly name: string;
  readonly kind: KindName;
  readonly apiVersion?: string;
  readonly value: Mapping;
  readonly expected: Mapping;
}

const client = (port?: number): Mapping => ({
  name: 'a',
  namespace: 'b',
  ...(port !== undefined && { port }),
});
const annotation = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';

const cases: readonly Case[] = [
  {
    name: 'webhooks',
    kind: 'MutatingWebhookConfiguration',
    value: { webhooks: [{ clientConfig: { service: client() }, rules: [{}] }] },
    expected: {
      webhooks: [
        {
          clientConfig: { service: client(443) },
          rules: [{ scope: '*' }],
          failurePolicy: 'Fail',
          matchPolicy: 'Equivalent',
          namespaceSelector: {},
          objectSelector: {},
          reinvocationPolicy: 'Never',
          timeoutSeconds: 10,
        },
      ],
    },
  },
  {
    name: 'what is said stays, be it empty or zero',
    kind: 'ValidatingWebhookConfiguration',
    value: {
      webhooks: [
        {
          clientConfig: { service: client(0) },
          failurePolicy: '',
          matchPolicy: 'Exact',
          namespaceSelector: { matchLabels: { a: 'b' } },
          objectSelector: {},
          timeoutSeconds: 0,
        },
      ],
    },
    expected: {
      webhooks: [
        {
          clientConfig: { service: client(0) },
          failurePolicy: '',
          matchPolicy: 'Exact',
          namespaceSelector: { matchLabels: { a: 'b' } },
          objectSelector: {},
          timeoutSeconds: 0,
        },
      ],
    },
  },
  {
    name: 'a policy, and what it matches where it says so',
    kind: 'ValidatingAdmissionPolicy',
    value: { spec: { matchConstraints: { resourceRules: [{ scope: 'Cluster' }, {}] } } },
    expected: {
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: {
          matchPolicy: 'Equivalent',
          namespaceSelector: {},
          objectSelector: {},
          resourceRules: [{ scope: 'Cluster' }, { scope: '*' }],
        },
      },
    },
  },
  {
    name: 'an absent spec is an empty one',
    kind: 'MutatingAdmissionPolicy',
    value: {},
    expected: { spec: { failurePolicy: 'Fail' } },
  },
  {
    name: 'a binding',
    kind: 'ValidatingAdmissionPolicyBinding',
    value: { spec: {} },
    expected: { spec: {} },
  },
  {
    name: 'names of a custom resource definition, not those that were accepted',
    kind: 'CustomResourceDefinition',
    value: {
      spec: { names: { kind: 'CronTab', singular: '' } },
      status: { acceptedNames: { kind: 'CronTab' } },
    },
    expected: {
      spec: {
        names: { kind: 'CronTab', singular: 'crontab', listKind: 'CronTabList' },
        conversion: { strategy: 'None' },
      },
      status: { acceptedNames: { kind: 'CronTab' } },
    },
  },
  {
    name: 'a conversion that is there stays as it is, but for the port',
    kind: 'CustomResourceDefinition',
    value: { spec: { conversion: { webhook: { clientConfig: { service: client() } } } } },
    expected: { spec: { conversion: { webhook: { clientConfig: { service: client(443) } } } } },
  },
  {
    name: 'an API service',
    kind: 'APIService',
    value: { spec: { service: client() } },
    expected: { spec: { service: client(443) } },
  },
  { name: 'a local API service', kind: 'APIService', value: { spec: {} }, expected: { spec: {} } },
  {
    name: 'a flow schema, whose zero is nothing said',
    kind: 'FlowSchema',
    value: { spec: { matchingPrecedence: 0 } },
    expected: { spec: { matchingPrecedence: 1000 } },
  },
  {
    name: 'a level with queues',
    kind: 'PriorityLevelConfiguration',
    value: { spec: { limited: { limitResponse: { queuing: { queues: 0, handSize: 3 } } } } },
    expected: {
      spec: {
        limited: {
          lendablePercent: 0,
          nominalConcurrencyShares: 30,
          limitResponse: { queuing: { queues: 64, handSize: 3, queueLengthLimit: 50 } },
        },
      },
    },
  },
  {
    name: 'zero shares are zero',
    kind: 'PriorityLevelConfiguration',
    value: { spec: { exempt: {}, limited: { nominalConcurrencyShares: 0 } } },
    expected: {
      spec: {
        exempt: { lendablePercent: 0, nominalConcurrencyShares: 0 },
        limited: { lendablePercent: 0, nominalConcurrencyShares: 0 },
      },
    },
  },
  {
    name: 'zero shares were nothing said in v1beta3',
    kind: 'PriorityLevelConfiguration',
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3',
    value: { spec: { limited: { nominalConcurrencyShares: 0 } } },
    expected: { spec: { limited: { lendablePercent: 0, nominalConcurrencyShares: 30 } } },
  },
  {
    name: 'unless an annotation says that they are meant',
    kind: 'PriorityLevelConfiguration',
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3',
    value: {
      metadata: { annotations: { [annotation]: '' } },
      spec: { limited: { nominalConcurrencyShares: 0 } },
    },
    expected: {
      metadata: { annotations: { [annotation]: '' } },
      spec: { limited: { lendablePercent: 0, nominalConcurrencyShares: 0 } },
    },
  },
  {
    name: 'a network policy',
    kind: 'NetworkPolicy',
    value: { spec: { egress: [], ingress: [{ ports: [{ port: 80 }] }] } },
    expected: {
      spec: {
        egress: [],
        ingress: [{ ports: [{ port: 80, protocol: 'TCP' }] }],
        policyTypes: ['Ingress'],
      },
    },
  },
  {
    name: 'one with rules for both ways',
    kind: 'NetworkPolicy',
    value: { spec: { egress: [{}], policyTypes: [] } },
    expected: { spec: { egress: [{}], policyTypes: ['Ingress', 'Egress'] } },
  },
  {
    name: 'limits of containers, each from the next',
    kind: 'LimitRange',
    value: {
      spec: {
        limits: [
          {
            type: 'Container',
            max: { a: 9, b: 9 },
            default: { b: 8, c: 8 },
            defaultRequest: { c: 7 },
            min: { a: 1, d: 1 },
          },
          { type: 'Pod', max: { a: 9 } },
        ],
      },
    },
    expected: {
      spec: {
        limits: [
          {
            type: 'Container',
            max: { a: 9, b: 9 },
            min: { a: 1, d: 1 },
            default: { a: 9, b: 8, c: 8 },
            defaultRequest: { a: 9, b: 8, c: 7, d: 1 },
          },
          { type: 'Pod', max: { a: 9 } },
        ],
      },
    },
  },
  {
    name: 'a kind without defaults',
    kind: 'PodDisruptionBudget',
    value: { spec: { minAvailable: 1 } },
    expected: { spec: { minAvailable: 1 } },
  },
];

function preferredVersion(kind: KindName): string {
  const facts = kindFacts(kind);
  return servedVersions(facts, NEWEST_MINOR)[0] ?? '';
}

describe('defaults', () => {
  test.each(cases)('$name', ({ kind, apiVersion, value, expected }) => {
    const version = apiVersion ?? preferredVersion(kind);
    const decoded = decode(definitionNameOf(version, kind), value, '1.31').value;
    const before = structuredClone(decoded);
    const defaulted = applyDefaults(kind, version, decoded, '1.31');
    expect(JSON.parse(JSON.stringify(defaulted))).toEqual(expected);
    expect(decoded).toEqual(before);
  });

  test('an object that has all its defaults is not copied', () => {
    const version = preferredVersion('FlowSchema');
    const { value } = decode(
      definitionNameOf(version, 'FlowSchema'),
      { spec: { matchingPrecedence: 5 } },
      NEWEST_MINOR,
    );
    expect(applyDefaults('FlowSchema', version, value, NEWEST_MINOR)).toBe(value);
  });
});
