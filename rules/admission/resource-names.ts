import { ADMISSION_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { withoutEntry } from '../../src/analysis/fields/entry-fixes.ts';
import { PATH_SEGMENT_PROBLEMS } from '../../src/analysis/metadata/path-segment-messages.ts';
import { matchResources } from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { pathSegmentProblems } from '../../src/server/kubernetes/formats/path-segment.ts';

export default defineRule({
  id: 'admission/resource-names',
  on: 'object',
  kinds: ADMISSION_KINDS,
  severity: 'error',
  summary: 'The names in resourceNames are valid and unique.',
  details: `
\`resourceNames\` limits a resource rule of a policy or binding to objects with these names. A name must not be \`.\`
or \`..\`, and must not contain a slash or a percent sign: neither a namespace nor a subresource is part of the name.
A name must not be listed twice. There are no wildcards.

The rules of webhooks have no \`resourceNames\`; use a match condition there.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#getting-started-with-validating-admission-policy',
  messages: {
    format: {
      text: "'{name}' is not a valid object name: {problem}",
      help: 'use the name of the object only, or remove resourceNames to match all objects',
      cause: 'FieldValueInvalid',
      rows: ['rule-resource-name-format'],
    },
    duplicate: {
      text: "'{name}' is listed twice",
      help: 'remove one of them',
      cause: 'FieldValueDuplicate',
      rows: ['rule-resource-name-duplicate'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: settings }
        spec:
          policyName: settings
          validationActions: [Deny]
          matchResources:
            resourceRules:
              - operations: [DELETE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
                resourceNames: [shop/settings]
                #               ^^^^^^^^^^^^^ expect: format
              - operations: [UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
                resourceNames:
                  - limits
                  - limits # expect: duplicate
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: settings }
        spec:
          policyName: settings
          validationActions: [Deny]
          matchResources:
            resourceRules:
              - operations: [DELETE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
                resourceNames: [settings, limits]
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: admissionregistration.k8s.io/v1
          kind: ValidatingAdmissionPolicy
          metadata: { name: names }
          spec:
            matchConstraints:
              resourceRules:
                - operations: [UPDATE]
                  apiGroups: [""]
                  apiVersions: [v1]
                  resources: [configmaps]
                  resourceNames: [settings, limits, settings]
            validations:
              - expression: object.metadata.name != 'test'
                message: do not call it test
        `,
        after: yaml`
          apiVersion: admissionregistration.k8s.io/v1
          kind: ValidatingAdmissionPolicy
          metadata: { name: names }
          spec:
            matchConstraints:
              resourceRules:
                - operations: [UPDATE]
                  apiGroups: [""]
                  apiVersions: [v1]
                  resources: [configmaps]
                  resourceNames: [settings, limits]
            validations:
              - expression: object.metadata.name != 'test'
                message: do not call it test
        `,
      },
    ],
  },
  check(resource, { report }) {
    const match = matchResources(resource);
    if (match === undefined) return;
    const rules = [...match.itemsOf('resourceRules'), ...match.itemsOf('excludeResourceRules')];
    for (const rule of rules) {
      const seen = new Set<string>();
      for (const field of rule.itemsOf('resourceNames')) {
        const name = field.value ?? '';
        for (const problem of pathSegmentProblems(name)) {
          report({
            message: 'format',
            at: field,
            values: { name, problem: PATH_SEGMENT_PROBLEMS[problem] },
          });
        }
        if (seen.has(name)) {
          report({
            message: 'duplicate',
            at: field,
            values: { name },
            fix: withoutEntry(resource, field),
          });
        }
        seen.add(name);
      }
    }
  },
});
