import { describe, expect, test } from 'vitest';
import { isDecodedOnly, resolveKind, servedVersions } from '../../src/server/kubernetes/kinds.ts';
import {
  compareMinors,
  MINORS,
  type Minor,
  NEWEST_MINOR,
} from '../../src/server/kubernetes/minors.ts';
import { kindFacts } from './kind-facts.ts';

/** The minor that first serves mutating policies in v1. It does not depend on the newest minor. */
const MUTATING_POLICIES_SINCE = '1.36';

interface Case {
  readonly apiVersion: string;
  readonly kind: string;
  readonly minor?: Minor;
  readonly expected: object;
}

const cases: readonly Case[] = [
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    expected: { outcome: 'served', apiVersion: 'policy/v1' },
  },
  // The core group may be written with the slash that separates it from the version.
  { apiVersion: '/v1', kind: 'LimitRange', expected: { outcome: 'served', apiVersion: 'v1' } },
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3',
    kind: 'FlowSchema',
    minor: '1.31',
    expected: { outcome: 'served' },
  },
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3',
    kind: 'FlowSchema',
    minor: '1.32',
    expected: {
      outcome: 'unserved',
      reason: 'removed',
      removed: '1.32',
      use: { apiVersion: 'flowcontrol.apiserver.k8s.io/v1', since: '1.30' },
    },
  },
  {
    apiVersion: 'policy/v1beta1',
    kind: 'PodDisruptionBudget',
    expected: {
      outcome: 'unserved',
      reason: 'removed',
      removed: '1.25',
      use: { apiVersion: 'policy/v1' },
    },
  },
  {
    apiVersion: 'extensions/v1beta1',
    kind: 'NetworkPolicy',
    expected: { outcome: 'unserved', reason: 'removed', removed: '1.16' },
  },
  {
    apiVersion: 'v1',
    kind: 'NetworkPolicy',
    expected: {
      outcome: 'unserved',
      reason: 'never-existed',
      use: { apiVersion: 'networking.k8s.io/v1' },
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'PodDisruptionBudget',
    expected: { outcome: 'unserved', reason: 'never-existed' },
  },
  {
    apiVersion: 'apiextensions.k8s.io/v2',
    kind: 'CustomResourceDefinition',
    expected: { outcome: 'unserved', reason: 'never-existed' },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingAdmissionPolicy',
    expected: { outcome: 'served' },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingAdmissionPolicy',
    minor: '1.35',
    expected: {
      outcome: 'unserved',
      reason: 'introduced-later',
      introduced: MUTATING_POLICIES_SINCE,
      use: { apiVersion: 'admissionregistration.k8s.io/v1', since: MUTATING_POLICIES_SINCE },
    },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1beta1',
    kind: 'MutatingAdmissionPolicy',
    minor: '1.34',
    expected: { outcome: 'unserved', reason: 'off-by-default' },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1beta1',
    kind: 'ValidatingAdmissionPolicy',
    minor: '1.33',
    expected: {
      outcome: 'unserved',
      reason: 'off-by-default',
      use: { apiVersion: 'admissionregistration.k8s.io/v1', since: '1.30' },
    },
  },
  { apiVersion: ' v1', kind: 'LimitRange', expected: { outcome: 'unserved' } },
  { apiVersion: 'a/b/c', kind: 'LimitRange', expected: { outcome: 'unserved' } },

  // Other people's kinds of the same name.
  { apiVersion: 'projectcalico.org/v3', kind: 'NetworkPolicy', expected: { outcome: 'unknown' } },
  { apiVersion: 'networking.x-k8s.io/v1', kind: 'NetworkPolicy', expected: { outcome: 'unknown' } },
  {
    apiVersion: 'example.com/v1',
    kind: 'CustomResourceDefinitions',
    expected: { outcome: 'unknown' },
  },
  // Kinds whose values are not validated.
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    expected: { outcome: 'served', facts: { kind: 'RoleBinding' } },
  },
  { apiVersion: 'v1', kind: 'Event', expected: { outcome: 'served' } },
  { apiVersion: 'events.k8s.io/v1', kind: 'Event', expected: { outcome: 'served' } },
  {
    apiVersion: 'extensions/v1beta1',
    kind: 'Ingress',
    expected: {
      outcome: 'unserved',
      reason: 'removed',
      removed: '1.22',
      use: { apiVersion: 'networking.k8s.io/v1' },
    },
  },
  {
    apiVersion: 'autoscaling/v2beta2',
    kind: 'HorizontalPodAutoscaler',
    expected: { outcome: 'unserved', removed: '1.26', use: { apiVersion: 'autoscaling/v2' } },
  },
  {
    apiVersion: 'v1',
    kind: 'Deployment',
    expected: { outcome: 'unserved', reason: 'never-existed', use: { apiVersion: 'apps/v1' } },
  },
  {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'DeviceClass',
    minor: '1.33',
    expected: { outcome: 'unserved', reason: 'introduced-later', introduced: '1.34' },
  },
  {
    apiVersion: 'resource.k8s.io/v1alpha2',
    kind: 'ResourceClaim',
    minor: '1.31',
    expected: { outcome: 'unserved', reason: 'removed', removed: '1.31' },
  },
  {
    apiVersion: 'internal.apiserver.k8s.io/v1alpha1',
    kind: 'StorageVersion',
    minor: '1.35',
    expected: { outcome: 'unserved', reason: 'off-by-default', use: undefined },
  },
  {
    apiVersion: 'policy/v1beta1',
    kind: 'PodSecurityPolicy',
    expected: { outcome: 'unserved', reason: 'removed', removed: '1.25', use: undefined },
  },
  // Objects that no manifest creates.
  { apiVersion: 'policy/v1', kind: 'Eviction', expected: { outcome: 'uncreatable' } },
  { apiVersion: 'v1', kind: 'PodExecOptions', expected: { outcome: 'uncreatable' } },
  { apiVersion: 'v1', kind: 'ComponentStatus', expected: { outcome: 'uncreatable' } },
  { apiVersion: 'v1', kind: 'List', expected: { outcome: 'uncreatable' } },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicyList',
    expected: { outcome: 'uncreatable' },
  },
  // Kinds of other programs and of distributions in the core group.
  ...[
    'Config',
    'DeploymentConfig',
    'BuildConfig',
    'ImageStream',
    'Project',
    'Route',
    'Template',
  ].map((kind) => ({ apiVersion: 'v1', kind, expected: { outcome: 'unknown' } })),
  { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', expected: { outcome: 'unknown' } },
  {
    apiVersion: 'v1',
    kind: 'Pods',
    expected: { outcome: 'misspelled', meant: { apiVersion: 'v1', kind: 'Pod' } },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deploymet',
    expected: { outcome: 'misspelled', meant: { apiVersion: 'apps/v1', kind: 'Deployment' } },
  },

  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinitions',
    expected: { outcome: 'misspelled', meant: { kind: 'CustomResourceDefinition' } },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'networkPolicy',
    expected: { outcome: 'misspelled', meant: { kind: 'NetworkPolicy' } },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfig',
    expected: { outcome: 'misspelled', meant: { kind: 'ValidatingWebhookConfiguration' } },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhook',
    expected: { outcome: 'misspelled', meant: { kind: 'MutatingWebhookConfiguration' } },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDistruptionBudget',
    expected: { outcome: 'misspelled', meant: { kind: 'PodDisruptionBudget' } },
  },
  {
    apiVersion: 'v1',
    kind: 'ResourceQuotas',
    expected: { outcome: 'misspelled', meant: { apiVersion: 'v1', kind: 'ResourceQuota' } },
  },
  {
    apiVersion: 'apiextension.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    expected: { outcome: 'misspelled', meant: { apiVersion: 'apiextensions.k8s.io/v1' } },
  },
];

