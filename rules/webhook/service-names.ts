import {
  KINDS_WITH_WEBHOOK_CLIENTS,
  unambiguousWebhookClients,
} from '../../src/analysis/admission/webhook-clients.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isDns1123Label } from '../../src/server/kubernetes/formats/dns.ts';

export default defineRule({
  id: 'webhook/service-names',
  on: 'object',
  kinds: KINDS_WITH_WEBHOOK_CLIENTS,
  severity: 'warning',
  summary: 'The service of a webhook refers to valid names of a Service and a namespace.',
  details: `
The API server only requires that the name and the namespace of the Service are not empty. If no Service or namespace
can have such a name, every call to the webhook fails.

The names of Services and namespaces are DNS labels: up to 63 lowercase letters, digits and \`-\`. The name must be that
of the Service only, without its namespace or domain.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#service-reference',
  messages: {
    name: {
      text: "'{name}' is not a valid name of a {what}, so every call to the webhook fails",
      help: 'use the name of the {what} only: up to 63 lowercase letters, digits and -',
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
    for (const client of unambiguousWebhookClients(resource)) {
      const service = client.get('service');
      for (const [member, what] of [
        ['name', 'Service'],
        ['namespace', 'namespace'],
      ] as const) {
        const field = service.get(member);
        const { value: name = '' } = field;
        if (name !== '' && !isDns1123Label(name))
          report({ message: 'name', at: field, values: { what, name } });
      }
    }
  },
});
