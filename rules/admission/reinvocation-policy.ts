import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const POLICIES: readonly string[] = ['IfNeeded', 'Never'];

export default defineRule({
  id: 'admission/reinvocation-policy',
  kinds: ['MutatingWebhookConfiguration', 'MutatingAdmissionPolicy'],
  severity: 'error',
  summary: 'reinvocationPolicy is Never or IfNeeded; a MutatingAdmissionPolicy has to say which.',
  details: `
Webhooks and policies that change objects run one after the other. With \`IfNeeded\` one is asked a
second time when a later one has changed the object, with \`Never\` it is not. The API server takes
these two words only.

A webhook without the field has \`Never\`. A MutatingAdmissionPolicy has no default, so it must have
the field. What runs twice should do nothing the second time.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#reinvocation-policy',
  messages: {
    required: {
      text: 'the policy has no reinvocationPolicy, which has no default here',
      help: 'add reinvocationPolicy: Never, or IfNeeded where other mutations matter and twice does no harm',
      cause: 'FieldValueRequired',
      rows: ['map-reinvocation-policy-required'],
    },
    unsupported: {
      text: "reinvocationPolicy is '{value}'; it must be Never or IfNeeded",
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
  },
  check(resource, { report }) {
    const isPolicy = isOfKind(resource, 'MutatingAdmissionPolicy');
    const fields = isPolicy
      ? [resource.root.get('spec').get('reinvocationPolicy')]
      : isOfKind(resource, 'MutatingWebhookConfiguration')
        ? resource.root
            .get('webhooks')
            .items()
            .map((webhook) => webhook.get('reinvocationPolicy'))
        : [];
    for (const field of fields) {
      const { value } = field;
      if (isPolicy && isEmptyText(field)) report('required', field);
      else if (value !== undefined && !POLICIES.includes(value)) {
        report('unsupported', field, { value });
      }
    }
  },
});
