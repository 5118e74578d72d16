import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'policy/validations',
  on: 'object',
  kinds: ['ValidatingAdmissionPolicy'],
  severity: 'error',
  summary: 'A validating policy has validations or audit annotations.',
  details: `
The API server refuses a ValidatingAdmissionPolicy with neither \`validations\` nor \`auditAnnotations\`, because it
would have no effect. One item in one of the two lists is enough. The server reports the error for both lists.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#getting-started-with-validating-admission-policy',
  messages: {
    required: {
      text: 'the policy has neither validations nor auditAnnotations, so it has no effect',
      help: 'add validations with an expression that is true for valid objects',
      cause: 'FieldValueRequired',
      rows: ['vap-validations-or-audit-required'],
      explains: ['policy/validations#required'],
      dependsOn: ['spec.validations', 'spec.auditAnnotations'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec: # expect: required, required
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
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
          auditAnnotations:
            - key: replicas
              valueExpression: string(object.spec.replicas)
      `,
    ],
  },
  check(resource, { report }) {
    const spec = resource.root.get('spec');
    const validations = spec.get('validations');
    const annotations = spec.get('auditAnnotations');
    if ([validations, annotations].some((list) => list.pruned || list.value?.length)) return;
    report({ message: 'required', at: validations });
    report({ message: 'required', at: annotations });
  },
});
