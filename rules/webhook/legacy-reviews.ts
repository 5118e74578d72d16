import { furtherLocations } from '../../src/analysis/further-locations.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isDns1035Label } from '../../src/server/kubernetes/formats/dns.ts';

/** The versions of AdmissionReview that API servers support. */
const CURRENT = 'v1';
const LEGACY = 'v1beta1';

export default defineRule({
  id: 'webhook/legacy-reviews',
  on: 'object',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'info',
  summary: 'The API server sends AdmissionReview v1 to a webhook.',
  details: `
The API server sends an AdmissionReview in the first version of \`admissionReviewVersions\` that it supports, which are
\`v1\` and \`v1beta1\`; it ignores all others. \`v1beta1\` has been superseded by \`v1\` in Kubernetes 1.16, and responses in
this version are validated less strictly.

List \`v1\` first if the webhook supports it; current libraries do.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#request',
  messages: {
    unknown: {
      text: "the API server does not support AdmissionReview '{version}' and ignores this entry",
      help: 'remove the entry',
      rows: ['lint-review-versions-unknown'],
    },
    legacy: {
      text: 'v1 is not listed, so the API server sends AdmissionReview in the old version v1beta1',
      help: 'list v1 first if the webhook supports it',
      rows: ['lint-review-versions-unknown'],
    },
    order: {
      text: 'v1beta1 is listed before v1, so the API server sends AdmissionReview in the old version',
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
    const reportOnce = (messageId: 'legacy' | 'order', [first, ...others]: readonly Field[]) => {
      if (first !== undefined)
        report({ message: messageId, at: first, related: furtherLocations(others) });
    };
    const legacy: Field[] = [];
    const order: Field[] = [];
    for (const webhook of resource.root.itemsOf('webhooks')) {
      const fields = webhook.itemsOf('admissionReviewVersions');
      const supported = fields.filter(isSupported);
      const [first] = supported;
      // Without any supported version the server refuses the webhook.
      if (first === undefined) continue;
      for (const field of fields) {
        const { value: version = '' } = field;
        // The server refuses an entry that does not have the form of a version.
        if (!isSupported(field) && isDns1035Label(version))
          report({ message: 'unknown', at: field, values: { version } });
      }
      if (first.value !== LEGACY) continue;
      (supported.some(({ value }) => value === CURRENT) ? order : legacy).push(first);
    }
    reportOnce('legacy', legacy);
    reportOnce('order', order);
  },
});

function isSupported({ value }: Field<string>): boolean {
  return value === CURRENT || value === LEGACY;
}
