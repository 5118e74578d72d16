import { decidersOf } from '../../src/analysis/admission/deciders.ts';
import { furtherLocations } from '../../src/analysis/further-locations.ts';
import { requestFilters } from '../../src/analysis/requests/request-filters.ts';
import {
  mayMatchBuiltInResources,
  resolveRule,
} from '../../src/analysis/requests/resolved-rules.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'admission/fail-open',
  on: 'object',
  kinds: ['ValidatingWebhookConfiguration', 'ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy'],
  severity: 'info',
  summary: 'Checks that must be enforced use failurePolicy Fail.',
  details: `
With \`failurePolicy: Ignore\`, a request is allowed if the check itself fails. A webhook fails if it cannot be
reached, times out or returns an invalid response, so anyone who can make it unavailable can bypass it. A policy fails
if an expression ends with an error, for example because a field is absent, or if its parameters are missing; the
\`validationActions\` of its bindings do not matter then.

\`Ignore\` is right for optional checks and defaults, and it prevents an unavailable webhook from blocking the cluster.
For a security check, set \`failurePolicy: Fail\`, and exclude \`kube-system\` and the namespace of the webhook.

Webhooks for the custom resources of an operator are not reported, because the operator validates them again.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#failure-policy',
  messages: {
    webhook: {
      text: 'with failurePolicy Ignore, requests are not checked while the webhook is unavailable',
      help: 'set failurePolicy to Fail if the check must not be bypassed',
      rows: ['lint-fail-open-security'],
    },
    policy: {
      text: 'with failurePolicy Ignore, a request is allowed if an expression fails with an error',
      help: 'set failurePolicy to Fail if the policy must always be enforced',
      rows: ['lint-policy-fail-open'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: images.example.com }
        webhooks:
          - name: images.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            failurePolicy: Ignore
            #              ^^^^^^ expect: webhook
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          failurePolicy: Ignore
          #              ^^^^^^ expect: policy
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= 5
              message: at most 5 replicas
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= 5
              message: at most 5 replicas
      `,
    ],
  },
  check(resource, { report, minor }) {
    const policies = decidersOf(resource).map((decider) => decider.get('failurePolicy'));
    if (!isOfKind(resource, 'ValidatingWebhookConfiguration')) {
      for (const field of policies) {
        if (field.value === 'Ignore') report({ message: 'policy', at: field });
      }
      return;
    }
    const filters = requestFilters(resource);
    const open = policies.filter(
      (field, index) =>
        field.value === 'Ignore' &&
        filters[index]?.rules.some((rule) => mayMatchBuiltInResources(resolveRule(rule, minor))),
    );
    const [first, ...others] = open;
    if (first === undefined) return;
    report({ message: 'webhook', at: first, related: furtherLocations(others) });
  },
});
