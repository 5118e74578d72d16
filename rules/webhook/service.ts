import {
  KINDS_WITH_WEBHOOK_CLIENTS,
  settledWebhookClients,
} from '../../src/analysis/admission/webhook-clients.ts';
import { isDns1123Subdomain } from '../../src/kubernetes/formats/dns.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'webhook/service',
  kinds: KINDS_WITH_WEBHOOK_CLIENTS,
  severity: 'error',
  summary:
    'The service of a webhook has a name, a namespace, a port from 1 to 65535 and a plain path.',
  details: `
\`service\` names a Service of the cluster. The API server wants its \`name\` and \`namespace\` (there is
no default namespace: the object itself has none), a \`port\` that is a port of the Service (443 where
not said) and a \`path\` that begins with a slash and has only lower-case letters, digits, dashes and dots
between slashes: each segment is checked like the name of an object.

When it misses the name, the server says so of \`namespace\`, and the other way round: an old slip
that it has kept. The place marked here is the one to mend.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#service-reference',
  messages: {
    name: {
      text: 'service.name is missing; the server does not know what to call',
      help: 'add the name of the Service (the server reports this at service.namespace)',
      cause: 'FieldValueRequired',
      rows: ['webhook-service-name-required', 'crd-conversion-service-name'],
    },
    namespace: {
      text: 'service.namespace is missing; it has no default here',
      help: 'add the namespace of the Service (the server reports this at service.name)',
      cause: 'FieldValueRequired',
      rows: ['webhook-service-namespace-required', 'crd-conversion-service-namespace'],
    },
    port: {
      text: 'service.port is {value}; it must be between 1 and 65535',
      help: 'leave it out for 443',
      cause: 'FieldValueInvalid',
      rows: ['webhook-service-port-range', 'crd-conversion-service-port'],
    },
    slash: {
      text: "service.path '{path}' does not begin with a slash",
      help: 'write /{path}',
      cause: 'FieldValueInvalid',
      rows: ['webhook-service-path-leading-slash', 'crd-conversion-service-path-slash'],
    },
    emptySegment: {
      text: "service.path '{path}' has nothing between two of its slashes",
      help: 'leave one of the slashes out',
      cause: 'FieldValueInvalid',
      rows: [
        'webhook-service-path-double-slash',
        'webhook-service-path-empty-segment',
        'crd-conversion-service-path-segment-empty',
      ],
    },
    segment: {
      text: "service.path has a segment '{segment}', which the server does not take",
      help: 'each segment may have lower-case letters, digits, - and ., and begins and ends with a letter or digit',
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
    for (const client of settledWebhookClients(resource)) {
      const service = client.get('service');
      if (service.absent) continue;
      const name = service.get('name');
      const namespace = service.get('namespace');
      // The server swaps the paths of these two.
      if (isEmpty(name)) report('name', name, {}, { path: `${service.path}.namespace` });
      if (isEmpty(namespace)) report('namespace', namespace, {}, { path: `${service.path}.name` });
      const port = service.get('port');
      if (port.value !== undefined && (port.value < 1 || port.value > 65535)) {
        report('port', port, { value: port.value });
      }
      const path = service.get('path');
      const text = path.value;
      if (text === undefined || text === '' || text === '/') continue;
      if (text === '//') {
        report('emptySegment', path, { path: text });
        continue;
      }
      if (!text.startsWith('/')) report('slash', path, { path: text });
      const segments = segmentsOf(text);
      if (segments.includes('')) report('emptySegment', path, { path: text });
      const bad = segments.find((segment) => segment !== '' && !isDns1123Subdomain(segment));
      if (bad !== undefined) report('segment', path, { segment: bad });
    }
  },
});

/** The segments as the server takes them: it drops the first character unseen, and one slash at the end. */
function segmentsOf(path: string): readonly string[] {
  const [, ...rest] = path;
  return rest.join('').replace(/\/$/, '').split('/');
}

function isEmpty(field: { readonly value: string | undefined; readonly pruned: boolean }): boolean {
  return (field.value ?? '') === '' && !field.pruned;
}
