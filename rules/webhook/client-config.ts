import {
  KINDS_WITH_WEBHOOK_CLIENTS,
  webhookClients,
} from '../../src/analysis/admission/webhook-clients.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'webhook/client-config',
  on: 'object',
  kinds: KINDS_WITH_WEBHOOK_CLIENTS,
  severity: 'error',
  summary: 'A webhook is called either by url or through a Service.',
  details: `
\`clientConfig\` must have exactly one of \`service\`, for a webhook that runs in the cluster, and \`url\`, for a webhook
outside of it. An empty string counts as a \`url\`, \`null\` does not.

Nearly all webhooks run in the cluster and need \`service\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#contacting-the-webhook',
  messages: {
    both: {
      text: 'clientConfig has both url and service; exactly one of them is required',
      help: 'keep service if the webhook runs in the cluster, url if it runs outside of it',
      cause: 'FieldValueRequired',
      rows: ['webhook-client-config-exactly-one', 'crd-conversion-url-xor-service'],
    },
    neither: {
      text: 'clientConfig has neither url nor service; exactly one of them is required',
      help: 'add service with name and namespace, and with path and port if they are not / and 443',
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
        report({ message: 'neither', at: client });
      } else if (!url.absent && !service.absent) {
        report({
          message: 'both',
          at: client,
          related: [
            { span: url.location('key').span, message: 'the url' },
            { span: service.location('key').span, message: 'the Service' },
          ],
        });
      }
    }
  },
});
