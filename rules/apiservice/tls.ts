import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'apiservice/tls',
  on: 'object',
  kinds: ['APIService'],
  severity: 'error',
  summary: 'An APIService has caBundle or insecureSkipTLSVerify only with a service, and not both.',
  details: `
The API server verifies the certificate of the extension server by \`caBundle\`. With \`insecureSkipTLSVerify: true\`, it
does not verify it. The two fields exclude each other. Without a \`service\`, there is no connection to an
extension server, so neither is allowed. An empty \`caBundle\` counts as absent.

Prefer \`caBundle\`: without verification, whoever can intercept the connection can read the requests and answer them.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/configure-aggregation-layer/#contacting-the-extension-apiserver',
  messages: {
    localBundle: {
      text: 'caBundle is not allowed without a service',
      help: 'add the service of the extension server, or remove caBundle',
      cause: 'FieldValueInvalid',
      rows: ['as-local-ca-bundle'],
      dependsOn: ['spec.service'],
    },
    localInsecure: {
      text: 'insecureSkipTLSVerify is not allowed without a service',
      help: 'add the service of the extension server, or remove insecureSkipTLSVerify',
      cause: 'FieldValueInvalid',
      rows: ['as-local-insecure'],
      dependsOn: ['spec.service'],
    },
    both: {
      text: 'insecureSkipTLSVerify and caBundle exclude each other',
      help: 'remove insecureSkipTLSVerify, so that the certificate is verified',
      cause: 'FieldValueInvalid',
      rows: ['as-insecure-with-ca'],
      dependsOn: ['spec.caBundle'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: v1.metrics.example.com }
        spec:
          group: metrics.example.com
          version: v1
          groupPriorityMinimum: 100
          versionPriority: 100
          caBundle: Y2VydA==
          #         ^^^^^^^^ expect: localBundle
          insecureSkipTLSVerify: true
          #                      ^^^^ expect: localInsecure
      `,
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: v1.metrics.example.com }
        spec:
          group: metrics.example.com
          version: v1
          groupPriorityMinimum: 100
          versionPriority: 100
          service: { name: metrics, namespace: monitoring }
          caBundle: Y2VydA==
          insecureSkipTLSVerify: true
          #                      ^^^^ expect: both
      `,
    ],
    good: [
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: v1.metrics.example.com }
        spec:
          group: metrics.example.com
          version: v1
          groupPriorityMinimum: 100
          versionPriority: 100
          service: { name: metrics, namespace: monitoring }
          caBundle: Y2VydA==
      `,
    ],
  },
  check(resource, { report }) {
    const spec = resource.root.get('spec');
    const service = spec.get('service');
    const caBundle = spec.get('caBundle');
    const insecure = spec.get('insecureSkipTLSVerify');
    const hasBundle = /[^\r\n]/.test(caBundle.value ?? '');
    if (service.absent) {
      if (hasBundle) report({ message: 'localBundle', at: caBundle });
      if (insecure.value === true) report({ message: 'localInsecure', at: insecure });
    } else if (hasBundle && insecure.value === true) {
      report({
        message: 'both',
        at: insecure,
        related: [{ span: caBundle.location('key').span, message: 'the caBundle' }],
      });
    }
  },
});
