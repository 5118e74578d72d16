import { isDns1123Subdomain } from '../../src/kubernetes/formats/dns.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const FEWEST_SEGMENTS = 3;

export default defineRule({
  id: 'webhook/name',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'error',
  summary: 'Each webhook has a name of its own, a DNS name of at least three segments.',
  details: `
Every entry of \`webhooks\` has a name besides that of the configuration. It appears in refusals,
logs and metrics of the whole cluster, so the API server wants a name that belongs to a domain:
lower-case letters, digits, dashes and dots, at most 253 bytes, and three segments or more, such as
\`pods.example.com\`. Within one configuration no name may be given twice.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#webhook-configuration',
  messages: {
    required: {
      text: 'the webhook has no name',
      help: 'add a name of three segments, such as pods.example.com',
      cause: 'FieldValueRequired',
      rows: ['webhook-name-required'],
    },
    format: {
      text: "'{name}' is no DNS name",
      help: 'write lower-case letters, digits, - and ., at most 253, such as pods.example.com',
      cause: 'FieldValueInvalid',
      rows: ['webhook-name-format'],
    },
    segments: {
      text: "'{name}' has fewer than three segments",
      help: 'add a domain to the name, as in pods.example.com',
      cause: 'FieldValueInvalid',
      rows: ['webhook-name-fully-qualified'],
    },
    duplicate: {
      text: "the name '{name}' is given to an earlier webhook already",
      help: 'give each webhook a name of its own',
      cause: 'FieldValueDuplicate',
      rows: ['webhook-name-duplicate'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: hooks.example.com }
        webhooks:
          - name: pods
            #     ^^^^ expect: segments
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
          - name: Pods.example.com
            #     ^^^^^^^^^^^^^^^^ expect: format
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
          - name: pods.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
          - name: pods.example.com
            #     ^^^^^^^^^^^^^^^^ expect: duplicate
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
          - clientConfig: # expect: required
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
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
            admissionReviewVersions: [v1]
          - name: services.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
      `,
    ],
  },
  check(resource, { report }) {
    const seen = new Map<string, Field>();
    for (const webhook of resource.root.get('webhooks').items()) {
      const field = webhook.get('name');
      if (field.pruned) continue;
      const name = field.value ?? '';
      if (name === '') {
        report('required', field);
        continue;
      }
      if (!isDns1123Subdomain(name)) report('format', field, { name });
      else if (name.split('.').length < FEWEST_SEGMENTS) report('segments', field, { name });
      const first = seen.get(name);
      if (first === undefined) seen.set(name, field);
      else {
        const related = [{ span: first.location().span, message: 'the first one' }];
        report('duplicate', field, { name }, { related });
      }
    }
  },
});
