import { requirePortNumber } from '../../src/analysis/fields/ports.ts';
import { requireObject } from '../../src/analysis/fields/references.ts';
import {
  requireFormat,
  requireText,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { httpPaths } from '../../src/analysis/ingresses/http-paths.ts';
import { serviceNameProblem } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { portNameProblems } from '../../src/server/kubernetes/formats/port.ts';

export default defineRule({
  id: 'ingress/backend',
  on: 'object',
  kinds: ['Ingress'],
  severity: 'error',
  summary: 'Each backend of an Ingress is a Service with one port, or another resource.',
  details: `
An Ingress has rules or a \`defaultBackend\`. A backend is either \`service\`, with a \`name\` and a \`port\` that has a \`name\` or a
\`number\`, or \`resource\`, with the \`kind\` and \`name\` of another object.

Manifests for Kubernetes before 1.19 have \`serviceName\` and \`servicePort\`, which \`networking.k8s.io/v1\` does not know.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/ingress/#the-ingress-resource',
  messages: {
    none: {
      text: 'the Ingress has neither rules nor a default backend',
      help: 'add rules, or defaultBackend',
      cause: 'FieldValueInvalid',
      rows: ['ingress-empty'],
    },
    choice: {
      text: 'a backend is either a service or a resource; this one has {given}',
      help: 'write service with a name and a port',
      cause: 'FieldValueInvalid',
      rows: ['ingress-backend-choice'],
    },
    twoPorts: {
      text: 'the port of the backend has both a name and a number',
      help: 'remove one of them',
      cause: 'FieldValueInvalid',
      rows: ['ingress-backend-two-ports'],
    },
    noPort: {
      text: 'the backend has no port of the Service',
      help: 'add service.port.number or service.port.name',
      cause: 'FieldValueRequired',
      rows: ['ingress-backend-no-port'],
    },
    required: { ...VALUE_MESSAGES.required, rows: ['ingress-backend-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['ingress-backend-format'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata: { name: shop }
        spec: # expect: none
          ingressClassName: nginx
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata: { name: shop }
        spec:
          defaultBackend: {}
          #               ^^ expect: choice
          rules:
            - http:
                paths:
                  - path: /a
                    pathType: Prefix
                    backend: # expect: twoPorts
                      service: { name: web, port: { name: http, number: 80 } }
                  - path: /b
                    pathType: Prefix
                    backend: # expect: noPort
                      service: { name: "" } # expect: required
                  - path: /c
                    pathType: Prefix
                    backend:
                      service:
                        name: web_server
                        #     ^^^^^^^^^^ expect: invalid
                        port: { number: 80 }
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata: { name: shop }
        spec:
          defaultBackend:
            service: { name: web, port: { number: 80 } }
      `,
    ],
  },
  check(resource, { report, server }) {
    const spec = resource.root.get('spec');
    const rules = spec.get('rules');
    const defaultBackend = spec.get('defaultBackend');
    if (rules.items().length === 0 && !rules.pruned && defaultBackend.absent) {
      report({ message: 'none', at: spec });
    }
    const backends = httpPaths(resource)
      // The server does not look at the backend of a path without a type.
      .filter((path) => !path.get('pathType').absent)
      .map((path) => path.get('backend'));
    if (defaultBackend.value !== undefined) backends.push(defaultBackend);
    for (const backend of backends) {
      const other = backend.get('resource');
      const service = backend.get('service');
      if (other.value !== undefined && service.value !== undefined) {
        report({ message: 'choice', at: backend, values: { given: 'both' } });
      } else if (other.value !== undefined) {
        requireObject(report, other);
      } else if (service.value === undefined) {
        if (!service.pruned) report({ message: 'choice', at: backend, values: { given: 'none' } });
      } else {
        const name = service.get('name');
        if (requireText(report, name, 'the name of the Service')) {
          requireFormat(report, name, (text) => serviceNameProblem(text, server));
        }
        const port = service.get('port');
        const portName = port.get('name');
        const number = port.get('number');
        if (portName.value && number.value) report({ message: 'twoPorts', at: backend });
        else if (portName.value) {
          requireFormat(report, portName, (text) => portNameProblems(text)[0]);
        } else if (number.value) requirePortNumber(report, number);
        else if (![port, portName, number].some(({ pruned }) => pruned)) {
          report({ message: 'noPort', at: backend });
        }
      }
    }
  },
});
