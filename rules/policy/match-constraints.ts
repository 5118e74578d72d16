import { POLICY_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { isEmptyList } from '../../src/analysis/emptiness.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'policy/match-constraints',
  kinds: POLICY_KINDS,
  severity: 'error',
  summary: 'A policy says which resources it is about.',
  details: `
\`matchConstraints.resourceRules\` of a policy lists the requests that it judges. Unlike in a
webhook, where no rules mean no requests, and in a binding, where they mean all of the policy's, the
API server insists on at least one here: it also tells which types the expressions are about.
Excluding rules and selectors alone are not enough.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#match-criteria',
  messages: {
    required: {
      text: 'the policy has no matchConstraints, so it is about nothing',
      help: 'add matchConstraints with resourceRules',
      cause: 'FieldValueRequired',
      rows: ['policy-match-constraints-required'],
    },
    rulesRequired: {
      text: 'matchConstraints has no resourceRules, so the policy is about nothing',
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
    if (match.absent) report('required', match);
    else if (isEmptyList(rules)) report('rulesRequired', rules);
  },
});
