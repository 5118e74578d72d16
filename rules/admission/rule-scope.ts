import {
  admissionRules,
  KINDS_WITH_ADMISSION_RULES,
} from '../../src/analysis/requests/admission-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const SCOPES: readonly string[] = ['*', 'Cluster', 'Namespaced'];

export default defineRule({
  id: 'admission/rule-scope',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'error',
  summary: 'The scope of a rule is Cluster, Namespaced or *.',
  details: `
\`scope\` narrows a rule down to resources with a namespace (\`Namespaced\`) or without one
(\`Cluster\`); namespaces themselves are of the second sort. The API server takes these two words
and \`*\`, which is also what it assumes when there is no \`scope\`. An empty text is not the same
as none and is refused.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    unsupported: {
      text: "scope is '{scope}'; it must be Namespaced, Cluster or *",
      help: 'leave it out for both sorts of resources',
      cause: 'FieldValueNotSupported',
      rows: ['rule-scope-unsupported'],
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
                scope: namespaced
                #      ^^^^^^^^^^ expect: unsupported
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
                scope: Namespaced
          validations:
            - expression: object.spec.replicas <= 5
      `,
    ],
  },
  check(resource, { report }) {
    for (const rule of admissionRules(resource)) {
      const scope = rule.get('scope');
      if (scope.value !== undefined && !SCOPES.includes(scope.value)) {
        report('unsupported', scope, { scope: scope.value });
      }
    }
  },
});
