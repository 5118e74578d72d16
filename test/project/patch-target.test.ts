import { describe, expect, it } from 'vitest';
import {
  matchesTarget,
  ownTarget,
  type PatchCandidate,
  readTarget,
} from '../../src/sources/project/kustomize/patch-target.ts';

const WEBHOOKS: PatchCandidate = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingWebhookConfiguration',
  namespaces: undefined,
  names: ['pods', 'shop-pods'],
  labels: () => new Map([['app', 'shop']]),
  annotations: () => new Map([['note', 'a']]),
};

const POLICY: PatchCandidate = {
  ...WEBHOOKS,
  group: 'networking.k8s.io',
  kind: 'NetworkPolicy',
  namespaces: ['', 'shop'],
};

describe('a target', () => {
  // As kustomize 5.5 applies patches.
  it.each([
    [{}, true],
    [{ kind: 'ValidatingWebhookConfiguration', name: 'pods' }, true],
    [{ name: 'shop-pods' }, true],
    [{ name: 'pod' }, false],
    [{ name: 'po.*' }, true],
    [{ name: '' }, true],
    [{ name: '(' }, false],
    [{ name: `(${'a|'.repeat(1000)}pods)` }, false],
    [{ kind: '^(Validating|Mutating)WebhookConfiguration$' }, true],
    [{ kind: 'validatingwebhookconfiguration' }, false],
    [{ group: 'admission.*' }, true],
    [{ group: 'admission' }, false],
    [{ version: 'v1' }, true],
    [{ version: 'v2' }, false],
    [{ labelSelector: 'app in (shop)' }, true],
    [{ labelSelector: 'app=other' }, false],
    [{ annotationSelector: 'note=a' }, true],
    [{ annotationSelector: 'note=b' }, false],
    // An object without a namespace matches no namespace, for all kinds.
    [{ namespace: 'shop' }, false],
    [{ namespace: '.*' }, false],
    [{ name: 1 }, true],
  ])('%o: %s', (target, matches) => {
    expect(matchesTarget(readTarget(target), WEBHOOKS)).toBe(matches);
  });

  it.each([
    ['shop', true],
    ['sh.*', true],
    ['other', false],
  ])('in the namespace %s: %s', (namespace, matches) => {
    expect(matchesTarget(readTarget({ namespace }), POLICY)).toBe(matches);
  });
});

describe('a strategic merge patch', () => {
  const apiVersion = 'networking.k8s.io/v1';
  const kind = 'NetworkPolicy';

  it.each([
    [{ apiVersion, kind, metadata: { name: 'pods' } }, true],
    [{ apiVersion, kind, metadata: { name: 'pods', namespace: 'shop' } }, true],
    [{ apiVersion, kind, metadata: { name: 'pods', namespace: 'other' } }, false],
    [{ apiVersion, kind, metadata: { name: 'po.*' } }, false],
    [{ apiVersion: 'networking.k8s.io/v1beta1', kind, metadata: { name: 'pods' } }, false],
    [{ apiVersion: 'v1', kind, metadata: { name: 'pods' } }, false],
  ])('%o is for the object: %s', (patch, matches) => {
    const target = ownTarget(patch);
    expect(target !== undefined && matchesTarget(target, POLICY)).toBe(matches);
  });

  it('may have a namespace for a cluster-scoped kind', () => {
    const { group, version, kind } = WEBHOOKS;
    const target = ownTarget({
      apiVersion: `${group}/${version}`,
      kind,
      metadata: { name: 'pods', namespace: 'system' },
    });
    expect(target !== undefined && matchesTarget(target, WEBHOOKS)).toBe(true);
  });

  it.each([[{}], [{ apiVersion, metadata: { name: 'a' } }], [{ kind, apiVersion: 1 }]])(
    '%o is for no object',
    (patch) => {
      expect(ownTarget(patch)).toBeUndefined();
    },
  );
});
