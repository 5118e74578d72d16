import { withoutEntry } from '../../src/analysis/fields/entry-fixes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isDns1035Label } from '../../src/server/kubernetes/formats/dns.ts';

/** The versions of AdmissionReview that API servers support. */
const SUPPORTED: readonly string[] = ['v1', 'v1beta1'];

export default defineRule({
  id: 'webhook/review-versions',
  on: 'object',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'error',
  summary: 'The admissionReviewVersions are valid and include v1 or v1beta1.',
  details: `
The API server sends an AdmissionReview in the first version of \`admissionReviewVersions\` that it supports. The list is
required and must contain at least one supported version: \`v1\` or \`v1beta1\`. Each entry must be a version without its
group (\`v1\`, not \`admission.k8s.io/v1\`) that is a DNS label starting with a letter, and must be unique.

For nearly all webhooks, the right list is \`[v1]\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#request',
  messages: {
    required: {
      text: 'admissionReviewVersions is required',
      help: 'add admissionReviewVersions: [v1]',
      cause: 'FieldValueRequired',
      rows: ['webhook-review-versions-required'],
    },
    unknown: {
      text: 'the API server supports none of these admissionReviewVersions; it supports v1 and v1beta1',
      help: 'add v1',
      cause: 'FieldValueInvalid',
      rows: ['webhook-review-version-unrecognized'],
    },
    format: {
      text: "'{version}' is not a valid version",
      help: 'use the version without its group, such as v1',
      cause: 'FieldValueInvalid',
      rows: ['webhook-review-version-format'],
      explains: ['webhook/review-versions#unknown'],
    },
    duplicate: {
      text: "'{version}' is listed twice",
      help: 'remove one of them',
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
              admissionReviewVersions:
                - v1 # since 1.16
                - v1beta1
                - v1
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
              admissionReviewVersions:
                - v1 # since 1.16
                - v1beta1
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const webhook of resource.root.itemsOf('webhooks')) {
      const list = webhook.get('admissionReviewVersions');
      if (list.pruned) continue;
      const versions = list.items();
      if (versions.length === 0) {
        report({ message: 'required', at: list });
        continue;
      }
      const seen = new Set<string>();
      for (const field of versions) {
        const version = field.value ?? '';
        if (seen.has(version)) {
          report({
            message: 'duplicate',
            at: field,
            values: { version },
            fix: withoutEntry(resource, field),
          });
        } else if (!isDns1035Label(version))
          report({ message: 'format', at: field, values: { version } });
        seen.add(version);
      }
      if (!SUPPORTED.some((version) => seen.has(version))) report({ message: 'unknown', at: list });
    }
  },
});
