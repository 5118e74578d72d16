import { defineRule, yaml } from '../../src/rule/rule.ts';

const SHORTEST = 1;
const LONGEST = 30;

export default defineRule({
  id: 'webhook/timeout',
  on: 'object',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'error',
  summary: 'A webhook has a timeout of 1 to 30 seconds.',
  details: `
Every request that a webhook matches waits for its response. \`timeoutSeconds\` must be between 1 and 30; the default is
10. After that time, \`failurePolicy\` determines whether the request is rejected.

Use a small number: the timeouts of webhooks that match the same request add up.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#timeouts',
  messages: {
    range: {
      text: 'timeoutSeconds is {value}; it must be between 1 and 30',
      help: 'use a value between 1 and 30, or remove timeoutSeconds for the default of 10',
      cause: 'FieldValueInvalid',
      rows: ['webhook-timeout-range'],
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
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            timeoutSeconds: 60
            #               ^^ expect: range
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            timeoutSeconds: 5
      `,
    ],
  },
  check(resource, { report }) {
    for (const webhook of resource.root.itemsOf('webhooks')) {
      const timeout = webhook.get('timeoutSeconds');
      if (timeout.value !== undefined && (timeout.value < SHORTEST || timeout.value > LONGEST)) {
        report({ message: 'range', at: timeout, values: { value: timeout.value } });
      }
    }
  },
});
