import { isDns1035Label } from '../../src/kubernetes/formats/dns.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The versions of AdmissionReview that API servers speak, the current one first. */
const CURRENT = 'v1';
const LEGACY = 'v1beta1';

export default defineRule({
  id: 'webhook/legacy-reviews',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'info',
  summary: 'A webhook is asked in version v1 of AdmissionReview.',
  details: `
The API server asks a webhook in the first version of \`admissionReviewVersions\` that it knows: \`v1\` or \`v1beta1\`.
Others are passed over. \`v1beta1\` is the form of before Kubernetes 1.16, in which answers are checked less
strictly; servers will not speak it for ever.

List \`v1\` first, if the webhook understands it; most libraries have done so for years.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#request',
  messages: {
    unknown: {
      text: "API servers know no version '{version}' of AdmissionReview and pass over it",
      help: 'leave it out',
      rows: ['lint-review-versions-unknown'],
    },
    legacy: {
      text: 'v1 is not listed, so the webhook is asked in the old form v1beta1',
      help: 'list v1 first, if the webhook understands it',
      rows: ['lint-review-versions-unknown'],
    },
    order: {
      text: 'v1beta1 is listed before v1, so the webhook is asked in the old form',
      help: 'list v1 first',
      rows: ['lint-review-versions-unknown'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: widgets.example.com }
        webhooks:
          - name: a.widgets.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1, v2]
            #                             ^^ expect: unknown
          - name: b.widgets.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1beta1]
            #                         ^^^^^^^ expect: legacy
          - name: c.widgets.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1beta1, v1]
            #                         ^^^^^^^ expect: order
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
            admissionReviewVersions: [v1, v1beta1]
      `,
    ],
  },
  check(resource, { report }) {
    for (const webhook of resource.root.get('webhooks').items()) {
      const fields = webhook.get('admissionReviewVersions').items();
      const known = fields.filter(isKnown);
      const [first] = known;
      // Without any that it knows, the server refuses the webhook.
      if (first === undefined) continue;
      for (const field of fields) {
        const { value: version = '' } = field;
        // What does not have the form of a version is refused by the server.
        if (!isKnown(field) && isDns1035Label(version)) report('unknown', field, { version });
      }
      if (first.value !== LEGACY) continue;
      report(known.some(({ value }) => value === CURRENT) ? 'order' : 'legacy', first);
    }
  },
});

function isKnown({ value }: Field<string>): boolean {
  return value === CURRENT || value === LEGACY;
}
