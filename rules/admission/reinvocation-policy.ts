import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { enumFix } from '../../src/analysis/fields/value-fixes.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const POLICIES: readonly string[] = ['IfNeeded', 'Never'];

export default defineRule({
  id: 'admission/reinvocation-policy',
  on: 'object',
  kinds: ['MutatingWebhookConfiguration', 'MutatingAdmissionPolicy'],
  severity: 'error',
  summary:
    'The reinvocationPolicy is Never or IfNeeded; it is required in a MutatingAdmissionPolicy.',
  details: `
Mutating webhooks and policies run one after the other. With \`IfNeeded\`, one of them is called again if a later one
has changed the object; with \`Never\` it is not. No other values are valid, and they are case-sensitive.

The default for a webhook is \`Never\`. There is no default for a MutatingAdmissionPolicy, so the field is required
there. A mutation with \`IfNeeded\` must be idempotent.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#reinvocation-policy',
  messages: {
    required: {
      text: 'spec.reinvocationPolicy is required',
      help: 'add reinvocationPolicy: Never, or IfNeeded to run the policy again after later mutations',
      cause: 'FieldValueRequired',
      rows: ['map-reinvocation-policy-required'],
    },
    unsupported: {
      text: "reinvocationPolicy is '{value}'; it must be Never or IfNeeded",
      help: 'use Never, or IfNeeded if the mutation is idempotent',
      cause: 'FieldValueNotSupported',
      rows: ['webhook-reinvocation-policy-unsupported', 'map-reinvocation-policy-unsupported'],
    },
  },
  examples: {
    bad: [
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
            reinvocationPolicy: Always
            #                   ^^^^^^ expect: unsupported
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: team }
        spec: # expect: required
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
          mutations:
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "add", path: "/data/team", value: "shop"}]'
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: team }
        spec:
          reinvocationPolicy: IfNeeded
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
          mutations:
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "add", path: "/data/team", value: "shop"}]'
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: admissionregistration.k8s.io/v1
          kind: MutatingWebhookConfiguration
          metadata: { name: pods.example.com }
          webhooks:
            - name: pods.example.com
              clientConfig:
                service: { name: hooks, namespace: shop }
              sideEffects: None
              admissionReviewVersions: [v1]
              reinvocationPolicy: ifNeeded # after other webhooks
        `,
        after: yaml`
          apiVersion: admissionregistration.k8s.io/v1
          kind: MutatingWebhookConfiguration
          metadata: { name: pods.example.com }
          webhooks:
            - name: pods.example.com
              clientConfig:
                service: { name: hooks, namespace: shop }
              sideEffects: None
              admissionReviewVersions: [v1]
              reinvocationPolicy: IfNeeded # after other webhooks
        `,
      },
    ],
  },
  check(resource, { report }) {
    const isPolicy = isOfKind(resource, 'MutatingAdmissionPolicy');
    const fields = isPolicy
      ? [resource.root.get('spec').get('reinvocationPolicy')]
      : isOfKind(resource, 'MutatingWebhookConfiguration')
        ? resource.root.itemsOf('webhooks').map((webhook) => webhook.get('reinvocationPolicy'))
        : [];
    for (const field of fields) {
      const { value } = field;
      if (isPolicy && isEmptyText(field)) report({ message: 'required', at: field });
      else if (value !== undefined && !POLICIES.includes(value)) {
        report({
          message: 'unsupported',
          at: field,
          values: { value },
          fix: enumFix(field, POLICIES),
        });
      }
    }
  },
});
