import { objectName } from '../../src/analysis/metadata/object-name.ts';
import { qualifiedNameProblems } from '../../src/kubernetes/formats/qualified-name.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const MOST = 20;

export default defineRule({
  id: 'policy/audit-annotations',
  kinds: ['ValidatingAdmissionPolicy'],
  severity: 'error',
  summary:
    'Audit annotations are at most 20, each with a key of its own that is the name of a label.',
  details: `
The key of an audit annotation is written to the audit log behind the name of the policy, as
\`POLICY/KEY\`. The API server wants the whole of it to have the form of a label key: \`key\` of up
to 63 letters, digits, dashes, underscores and dots that begin and end with a letter or digit,
without a slash. A bad \`metadata.name\` is therefore reported here a second time. No key may be
given twice, and there may be 20 annotations at most.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#audit-annotations',
  messages: {
    tooMany: {
      text: 'there are {count} audit annotations; at most 20 are allowed',
      cause: 'FieldValueInvalid',
      rows: ['vap-audit-annotations-too-many'],
      withoutExample: '21 annotations are nothing to read; the conformance cases have them',
    },
    key: {
      text: "'{name}', of policy and key, is no qualified name: {problem}",
      help: 'write a key of letters and digits, such as replicas',
      cause: 'FieldValueInvalid',
      rows: ['vap-audit-annotation-key-format'],
    },
    policyName: {
      text: "the key '{key}' has no policy name to stand behind",
      help: 'add metadata.name',
      cause: 'FieldValueInvalid',
      rows: ['vap-audit-annotation-no-name'],
    },
    duplicate: {
      text: "the key '{key}' is given to an earlier audit annotation already",
      help: 'give each audit annotation a key of its own',
      cause: 'FieldValueDuplicate',
      rows: ['vap-audit-annotation-key-duplicate'],
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
          auditAnnotations:
            - key: example.com/replicas
            #      ^^^^^^^^^^^^^^^^^^^^ expect: key
              valueExpression: string(object.spec.replicas)
            - key: replicas
              valueExpression: string(object.spec.replicas)
            - key: replicas
            #      ^^^^^^^^ expect: duplicate
              valueExpression: string(object.spec.replicas)
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {}
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          auditAnnotations:
            - key: replicas
            #      ^^^^^^^^ expect: policyName
              valueExpression: string(object.spec.replicas)
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
          auditAnnotations:
            - key: replicas
              valueExpression: string(object.spec.replicas)
      `,
    ],
  },
  check(resource, { report }) {
    const list = resource.root.get('spec').get('auditAnnotations');
    const annotations = list.items();
    if (annotations.length > MOST) report('tooMany', list, { count: annotations.length });
    const policy = objectName(resource);
    const seen = new Map<string, Field>();
    for (const annotation of annotations) {
      const field = annotation.get('key');
      if (field.pruned) continue;
      const key = field.value ?? '';
      const name = `${policy}/${key}`;
      if (policy === '') report('policyName', field, { key });
      else {
        for (const problem of qualifiedNameProblems(name)) report('key', field, { name, problem });
      }
      const first = seen.get(key);
      if (first === undefined) seen.set(key, field);
      else {
        const related = [{ span: first.location().span, message: 'the first one' }];
        report('duplicate', field, { key }, { related });
      }
    }
  },
});
