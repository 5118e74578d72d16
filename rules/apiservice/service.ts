import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isPortNumber } from '../../src/server/kubernetes/formats/port.ts';

export default defineRule({
  id: 'apiservice/service',
  on: 'object',
  kinds: ['APIService'],
  severity: 'error',
  summary: 'The service of an APIService has a name, a namespace and a port from 1 to 65535.',
  details: `
The API server proxies requests for the group to the Service of the extension server, which \`service\` specifies by
\`name\`, \`namespace\` and \`port\`. An APIService is cluster-scoped, so there is no default for the namespace. The
default port is 443. An empty \`service\` lacks both names. Without \`service\`, the API server serves the group
itself; it creates such APIServices automatically.

The API server does not check that the Service exists. As long as it does not, the APIService is unavailable.
`,
  reference: 'https://kubernetes.io/docs/tasks/extend-kubernetes/setup-extension-api-server/',
  messages: {
    required: {
      text: 'spec.service.{field} is required',
      help: 'add the {field} of the Service of the extension server',
      cause: 'FieldValueRequired',
      rows: ['as-service-namespace-required', 'as-service-name-required'],
    },
    port: {
      text: 'port is {value}; it must be between 1 and 65535',
      help: 'use the port of the Service, or remove the field for the default of 443',
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
      if (isEmptyText(member)) report({ message: 'required', at: member, values: { field } });
    }
    const port = service.get('port');
    if (port.value !== undefined && !isPortNumber(port.value))
      report({ message: 'port', at: port, values: { value: port.value } });
  },
});
