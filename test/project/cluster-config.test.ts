import { describe, expect, it } from 'vitest';
import {
  mayConfigureCluster,
  readClusterConfig,
} from '../../src/sources/project/cluster-config.ts';
import { flagsOf } from '../../src/sources/project/cluster-flags.ts';

function settingsIn(text: string) {
  const { versions, runtimeConfig, featureGates } = readClusterConfig(text);
  return {
    versions,
    runtimeConfig: Object.fromEntries(runtimeConfig),
    featureGates: Object.fromEntries(featureGates),
  };
}

const NOTHING = { versions: [], runtimeConfig: {}, featureGates: {} };

describe('a configuration of', () => {
  it('kind', () => {
    const text = `
      kind: Cluster
      apiVersion: kind.x-k8s.io/v1alpha4
      featureGates: { AllAlpha: true, AllBeta: false }
      runtimeConfig: { api/alpha: "true", api/beta: "false" }
      kubeadmConfigPatches:
        - |
          kind: ClusterConfiguration
          apiServer: { extraArgs: { feature-gates: "NodeSwap=true,AnyVolumeDataSource" } }
        - "kind: KubeletConfiguration"
      nodes:
        - role: control-plane
          image: kindest/node:v1.33.1@sha256:0000
          kubeadmConfigPatches:
            - |
              kind: ClusterConfiguration
              apiServer: { extraArgs: { runtime-config: policy/v1beta1=true } }
        - role: worker
          image: registry:5000/node
    `;
    expect(settingsIn(text)).toEqual({
      versions: ['v1.33.1'],
      runtimeConfig: { 'api/alpha': true, 'api/beta': false, 'policy/v1beta1': true },
      featureGates: { AllAlpha: true, AllBeta: false, NodeSwap: true, AnyVolumeDataSource: true },
    });
  });

  it('kubeadm', () => {
    const text = `
      apiVersion: kubeadm.k8s.io/v1beta4
      kind: ClusterConfiguration
      kubernetesVersion: v1.34.0
      apiServer:
        extraArgs:
          - { name: runtime-config, value: api/all=true }
          - { name: audit-policy-file, value: /etc/audit.yaml }
    `;
    expect(settingsIn(text)).toEqual({
      ...NOTHING,
      versions: ['v1.34.0'],
      runtimeConfig: { 'api/all': true },
    });
  });

  it('Talos', () => {
    const text = `
      cluster: { apiServer: { extraArgs: { runtime-config: api/beta=true } } }
    `;
    expect(settingsIn(text)).toEqual({ ...NOTHING, runtimeConfig: { 'api/beta': true } });
  });

  it('talhelper', () => {
    const text = `
      clusterName: home
      kubernetesVersion: v1.35.2
      patches: ['@./patches/all.yaml']
      controlPlane:
        patches: ['cluster: { apiServer: { extraArgs: { feature-gates: NodeSwap=true } } }']
    `;
    expect(settingsIn(text)).toEqual({
      ...NOTHING,
      versions: ['v1.35.2'],
      featureGates: { NodeSwap: true },
    });
  });

  it('k3s', () => {
    const text = `
      kube-apiserver-arg: [runtime-config=api/beta=true, feature-gates=NodeSwap=false]
    `;
    expect(settingsIn(text)).toEqual({
      ...NOTHING,
      runtimeConfig: { 'api/beta': true },
      featureGates: { NodeSwap: false },
    });
  });

  it('k3d', () => {
    const text = `
      apiVersion: k3d.io/v1alpha5
      kind: Simple
      image: rancher/k3s:v1.32.4-k3s1
      options:
        k3s:
          extraArgs:
            - { arg: --kube-apiserver-arg=feature-gates=NodeSwap=true, nodeFilters: [server:*] }
            - { arg: --disable=traefik }
    `;
    expect(settingsIn(text)).toEqual({
      ...NOTHING,
      versions: ['v1.32.4-k3s1'],
      featureGates: { NodeSwap: true },
    });
  });
});

it.each([
  // A resource of Cluster API creates another cluster.
  'apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\nruntimeConfig: { api/all: true }',
  'apiVersion: v1\nkind: ConfigMap\ncluster: { apiServer: { extraArgs: { runtime-config: api/all } } }',
  'apiServer: [',
  '- kubernetesVersion: v1.30.0',
  'kind: ClusterConfiguration\napiServer: { extraArgs: { service-node-port-range: { a: b } } }',
  'kind: ClusterConfiguration\napiServer: { extraArgs: [{ name: { a: b }, value: { c: d } }] }',
  'k3s_server: { service-node-port-range: { a: b } }',
])('%s has no settings', (text) => {
  expect(settingsIn(text)).toEqual(NOTHING);
});

it.each([
  ['hack/kind/alpha.yaml', true],
  ['kind-config.yaml', true],
  ['talos/clusterconfig/home.yaml', true],
  ['deploy/service.yaml', false],
  ['kind/deep/er/service.yaml', false],
])('%s: %s', (path, may) => {
  expect(mayConfigureCluster(path)).toBe(may);
});

it('the flags of several clusters are those that none of them disables, and that a server has', () => {
  const config = (gates: string, versions: string) =>
    readClusterConfig(
      `apiVersion: kind.x-k8s.io/v1alpha4\nkind: Cluster\nfeatureGates: ${gates}\nruntimeConfig: ${versions}`,
    );
  const flags = flagsOf(
    new Map([
      ['a.yaml', config('{ NodeSwap: true, NoSuchGate: true }', '{ api/beta: true }')],
      ['b.yaml', config('{ AllAlpha: true }', '{ api/beta: false }')],
      ['c.yaml', config('{ AllAlpha: true, NoSuchGate: true }', '{}')],
      ['d.yaml', config('{}', '{}')],
    ]),
  );
  expect(flags.files).toEqual(['a.yaml', 'b.yaml', 'c.yaml']);
  expect(flags.runtimeConfig).toEqual(new Map());
  expect(flags.featureGates).toEqual(
    new Map([
      ['NodeSwap', true],
      ['AllAlpha', true],
    ]),
  );
});
