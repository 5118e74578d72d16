import {
  KINDS_WITH_WEBHOOK_CLIENTS,
  webhookClients,
} from '../../src/analysis/admission/webhook-clients.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'webhook/client-config',
  kinds: KINDS_WITH_WEBHOOK_CLIENTS,
  severity: 'error',
  summary: 'A webhook is called either by url or through a service.',
  details: `
The API server has to know one way to reach a webhook: \`url\` for a server that the control plane
finds by itself, \`service\` for a Service of the cluster. With both it could not tell which one is
meant, with neither it has nothing to call, so it refuses the whole object. An empty text counts as a
\`url\` that is there; \`null\` does not.

Write \`service\` for a webhook that runs in the cluster, which is nearly always the case.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#contacting-the-webhook',
  messages: {
    both: {
      text: 'clientConfig has both url and service; the server takes exactly one of them',
      help: 'keep service for a webhook that runs in the cluster, url for one outside of it',
      cause: 'FieldValueRequired',
      rows: ['webhook-client-config-exactly-one', 'crd-conversion-url-xor-service'],
    },
    neither: {
      text: 'clientConfig has neither url nor service, so the server has nothing to call',
      help: 'add service with name and namespace (and path and port, if not / and 443)',
      cause: 'FieldValueRequired',
      rows: ['webhook-client-config-exactly-one', 'crd-conversion-url-xor-service'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
          # ^^^^^^^^^^^^ expect: both
              url: https://hooks.example.com/pods
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig: { caBundle: "" } 
            #             ^^^^^^^^^^^^^^^^ expect: neither
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
              service: { name: hooks, namespace: shop, path: /pods }
            sideEffects: None
            admissionReviewVersions: [v1]
      `,
    ],
  },
  check(resource, { report }) {
    for (const client of webhookClients(resource)) {
      const url = client.get('url');
      const service = client.get('service');
      if (url.absent && service.absent) {
        report('neither', client);
      } else if (!url.absent && !service.absent) {
        report(
          'both',
          client,
          {},
          {
            related: [
              { span: url.location('key').span, message: 'one way' },
              { span: service.location('key').span, message: 'the other way' },
            ],
          },
        );
      }
    }
  },
});
