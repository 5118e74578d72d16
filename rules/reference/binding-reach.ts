import { boundPolicies } from '../../src/analysis/installations/bindings.ts';
import type { ResourceRuleField } from '../../src/analysis/requests/request-filters.ts';
import { mayOverlap } from '../../src/analysis/requests/rule-overlap.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The most comparisons of entries for a binding. A policy with twenty rules and a binding with three need 4,000. */
const MOST_COMPARED = 10_000;

export default defineRule({
  id: 'reference/binding-reach',
  on: 'installation',
  severity: 'warning',
  summary: 'A binding matches some of the requests that its policy matches.',
  details: `
A policy is evaluated for a request only if both \`matchConstraints\` of the policy and \`matchResources\` of the binding
match it. A binding cannot extend what its policy matches. If no request can match both, the policy is never evaluated for
this binding, and nothing reports it.

If the rules of both have very many entries (more than 10,000 comparisons), they are not compared.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#matching-requests-matchconstraints',
  messages: {
    disjoint: {
      text: "no request matches both these rules and those of the policy '{policy}', so the binding has no effect",
      help: 'remove resourceRules from the binding, or use resources and operations that the policy matches too',
      rows: ['lint-binding-disjoint'],
    },
  },
  examples: {
    bad: [
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
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
          matchResources:
            resourceRules: # expect: disjoint
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [statefulsets]
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
                resources: [deployments, statefulsets]
          validations:
            - expression: object.spec.replicas <= 5
              message: at most 5 replicas
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
          matchResources:
            resourceRules:
              - operations: ["*"]
                apiGroups: ["*"]
                apiVersions: ["*"]
                resources: [statefulsets]
      `,
    ],
  },
  check(installation, { report }) {
    for (const { binding, policy } of boundPolicies(installation)) {
      if (policy === undefined) continue;
      const match = binding.resource.root.get('spec').get('matchResources');
      const constraints = policy.resource.root.get('spec').get('matchConstraints');
      const rules = constraints.get('resourceRules');
      const own = match.itemsOf('resourceRules');
      const ofPolicy = rules.items();
      const isPatched = policy.object.mayChange('spec.matchConstraints');
      if (own.length === 0 || ofPolicy.length === 0 || isPatched) continue;
      if (entriesOf(own) * entriesOf(ofPolicy) > MOST_COMPARED) continue;
      if (own.some((rule) => ofPolicy.some((other) => mayOverlap(rule, other)))) continue;
      const { name } = policy.object;
      const related = [{ object: policy.object, at: rules, message: `the rules of '${name}'` }];
      const place = { object: binding.object, at: match.get('resourceRules') };
      report({ message: 'disjoint', at: place, values: { policy: name }, related });
    }
  },
});

/** The number of entries that decide whether rules overlap. */
function entriesOf(rules: readonly ResourceRuleField[]): number {
  let count = 0;
  for (const rule of rules) {
    for (const name of ['operations', 'apiGroups', 'resources'] as const) {
      count += rule.get(name).value?.length ?? 0;
    }
  }
  return count;
}
