import { failurePolicies } from '../../src/analysis/admission/failure-policies.ts';
import { requestFilters } from '../../src/analysis/requests/request-filters.ts';
import { type RuleReading, readRule } from '../../src/analysis/requests/rule-targets.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'admission/fail-open',
  kinds: ['ValidatingWebhookConfiguration', 'ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy'],
  severity: 'info',
  summary: 'What must be enforced fails closed.',
  details: `
With \`failurePolicy: Ignore\` a request goes on when admission itself fails. For a webhook that is whenever it
cannot be reached, is too slow or answers nonsense, so whoever can bring it down can get past it. For a policy it
is every error of an expression at run time, such as a field that is absent, and a missing parameter, whatever
\`validationActions\` say.

That is right for what is only useful, such as defaults that users may do without, and it keeps a broken webhook
from stopping the cluster. Where the check is one of security, write \`Fail\` and leave out \`kube-system\` and the
namespace of the webhook. Webhooks about an operator's own resources are passed over: the operator checks them
again.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#failure-policy',
  messages: {
    webhook: {
      text: 'with failurePolicy Ignore nothing is checked while the webhook cannot be reached',
      help: 'write Fail where the check must hold',
      rows: ['lint-fail-open-security'],
    },
    policy: {
      text: 'with failurePolicy Ignore an error in an expression lets the request pass',
      help: 'write Fail where the policy must hold',
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
    if (!isOfKind(resource, 'ValidatingWebhookConfiguration')) {
      for (const field of failurePolicies(resource)) {
        if (field.value === 'Ignore') report('policy', field);
      }
      return;
    }
    const filters = requestFilters(resource);
    const open = failurePolicies(resource).filter(
      (field, index) =>
        field.value === 'Ignore' &&
        filters[index]?.rules.some((rule) => mayConcernKubernetes(readRule(rule, minor))),
    );
    const [first, ...others] = open;
    if (first === undefined) return;
    const related = others.map((field) => ({ span: field.location().span, message: 'here too' }));
    report('webhook', first, {}, { related });
  },
});

/**
 * Whether a rule is about resources of Kubernetes itself. Those of an operator's own group are checked
 * once more by the operator, which is what its webhook belongs to.
 */
function mayConcernKubernetes({ rule, groups }: RuleReading): boolean {
  return groups.length > 0 || (rule.get('apiGroups').value?.includes('*') ?? false);
}
