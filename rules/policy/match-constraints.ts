import { POLICY_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { isEmptyList } from '../../src/analysis/emptiness.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'policy/match-constraints',
  on: 'object',
  kinds: POLICY_KINDS,
  severity: 'error',
  summary: 'A policy has matchConstraints with at least one resource rule.',
  details: `
\`matchConstraints.resourceRules\` of a policy lists the requests that the policy validates or mutates. At least one
rule is required, because the rules also determine the types that the expressions are checked against.
\`excludeResourceRules\` and selectors alone are not enough.

This differs from a webhook, which without rules matches no requests, and from a binding, which without rules
matches all requests that its policy matches.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#match-criteria',
  messages: {
    required: {
      text: 'spec.matchConstraints is required',
      help: 'add matchConstraints with resourceRules',
      cause: 'FieldValueRequired',
      rows: ['policy-match-constraints-required'],
    },
    rulesRequired: {
      text: 'spec.matchConstraints.resourceRules must have at least one rule',
      help: 'add a rule with operations, apiGroups, apiVersions and resources',
      cause: 'FieldValueRequired',
      rows: ['policy-resource-rules-required'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec: # expect: required
          validations:
            - expression: object.spec.replicas <= 5
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          matchConstraints:
            resourceRules: []
            #              ^^ expect: rulesRequired
          validations:
            - expression: object.spec.replicas <= 5
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
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= 5
      `,
    ],
  },
  check(resource, { report }) {
    const match = resource.root.get('spec').get('matchConstraints');
    const rules = match.get('resourceRules');
    if (match.absent) report({ message: 'required', at: match });
    else if (isEmptyList(rules)) report({ message: 'rulesRequired', at: rules });
  },
});
