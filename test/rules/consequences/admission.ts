import type { RootCause } from './root-cause.ts';

const webhooks = (...fields: readonly object[]) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'hooks' },
  webhooks: fields.map((more, index) => ({
    name: `w${index}.example.com`,
    clientConfig: { url: 'https://hooks.example.com' },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    ...more,
  })),
});

const resourceRule = (more: object) => ({
  operations: ['CREATE'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['pods'],
  ...more,
});

export const ADMISSION: readonly RootCause[] = [
  {
    mistake: 'the host and port of a url only',
    manifest: webhooks({ clientConfig: { url: 'hooks.example.com:8443/pods' } }),
    root: 'webhook/url#schemeMissing',
    consequences: ['webhook/url#host'],
  },
  {
    mistake: 'the group of a review version',
    manifest: webhooks({ admissionReviewVersions: ['admission.k8s.io/v1'] }),
    root: 'webhook/review-versions#format',
    consequences: ['webhook/review-versions#unknown'],
  },
  {
    mistake: 'entries with a wildcard for everything',
    manifest: webhooks({
      rules: [resourceRule({ resources: ['*/*', 'pods/log', '*', 'pods'] })],
    }),
    root: 'admission/rule-wildcards#everything',
    consequences: ['admission/rule-wildcards#allResources'],
  },
  {
    mistake: 'a wildcard for subresources after one for everything',
    manifest: webhooks({ rules: [resourceRule({ resources: ['*/*', 'pods/*'] })] }),
    root: 'admission/rule-wildcards#everything',
    consequences: ['admission/rule-wildcards#covered'],
  },
  {
    mistake: 'a verb of RBAC in a policy that mutates',
    manifest: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingAdmissionPolicy',
      metadata: { name: 'labels' },
      spec: {
        reinvocationPolicy: 'Never',
        matchConstraints: { resourceRules: [resourceRule({ operations: ['patch'] })] },
        mutations: [
          { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } },
        ],
      },
    },
    root: 'admission/rule-operations#unsupported',
    consequences: ['policy/mutating-operations#unsupported'],
  },
];
