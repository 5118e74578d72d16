import { POLICY_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'policy/repeated-variables',
  on: 'object',
  kinds: POLICY_KINDS,
  severity: 'warning',
  summary: 'The names of the variables of a policy are unique.',
  details: `
The API server accepts two variables with the same name. It then uses the last one everywhere, even in expressions
before it, and never evaluates the first one. The type check uses the last one too.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#variable-composition',
  messages: {
    repeated: {
      text: "an earlier variable has the name '{name}' too; it is ignored, and this one is used in all expressions",
      help: 'rename one of them, or remove the one that is not needed',
      rows: ['lint-variable-duplicate'],
      explainsInField: ['cel/unused#variable'],
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
    for (const variable of resource.root.get('spec').itemsOf('variables')) {
      const field = variable.get('name');
      const { value: name = '' } = field;
      if (name === '') continue;
      const first = seen.get(name);
      if (first === undefined) seen.set(name, field);
      else {
        const related = [{ span: first.location().span, message: 'the first one' }];
        report({ message: 'repeated', at: field, values: { name }, related });
      }
    }
  },
});
