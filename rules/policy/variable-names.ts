import { POLICY_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { isBlank } from '../../src/base/go/white-space.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isCelIdentifier } from '../../src/server/kubernetes/formats/cel-identifier.ts';

export default defineRule({
  id: 'policy/variable-names',
  on: 'object',
  kinds: POLICY_KINDS,
  severity: 'error',
  summary: 'The name of each variable of a policy is a CEL identifier.',
  details: `
Expressions refer to a variable as \`variables.NAME\`, so its name must be a CEL identifier: it consists of letters,
digits and underscores, and does not start with a digit. The reserved words of CEL are refused too: \`true\`,
\`false\`, \`null\`, \`in\`, \`as\`, \`break\`, \`const\`, \`continue\`, \`else\`, \`for\`, \`function\`, \`if\`, \`import\`, \`let\`,
\`loop\`, \`package\`, \`namespace\`, \`return\`, \`var\`, \`void\` and \`while\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#variable-composition',
  messages: {
    required: {
      text: 'name is required: expressions refer to a variable by its name',
      help: 'add a name of letters, digits and underscores, such as maxReplicas',
      cause: 'FieldValueRequired',
      rows: ['policy-variable-name-required'],
      explainsInField: ['cel/unused#variable'],
    },
    identifier: {
      text: "'{name}' is not a CEL identifier, so it cannot be the name of a variable",
      help: 'use letters, digits and underscores, do not start with a digit, and avoid reserved words such as namespace',
      cause: 'FieldValueInvalid',
      rows: ['policy-variable-name-identifier'],
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
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          variables:
            - name: max-replicas
            #       ^^^^^^^^^^^^ expect: identifier
              expression: "5"
            - name: namespace
            #       ^^^^^^^^^ expect: identifier
              expression: object.metadata.namespace
            - expression: object.spec.replicas # expect: required
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
          variables:
            - name: maxReplicas
              expression: "5"
          validations:
            - expression: object.spec.replicas <= variables.maxReplicas
      `,
    ],
  },
  check(resource, { report }) {
    for (const variable of resource.root.get('spec').itemsOf('variables')) {
      const field = variable.get('name');
      if (field.pruned) continue;
      const name = field.value ?? '';
      if (isBlank(name)) report({ message: 'required', at: field });
      else if (!isCelIdentifier(name))
        report({ message: 'identifier', at: field, values: { name } });
    }
  },
});
