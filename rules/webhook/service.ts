import {
  KINDS_WITH_WEBHOOK_CLIENTS,
  unambiguousWebhookClients,
} from '../../src/analysis/admission/webhook-clients.ts';
import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isDns1123Subdomain } from '../../src/server/kubernetes/formats/dns.ts';

export default defineRule({
  id: 'webhook/service',
  on: 'object',
  kinds: KINDS_WITH_WEBHOOK_CLIENTS,
  severity: 'error',
  summary: 'The service of a webhook has a name and a namespace, and a valid port and path.',
  details: `
\`service\` refers to a Service of the cluster. Its \`name\` and \`namespace\` are required; there is no default namespace,
because the object itself is cluster-scoped. The \`port\` is the port of the Service, from 1 to 65535, and 443 by default.
The \`path\` must start with a slash, and each of its segments must be a DNS subdomain: lowercase letters, digits, \`-\`
and \`.\`.

If the name is missing, the API server reports the error at \`namespace\`, and vice versa. kubeadmit reports it at the
missing field.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#service-reference',
  messages: {
    name: {
      text: 'service.name is required',
      help: 'add the name of the Service (the API server reports this error at service.namespace)',
      cause: 'FieldValueRequired',
      rows: ['webhook-service-name-required', 'crd-conversion-service-name'],
    },
    namespace: {
      text: 'service.namespace is required',
      help: 'add the namespace of the Service (the API server reports this error at service.name)',
      cause: 'FieldValueRequired',
      rows: ['webhook-service-namespace-required', 'crd-conversion-service-namespace'],
    },
    port: {
      text: 'service.port is {value}; it must be between 1 and 65535',
      help: 'use a port of the Service, or remove port for the default of 443',
      cause: 'FieldValueInvalid',
      rows: ['webhook-service-port-range', 'crd-conversion-service-port'],
    },
    slash: {
      text: "service.path '{path}' must start with a slash",
      help: 'write /{path}',
      cause: 'FieldValueInvalid',
      rows: ['webhook-service-path-leading-slash', 'crd-conversion-service-path-slash'],
    },
    emptySegment: {
      text: "service.path '{path}' has an empty segment",
      help: 'remove one of the two slashes',
      cause: 'FieldValueInvalid',
      rows: [
        'webhook-service-path-double-slash',
        'webhook-service-path-empty-segment',
        'crd-conversion-service-path-segment-empty',
      ],
    },
    segment: {
      text: "'{segment}' is not a valid segment of service.path",
      help: 'use lowercase letters, digits, - and . in each segment; start and end it with a letter or digit',
      cause: 'FieldValueInvalid',
      rows: [
        'webhook-service-path-segment-format',
        'crd-conversion-service-path-segment-subdomain',
      ],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: names.example.com
            clientConfig:
              service: { namespace: shop }
            # ^^^^^^^ expect: name
            sideEffects: None
            admissionReviewVersions: [v1]
          - name: namespaces.example.com
            clientConfig:
              service: { name: hooks, namespace: "" }
              #                                  ^^ expect: namespace
            sideEffects: None
            admissionReviewVersions: [v1]
          - name: ports.example.com
            clientConfig:
              service: { name: hooks, namespace: shop, port: 0 }
              #                                              ^ expect: port
            sideEffects: None
            admissionReviewVersions: [v1]
          - name: paths.example.com
            clientConfig:
              service: { name: hooks, namespace: shop, path: pods }
              #                                              ^^^^ expect: slash
            sideEffects: None
            admissionReviewVersions: [v1]
          - name: segments.example.com
            clientConfig:
              service: { name: hooks, namespace: shop, path: /v1//Pods }
              #                                              ^^^^^^^^^ expect: emptySegment, segment
            sideEffects: None
            admissionReviewVersions: [v1]
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
              service: { name: hooks, namespace: shop, port: 8443, path: /validate/v1.pods/ }
            sideEffects: None
            admissionReviewVersions: [v1]
      `,
    ],
  },
  check(resource, { report }) {
    for (const client of unambiguousWebhookClients(resource)) {
      const service = client.get('service');
      if (service.absent) continue;
      const name = service.get('name');
      const namespace = service.get('namespace');
      // The server swaps the paths of these two.
      if (isEmptyText(name))
        report({ message: 'name', at: name, path: `${service.path}.namespace` });
      if (isEmptyText(namespace))
        report({ message: 'namespace', at: namespace, path: `${service.path}.name` });
      const port = service.get('port');
      if (port.value !== undefined && (port.value < 1 || port.value > 65535)) {
        report({ message: 'port', at: port, values: { value: port.value } });
      }
      const path = service.get('path');
      const text = path.value;
      if (text === undefined || text === '' || text === '/') continue;
      if (text === '//') {
        report({ message: 'emptySegment', at: path, values: { path: text } });
        continue;
      }
      if (!text.startsWith('/')) report({ message: 'slash', at: path, values: { path: text } });
      const segments = segmentsOf(text);
      if (segments.includes(''))
        report({ message: 'emptySegment', at: path, values: { path: text } });
      const bad = segments.find((segment) => segment !== '' && !isDns1123Subdomain(segment));
      if (bad !== undefined) report({ message: 'segment', at: path, values: { segment: bad } });
    }
  },
});

/** The segments that the server validates. It drops the first character and a slash at the end. */
function segmentsOf(path: string): readonly string[] {
  const [, ...rest] = path;
  return rest.join('').replace(/\/$/, '').split('/');
}
