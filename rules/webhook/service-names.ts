import {
  KINDS_WITH_WEBHOOK_CLIENTS,
  settledWebhookClients,
} from '../../src/analysis/admission/webhook-clients.ts';
import { isDns1123Label } from '../../src/kubernetes/formats/dns.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'webhook/service-names',
  kinds: KINDS_WITH_WEBHOOK_CLIENTS,
  severity: 'warning',
  summary: 'The name and namespace of the service are ones that a Service can have.',
  details: `
The API server only wants the two not to be empty. A name that no Service can have is accepted, and every call of
the webhook fails.

Names of Services and namespaces have lower-case letters, digits and dashes, up to 63 characters. The name is that
of the Service alone, without its namespace or domain.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#service-reference',
  messages: {
    name: {
      text: "there can be no {what} called '{name}', so every call of the webhook fails",
      help: 'write lower-case letters, digits and dashes, up to 63 characters',
      rows: ['lint-service-name-format', 'crd-lint-conversion-service-format'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: widgets.example.com }
        webhooks:
          - name: widgets.example.com
            clientConfig:
              service:
                name: hooks.shop.svc
                #     ^^^^^^^^^^^^^^ expect: name
                namespace: Shop
                #          ^^^^ expect: name
            sideEffects: None
            admissionReviewVersions: [v1]
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: widgets.example.com }
        webhooks:
          - name: widgets.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
      `,
    ],
  },
  check(resource, { report }) {
    for (const client of settledWebhookClients(resource)) {
      const service = client.get('service');
      for (const [member, what] of [
        ['name', 'Service'],
        ['namespace', 'namespace'],
      ] as const) {
        const field = service.get(member);
        const { value: name = '' } = field;
        if (name !== '' && !isDns1123Label(name)) report('name', field, { what, name });
      }
    }
  },
});
