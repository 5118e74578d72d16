import { isDns1035Label } from '../../src/kubernetes/formats/dns.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The versions of AdmissionReview that API servers speak. */
const KNOWN: readonly string[] = ['v1', 'v1beta1'];

export default defineRule({
  id: 'webhook/review-versions',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'error',
  summary: 'A webhook lists the versions of AdmissionReview that it understands, v1 among them.',
  details: `
The API server asks a webhook with an AdmissionReview object, in the first version of
\`admissionReviewVersions\` that the server knows. It knows \`v1\` and \`v1beta1\`, so it refuses a
webhook that lists neither, or no version at all; there is no default. Versions stand alone here
(\`v1\`, not \`admission.k8s.io/v1\`), have the form of a DNS label that begins with a letter, and
are listed once.

Write \`[v1]\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#request',
  messages: {
    required: {
      text: 'the webhook has no admissionReviewVersions, and there is no default',
      help: 'add admissionReviewVersions: [v1]',
      cause: 'FieldValueRequired',
      rows: ['webhook-review-versions-required'],
    },
    unknown: {
      text: 'the server knows none of these admissionReviewVersions; it speaks v1 and v1beta1',
      help: 'add v1',
      cause: 'FieldValueInvalid',
      rows: ['webhook-review-version-unrecognized'],
    },
    format: {
      text: "'{version}' does not have the form of a version",
      help: 'write the version alone, without its group: v1',
      cause: 'FieldValueInvalid',
      rows: ['webhook-review-version-format'],
    },
    duplicate: {
      text: "'{version}' is listed twice",
      help: 'leave one of them out',
      cause: 'FieldValueInvalid',
      rows: ['webhook-review-version-duplicate'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: hooks.example.com }
        webhooks:
          - name: pods.example.com # expect: required
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
          - name: services.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v2]
            #                        ^^^^ expect: unknown
          - name: nodes.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions:
              - v1
              - v1 # expect: duplicate
              - admission.k8s.io/v1 # expect: format
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: hooks.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1, v1beta1]
      `,
    ],
  },
  check(resource, { report }) {
    for (const webhook of resource.root.get('webhooks').items()) {
      const list = webhook.get('admissionReviewVersions');
      if (list.pruned) continue;
      const versions = list.items();
      if (versions.length === 0) {
        report('required', list);
        continue;
      }
      const seen = new Set<string>();
      for (const field of versions) {
        const version = field.value ?? '';
        if (seen.has(version)) report('duplicate', field, { version });
        else if (!isDns1035Label(version)) report('format', field, { version });
        seen.add(version);
      }
      if (!KNOWN.some((version) => seen.has(version))) report('unknown', list);
    }
  },
});
