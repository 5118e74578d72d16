import { describe, expect, it } from 'vitest';
import { lintPedantically } from '../lint/lint-pedantically.ts';

/** The findings on an object that do not reproduce an error of the server and are at least warnings. */
function warningsOn(manifest: object): readonly string[] {
  return lintPedantically([{ name: 'object.json', content: JSON.stringify(manifest) }])
    .findings.filter(({ severity }) => severity !== 'info')
    .map(({ rule, messageId, message }) => `${rule} ${messageId}: ${message}`);
}

const metadata = { name: 'web', namespace: 'shop' };
const policy = (spec: object) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata,
  spec: { podSelector: { matchLabels: { app: 'web' } }, ...spec },
});
const quota = (hard: object) => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata,
  spec: { hard },
});
const schema = (spec: object) => ({
  apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
  kind: 'FlowSchema',
  metadata: { name: 'web' },
  spec: { distinguisherMethod: { type: 'ByUser' }, ...spec },
});
const everywhere = { namespaces: ['*'], clusterScope: true };
const account = {
  kind: 'ServiceAccount',
  serviceAccount: { name: 'web', namespace: 'shop' },
};

describe('usual manifests give no warning', () => {
  it.each([
    {
      what: 'a policy that denies everything',
      manifest: policy({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] }),
    },
    {
      what: 'a policy that allows everything out',
      manifest: policy({ policyTypes: ['Ingress', 'Egress'], egress: [{}] }),
    },
    {
      what: 'the peers of the Kubernetes documentation',
      manifest: policy({
        policyTypes: ['Ingress'],
        ingress: [
          {
            from: [
              { ipBlock: { cidr: '172.17.0.0/16', except: ['172.17.1.0/24'] } },
              { namespaceSelector: { matchLabels: { project: 'myproject' } } },
              { podSelector: { matchLabels: { role: 'frontend' } } },
            ],
            ports: [{ protocol: 'TCP', port: 6379 }],
          },
        ],
      }),
    },
    {
      what: 'a namespace, or any pod of the own one',
      manifest: policy({
        ingress: [
          {
            from: [{ namespaceSelector: { matchLabels: { team: 'a' } } }, { podSelector: {} }],
          },
        ],
      }),
    },
    {
      what: 'the internet without private ranges, and one of these',
      manifest: policy({
        policyTypes: ['Egress'],
        egress: [
          {
            to: [
              { ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8', '192.168.0.0/16'] } },
              { ipBlock: { cidr: '10.1.2.0/24' } },
              { ipBlock: { cidr: '::/0', except: ['fd00::/8'] } },
            ],
          },
        ],
      }),
    },
    {
      what: 'names resolved at the port of the name server of OpenShift',
      manifest: policy({
        policyTypes: ['Egress'],
        egress: [{ ports: [{ protocol: 'UDP', port: 5353 }] }, { ports: [{ port: 53 }] }],
      }),
    },
    {
      what: 'names resolved at a port that has a name',
      manifest: policy({
        policyTypes: ['Egress'],
        egress: [
          {
            to: [{ podSelector: { matchLabels: { app: 'dns' } } }],
            ports: [
              { protocol: 'UDP', port: 'dns' },
              { protocol: 'TCP', port: 'dns-tcp' },
            ],
          },
        ],
      }),
    },
    {
      what: 'labels that are not texts, which is refused',
      manifest: policy({ podSelector: { matchLabels: { app: 1 } }, ingress: [{}] }),
      refused: true,
    },
    {
      what: 'counts of classes, of extensions and of what a flag turns on',
      manifest: quota({
        'gold.storageclass.storage.k8s.io/requests.storage': '10Gi',
        'gpu.deviceclass.resource.k8s.io/devices': '2',
        'requests.nvidia.com/gpu': '2',
        'count/widgets.example.com': '3',
        'count/leasecandidates.coordination.k8s.io': '3',
        'count/ingresses.networking.k8s.io': '3',
      }),
    },
    {
      what: 'an amount that cannot be read, which is refused',
      manifest: quota({ pods: 'many' }),
      refused: true,
    },
    {
      what: 'checks of health for everybody without a limit',
      manifest: schema({
        priorityLevelConfiguration: { name: 'exempt' },
        distinguisherMethod: undefined,
        rules: [
          {
            subjects: [{ kind: 'Group', group: { name: 'system:unauthenticated' } }],
            nonResourceRules: [
              { verbs: ['*'], nonResourceURLs: ['/healthz', '/livez', '/readyz/*'] },
            ],
          },
        ],
      }),
    },
    {
      what: 'reviews of one component without a limit',
      manifest: schema({
        priorityLevelConfiguration: { name: 'exempt' },
        matchingPrecedence: 2,
        distinguisherMethod: undefined,
        rules: [
          {
            subjects: [account],
            resourceRules: [
              {
                verbs: ['*'],
                apiGroups: ['authorization.k8s.io'],
                resources: ['subjectaccessreviews'],
                ...everywhere,
              },
            ],
          },
        ],
      }),
    },
    {
      what: 'an extension for everybody, behind the service accounts',
      manifest: schema({
        priorityLevelConfiguration: { name: 'visibility' },
        matchingPrecedence: 9000,
        rules: [
          {
            subjects: [
              { kind: 'Group', group: { name: 'system:unauthenticated' } },
              { kind: 'Group', group: { name: 'system:authenticated' } },
            ],
            resourceRules: [
              {
                verbs: ['*'],
                apiGroups: ['visibility.example.com'],
                resources: ['*'],
                ...everywhere,
              },
            ],
          },
        ],
      }),
    },
    {
      what: 'namespaces by name, which are requests with a namespace',
      manifest: schema({
        priorityLevelConfiguration: { name: 'workload-low' },
        rules: [
          {
            subjects: [account],
            resourceRules: [
              {
                verbs: ['get'],
                apiGroups: [''],
                resources: ['namespaces'],
                namespaces: ['shop'],
              },
            ],
          },
        ],
      }),
    },
    {
      what: 'the metrics of pods by an extension server',
      manifest: {
        apiVersion: 'apiregistration.k8s.io/v1',
        kind: 'APIService',
        metadata: {
          name: 'v1beta1.metrics.k8s.io',
          annotations: { 'cert-manager.io/inject-ca-from': 'kube-system/metrics' },
        },
        spec: {
          group: 'metrics.k8s.io',
          version: 'v1beta1',
          groupPriorityMinimum: 100,
          versionPriority: 100,
          service: { name: 'metrics-server', namespace: 'kube-system' },
          caBundle: 'Cg==',
        },
      },
    },
  ])('$what', ({ manifest, refused = false }) => {
    const warnings = warningsOn(manifest);
    if (refused) expect(warnings.filter((text) => !text.startsWith('field/'))).toEqual([]);
    else expect(warnings).toEqual([]);
  });
});
