import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isDns1123Subdomain } from '../../src/server/kubernetes/formats/dns.ts';

const FEWEST_SEGMENTS = 3;

export default defineRule({
  id: 'webhook/name',
  on: 'object',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'error',
  summary: 'Each webhook has a unique name: a DNS subdomain with at least three segments.',
  details: `
Each entry of \`webhooks\` needs a name, in addition to that of the configuration. It must be a DNS subdomain of at most 253
characters with at least three segments, such as \`pods.example.com\`, and unique within the configuration. It appears
in error messages, logs and metrics of the whole cluster.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#webhook-configuration',
  messages: {
    required: {
      text: 'the name of a webhook is required',
      help: 'add a name with at least three segments, such as pods.example.com',
      cause: 'FieldValueRequired',
      rows: ['webhook-name-required'],
    },
    format: {
      text: "'{name}' is not a valid DNS subdomain",
      help: 'use at most 253 lowercase letters, digits, - and ., as in pods.example.com',
      cause: 'FieldValueInvalid',
      rows: ['webhook-name-format'],
    },
    segments: {
      text: "'{name}' has fewer than three segments",
      help: 'append a domain to the name, as in pods.example.com',
      cause: 'FieldValueInvalid',
      rows: ['webhook-name-fully-qualified'],
    },
    duplicate: {
      text: "the name '{name}' is already used by an earlier webhook",
      help: 'give each webhook a unique name',
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
    for (const webhook of resource.root.itemsOf('webhooks')) {
      const field = webhook.get('name');
      if (field.pruned) continue;
      const name = field.value ?? '';
      if (name === '') {
        report({ message: 'required', at: field });
        continue;
      }
      if (!isDns1123Subdomain(name)) report({ message: 'format', at: field, values: { name } });
      else if (name.split('.').length < FEWEST_SEGMENTS)
        report({ message: 'segments', at: field, values: { name } });
      const first = seen.get(name);
      if (first === undefined) seen.set(name, field);
      else {
        const related = [{ span: first.location().span, message: 'first used here' }];
        report({ message: 'duplicate', at: field, values: { name }, related });
      }
    }
  },
});
