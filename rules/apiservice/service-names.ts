import { isDns1123Label } from '../../src/kubernetes/formats/dns.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'apiservice/service-names',
  kinds: ['APIService'],
  severity: 'warning',
  summary: 'The name and namespace of the service are ones that a Service can have.',
  details: `
The API server only wants the two not to be empty. A name that no Service can have is accepted; the
APIService is then never available, and what lists all resources of the cluster, such as the deletion of a
namespace or \`kubectl get all\`, stumbles over its group.

Names of Services and namespaces have lower-case letters, digits and dashes, up to 63 characters.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/api-service-v1/',
  messages: {
    name: {
      text: "there can be no {what} called '{name}', so the APIService is never available",
      help: 'write lower-case letters, digits and dashes, up to 63 characters',
      rows: ['lint-as-service-missing'],
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
          service:
            name: Metrics_Server
            #     ^^^^^^^^^^^^^^ expect: name
            namespace: monitoring
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
          service: { name: metrics-server, namespace: monitoring }
      `,
    ],
  },
  check(resource, { report }) {
    const service = resource.root.get('spec').get('service');
    for (const [member, what] of [
      ['name', 'Service'],
      ['namespace', 'namespace'],
    ] as const) {
      const field = service.get(member);
      const { value: name = '' } = field;
      if (name !== '' && !isDns1123Label(name)) report('name', field, { what, name });
    }
  },
});