describe('resolveKind', () => {
  test.each(cases)(
    '$apiVersion $kind in $minor',
    ({ apiVersion, kind, minor = NEWEST_MINOR, expected }) => {
      expect(resolveKind(apiVersion, kind, minor)).toMatchObject(expected);
    },
  );
});

test('a kind is served in all minors, or the facts say since when', () => {
  const policies = kindFacts('MutatingAdmissionPolicy');
  for (const minor of MINORS) {
    expect(servedVersions(kindFacts('NetworkPolicy'), minor)).toEqual(['networking.k8s.io/v1']);
    expect(servedVersions(policies, minor)).toHaveLength(
      compareMinors(minor, MUTATING_POLICIES_SINCE) < 0 ? 0 : 1,
    );
  }
});

test.each([
  ['resource.k8s.io/v1alpha2', 'ResourceClass', true],
  ['resource.k8s.io/v1alpha2', 'ResourceClaim', true],
  ['resource.k8s.io/v1alpha2', 'PodSchedulingContext', false],
  ['resource.k8s.io/v1', 'ResourceClaim', false],
  ['example.com/v1', 'ResourceClass', false],
])('objects of %s %s are only decoded: %s', (apiVersion, kind, expected) => {
  expect(isDecodedOnly(apiVersion, kind)).toBe(expected);
});
