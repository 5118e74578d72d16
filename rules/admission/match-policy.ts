import { WEBHOOK_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { enumFix } from '../../src/analysis/fields/value-fixes.ts';
import {
  KINDS_WITH_RESOURCE_RULES,
  matchResources,
} from '../../src/analysis/requests/resource-rules.ts';
import type { Field } from '../../src/rule/field.ts';
import { isOfKind, type Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const POLICIES: readonly string[] = ['Equivalent', 'Exact'];

export default defineRule({
  id: 'admission/match-policy',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'error',
  summary: 'The matchPolicy is Equivalent or Exact.',
  details: `
The same object can be changed through several API groups and versions. With \`Equivalent\`, a resource rule also
matches requests for another version of a resource that it names, and the object is converted first. With \`Exact\`,
it matches only the versions that it names, so requests for other versions bypass it. No other values are valid, and
they are case-sensitive. The default is \`Equivalent\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchpolicy',
  messages: {
    unsupported: {
      text: "matchPolicy is '{value}'; it must be Equivalent or Exact",
      help: 'use Equivalent (the default) or Exact',
      cause: 'FieldValueNotSupported',
      rows: ['webhook-match-policy-unsupported', 'match-resources-match-policy-unsupported'],
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
            matchPolicy: exact
            #            ^^^^^ expect: unsupported
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
          matchResources:
            matchPolicy: ""
            #            ^^ expect: unsupported
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
          matchResources:
            matchPolicy: Equivalent
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
              matchPolicy: exact # only this version
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
              matchPolicy: Exact # only this version
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const field of matchPolicies(resource)) {
      if (field.value !== undefined && !POLICIES.includes(field.value)) {
        const fix = enumFix(field, POLICIES);
        report({ message: 'unsupported', at: field, values: { value: field.value }, fix });
      }
    }
  },
});

function matchPolicies(
  resource: Resource<(typeof KINDS_WITH_RESOURCE_RULES)[number]>,
): readonly Field<string | undefined>[] {
  if (isOfKind(resource, ...WEBHOOK_KINDS)) {
    return resource.root.itemsOf('webhooks').map((webhook) => webhook.get('matchPolicy'));
  }
  const match = matchResources(resource);
  return match === undefined ? [] : [match.get('matchPolicy')];
}
