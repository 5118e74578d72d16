import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isDns1123Label } from '../../src/server/kubernetes/formats/dns.ts';

export default defineRule({
  id: 'apiservice/service-names',
  on: 'object',
  kinds: ['APIService'],
  severity: 'warning',
  summary: 'The service of an APIService has a valid name and namespace.',
  details: `
The API server checks only that the two fields are not empty. If one of them is not a valid name, the APIService
is never available. Clients that discover all resources of the cluster then fail or report errors for its
group: \`kubectl get all\` does, and namespaces cannot be deleted completely.

The names of Services and namespaces consist of up to 63 lowercase letters, digits and dashes.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/api-service-v1/',
  messages: {
    name: {
      text: "'{name}' is not a valid name of a {what}, so the APIService is never available",
      help: 'use up to 63 lowercase letters, digits and dashes',
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
      if (name !== '' && !isDns1123Label(name))
        report({ message: 'name', at: field, values: { what, name } });
    }
  },
});
