import { objectName } from '../../src/analysis/metadata/object-name.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { qualifiedNameProblems } from '../../src/server/kubernetes/formats/qualified-name.ts';

const MOST = 20;

export default defineRule({
  id: 'policy/audit-annotations',
  on: 'object',
  kinds: ['ValidatingAdmissionPolicy'],
  severity: 'error',
  summary: 'A policy has at most 20 audit annotations, and their keys are valid and unique.',
  details: `
The API server writes an audit annotation to the audit log under the key \`POLICY/KEY\`: the name of the policy,
a slash and \`key\`. The whole must be a qualified name, like the key of a label. So \`key\` is up to 63 letters,
digits, dashes, underscores and dots, starts and ends with a letter or digit, and contains no slash. If
\`metadata.name\` is invalid, the server reports that for each key again.

Each key must be unique within the policy, and a policy can have at most 20 audit annotations.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#audit-annotations',
  messages: {
    tooMany: {
      text: 'spec.auditAnnotations has {count} items; at most 20 are allowed',
      help: 'combine values in one valueExpression, or split the policy',
      cause: 'FieldValueInvalid',
      rows: ['vap-audit-annotations-too-many'],
      withoutExample:
        'an example with 21 annotations would be too long; the conformance cases have one',
    },
    key: {
      text: "the key is written as '{name}', which is not a qualified name: {problem}",
      help: 'use a key of letters and digits, such as replicas',
      cause: 'FieldValueInvalid',
      rows: ['vap-audit-annotation-key-format'],
    },
    policyName: {
      text: "'{name}' is not a valid key of an audit annotation, because the name of the policy is invalid",
      help: 'change metadata.name',
      cause: 'FieldValueInvalid',
      rows: ['vap-audit-annotation-key-format'],
    },
    unnamed: {
      text: "the key '{key}' needs the name of the policy as its prefix, but the policy has no name",
      help: 'add metadata.name',
      cause: 'FieldValueInvalid',
      rows: ['vap-audit-annotation-no-name'],
    },
    duplicate: {
      text: "an earlier audit annotation already has the key '{key}'",
      help: 'use a unique key for each audit annotation',
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
            #      ^^^^^^^^ expect: unnamed
              valueExpression: string(object.spec.replicas)
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: Replicas }
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
    if (annotations.length > MOST)
      report({ message: 'tooMany', at: list, values: { count: annotations.length } });
    const policy = objectName(resource);
    const seen = new Map<string, Field>();
    for (const annotation of annotations) {
      const field = annotation.get('key');
      if (field.pruned) continue;
      const key = field.value ?? '';
      const name = `${policy}/${key}`;
      if (policy === '') report({ message: 'unnamed', at: field, values: { key } });
      else {
        const ofKey = qualifiedNameProblems(`policy/${key}`);
        for (const problem of qualifiedNameProblems(name)) {
          if (ofKey.includes(problem))
            report({ message: 'key', at: field, values: { name, problem } });
          else report({ message: 'policyName', at: field, values: { name } });
        }
      }
      const first = seen.get(key);
      if (first === undefined) seen.set(key, field);
      else {
        const related = [{ span: first.location().span, message: 'the first one' }];
        report({ message: 'duplicate', at: field, values: { key }, related });
      }
    }
  },
});
