import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'apiservice/tls',
  kinds: ['APIService'],
  severity: 'error',
  summary: 'caBundle or insecureSkipTLSVerify is set only with a service, and not both of them.',
  details: `
\`caBundle\` is what the API server checks the certificate of the extension server against;
\`insecureSkipTLSVerify: true\` says not to check it at all. So they exclude each other, and without a \`service\`,
where there is no connection to check, neither may be there. An empty \`caBundle\` counts as none.

Keep \`caBundle\`: without the check anyone between the two can read the requests and act as their users.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/configure-aggregation-layer/#contacting-the-extension-apiserver',
  messages: {
    localBundle: {
      text: 'there is no service, so there is no certificate to check against caBundle',
      help: 'add the service of the extension server, or leave caBundle out',
      cause: 'FieldValueInvalid',
      rows: ['as-local-ca-bundle'],
      dependsOn: ['spec.service'],
    },
    localInsecure: {
      text: 'there is no service, so there is no certificate that need not be checked',
      help: 'add the service of the extension server, or leave insecureSkipTLSVerify out',
      cause: 'FieldValueInvalid',
      rows: ['as-local-insecure'],
      dependsOn: ['spec.service'],
    },
    both: {
      text: 'insecureSkipTLSVerify says not to check the certificate, and caBundle what to check it against',
      help: 'leave insecureSkipTLSVerify out',
      cause: 'FieldValueInvalid',
      rows: ['as-insecure-with-ca'],
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
      if (hasBundle) report('localBundle', caBundle);
      if (insecure.value === true) report('localInsecure', insecure);
    } else if (hasBundle && insecure.value === true) {
      report(
        'both',
        insecure,
        {},
        {
          related: [{ span: caBundle.location('key').span, message: 'the caBundle' }],
        },
      );
    }
  },
});
