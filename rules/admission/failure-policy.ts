import { DECIDING_KINDS, decidersOf } from '../../src/analysis/admission/deciders.ts';
import { enumFix } from '../../src/analysis/fields/value-fixes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const POLICIES: readonly string[] = ['Fail', 'Ignore'];

export default defineRule({
  id: 'admission/failure-policy',
  on: 'object',
  kinds: DECIDING_KINDS,
  severity: 'error',
  summary: 'The failurePolicy is Fail or Ignore.',
  details: `
\`failurePolicy\` determines what happens to a request if the webhook cannot be called, or an expression of the policy
fails with an error: \`Fail\` rejects the request, \`Ignore\` allows it. No other values are valid, and they are
case-sensitive. The default is \`Fail\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#failure-policy',
  messages: {
    unsupported: {
      text: "failurePolicy is '{value}'; it must be Fail or Ignore",
      help: 'use Fail (the default) or Ignore',
      cause: 'FieldValueNotSupported',
      rows: ['webhook-failure-policy-unsupported', 'policy-failure-policy-unsupported'],
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
            failurePolicy: fail
            #              ^^^^ expect: unsupported
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
            failurePolicy: Ignore
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: admissionregistration.k8s.io/v1
          kind: ValidatingWebhookConfiguration
          metadata: { name: pods.example.com }
          webhooks:
            - name: pods.example.com
              clientConfig:
                service: { name: hooks, namespace: shop }
              sideEffects: None
              admissionReviewVersions: [v1]
              failurePolicy: fail # nothing is admitted unchecked
        `,
        after: yaml`
          apiVersion: admissionregistration.k8s.io/v1
          kind: ValidatingWebhookConfiguration
          metadata: { name: pods.example.com }
          webhooks:
            - name: pods.example.com
              clientConfig:
                service: { name: hooks, namespace: shop }
              sideEffects: None
              admissionReviewVersions: [v1]
              failurePolicy: Fail # nothing is admitted unchecked
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const decider of decidersOf(resource)) {
      const field = decider.get('failurePolicy');
      if (field.value !== undefined && !POLICIES.includes(field.value)) {
        const fix = enumFix(field, POLICIES);
        report({ message: 'unsupported', at: field, values: { value: field.value }, fix });
      }
    }
  },
});
