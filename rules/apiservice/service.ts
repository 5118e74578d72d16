import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { isPortNumber } from '../../src/kubernetes/formats/port.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'apiservice/service',
  kinds: ['APIService'],
  severity: 'error',
  summary: 'The service of an APIService has a name, a namespace and a port from 1 to 65535.',
  details: `
\`service\` names the Service of the extension server that requests are passed on to, by \`name\`, \`namespace\` (an
APIService has none of its own, so there is no default) and \`port\`, which is 443 where not said. An empty
\`service\` is one that lacks both; leaving it out altogether says that the API server itself serves the
group, which is nothing to write by hand.

Whether there is such a Service the API server does not look; without it the APIService becomes unavailable.
`,
  reference: 'https://kubernetes.io/docs/tasks/extend-kubernetes/setup-extension-api-server/',
  messages: {
    required: {
      text: 'the service has no {field}',
      help: 'add the {field} of the Service of the extension server',
      cause: 'FieldValueRequired',
      rows: ['as-service-namespace-required', 'as-service-name-required'],
    },
    port: {
      text: 'service.port is {value}; it must be between 1 and 65535',
      help: 'leave it out for 443',
      cause: 'FieldValueInvalid',
      rows: ['as-service-port'],
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
        # ^^^^^^^ expect: required
            name: metrics
            port: 0
            #     ^ expect: port
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
          service: { name: metrics, namespace: monitoring, port: 8443 }
      `,
    ],
  },
  check(resource, { report }) {
    const service = resource.root.get('spec').get('service');
    if (service.value === undefined) return;
    for (const field of ['namespace', 'name'] as const) {
      const member = service.get(field);
      if (isEmptyText(member)) report('required', member, { field });
    }
    const port = service.get('port');
    if (port.value !== undefined && !isPortNumber(port.value))
      report('port', port, { value: port.value });
  },
});
