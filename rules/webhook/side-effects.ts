import type { Fix, FixChoice } from '../../src/result/fix.ts';
import type { Field } from '../../src/rule/field.ts';
import { unsafeFix } from '../../src/rule/fix.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const SUPPORTED: readonly string[] = ['None', 'NoneOnDryRun'];
/** The other values that `v1beta1` supported. */
const REMOVED: readonly string[] = ['Some', 'Unknown'];

export default defineRule({
  id: 'webhook/side-effects',
  on: 'object',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'error',
  summary: 'The value of sideEffects is None or NoneOnDryRun.',
  details: `
A side effect is a change that a webhook makes to anything but the object in the request. A dry run
(\`kubectl apply --dry-run=server\`) must not change anything, so each webhook must declare its side effects: \`None\`, or
\`NoneOnDryRun\` if it has none when \`dryRun\` of the request is true. The field is required. \`Some\` and \`Unknown\` were
valid in v1beta1 only.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#side-effects',
  messages: {
    required: {
      text: 'sideEffects is required',
      help: 'add sideEffects: None, or NoneOnDryRun if the webhook has no side effects on a dry run',
      cause: 'FieldValueRequired',
      rows: ['webhook-side-effects-required'],
    },
    removed: {
      text: "sideEffects is '{value}', which v1 does not support; it must be None or NoneOnDryRun",
      help: 'change the webhook to have no side effects when dryRun of the request is true, then use NoneOnDryRun',
      cause: 'FieldValueNotSupported',
      rows: ['webhook-side-effects-unsupported'],
    },
    unsupported: {
      text: "sideEffects is '{value}'; it must be None or NoneOnDryRun",
      help: 'use None, or NoneOnDryRun if the webhook has no side effects on a dry run',
      cause: 'FieldValueNotSupported',
      rows: ['webhook-side-effects-unsupported'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com # expect: required
            clientConfig:
              service: { name: hooks, namespace: shop }
            admissionReviewVersions: [v1]
          - name: services.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: Some
            #            ^^^^ expect: removed
            admissionReviewVersions: [v1]
          - name: nodes.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: none
            #            ^^^^ expect: unsupported
            admissionReviewVersions: [v1]
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
            sideEffects: NoneOnDryRun
            admissionReviewVersions: [v1]
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
              admissionReviewVersions: [v1]
            - name: nodes.example.com
              clientConfig:
                service: { name: hooks, namespace: shop }
              sideEffects: Some # like before
              admissionReviewVersions: [v1]
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
            - name: nodes.example.com
              clientConfig:
                service: { name: hooks, namespace: shop }
              sideEffects: None # like before
              admissionReviewVersions: [v1]
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const webhook of resource.root.itemsOf('webhooks')) {
      const field = webhook.get('sideEffects');
      const { value } = field;
      if (field.absent)
        report({ message: 'required', at: field, fix: declaration(resource, webhook) });
      if (value === undefined || SUPPORTED.includes(value)) continue;
      const fix = unsafeFix(
        resource.origin,
        ...SUPPORTED.map(
          (supported): FixChoice => ({
            title: `set sideEffects: ${supported}`,
            edits: [{ kind: 'replace', path: field.documentPath, value: supported }],
          }),
        ),
      );
      report({
        message: REMOVED.includes(value) ? 'removed' : 'unsupported',
        at: field,
        values: { value },
        fix,
      });
    }
  },
});

/** Declares that a webhook has no side effects, or none on a dry run. */
function declaration({ origin }: Resource, webhook: Field): Fix | undefined {
  return unsafeFix(
    origin,
    ...SUPPORTED.map(
      (value): FixChoice => ({
        title: `add sideEffects: ${value}`,
        edits: [
          {
            kind: 'insert',
            path: webhook.documentPath,
            key: 'sideEffects',
            value,
            before: 'admissionReviewVersions',
          },
        ],
      }),
    ),
  );
}
