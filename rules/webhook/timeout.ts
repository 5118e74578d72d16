import { defineRule, yaml } from '../../src/rule/rule.ts';

const SHORTEST = 1;
const LONGEST = 30;

export default defineRule({
  id: 'webhook/timeout',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'error',
  summary: 'A webhook is given 1 to 30 seconds to answer.',
  details: `
Every matching request waits for the webhook, so the API server allows \`timeoutSeconds\` from 1 to
30 and refuses anything else, 0 included. Without the field it waits 10 seconds. When the time is
up, \`failurePolicy\` decides.

Write a small number: webhooks that match the same request add up, and a client such as kubectl
gives up after a minute or so.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#timeouts',
  messages: {
    range: {
      text: 'timeoutSeconds is {value}; it must be between 1 and 30',
      help: 'leave it out for the default of 10 seconds',
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
    for (const webhook of resource.root.get('webhooks').items()) {
      const timeout = webhook.get('timeoutSeconds');
      if (timeout.value !== undefined && (timeout.value < SHORTEST || timeout.value > LONGEST)) {
        report('range', timeout, { value: timeout.value });
      }
    }
  },
});
