import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'policy/validations',
  kinds: ['ValidatingAdmissionPolicy'],
  severity: 'error',
  summary: 'A validating policy validates something, or writes something to the audit log.',
  details: `
The API server refuses a ValidatingAdmissionPolicy with neither \`validations\` nor
\`auditAnnotations\`: it could never have an effect. One entry in one of the two lists is enough.
The server reports the error twice, once for each list.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#getting-started-with-validating-admission-policy',
  messages: {
    required: {
      text: 'the policy has no {field} and no {other}, so it does nothing',
      help: 'add validations with an expression that is true for good objects',
      cause: 'FieldValueRequired',
      rows: ['vap-validations-or-audit-required'],
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
    report('required', validations, { field: 'validations', other: 'auditAnnotations' });
    report('required', annotations, { field: 'auditAnnotations', other: 'validations' });
  },
});
