import { POLICY_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'policy/repeated-variables',
  kinds: POLICY_KINDS,
  severity: 'warning',
  summary: 'Each variable of a policy has a name of its own.',
  details: `
The API server accepts two variables of one name. The later one then stands for both, also in expressions that stand
before it, and what the first one says is never used. Its type check goes by the later one as well.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#variable-composition',
  messages: {
    repeated: {
      text: "there is a variable '{name}' already; this one stands for both",
      help: 'rename one of them',
      rows: ['lint-variable-duplicate'],
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
          variables:
            - { name: most, expression: "5" }
            - { name: most, expression: "10" }
            #         ^^^^ expect: repeated
          validations:
            - expression: object.spec.replicas <= variables.most
              message: too many replicas
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
          variables:
            - { name: most, expression: "5" }
          validations:
            - expression: object.spec.replicas <= variables.most
              message: too many replicas
      `,
    ],
  },
  check(resource, { report }) {
    const seen = new Map<string, Field>();
    for (const variable of resource.root.get('spec').get('variables').items()) {
      const field = variable.get('name');
      const { value: name = '' } = field;
      if (name === '') continue;
      const first = seen.get(name);
      if (first === undefined) seen.set(name, field);
      else {
        const related = [{ span: first.location().span, message: 'the first one' }];
        report('repeated', field, { name }, { related });
      }
    }
  },
});
