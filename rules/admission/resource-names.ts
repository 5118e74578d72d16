import { BINDING_KINDS, POLICY_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { PATH_SEGMENT_PROBLEMS } from '../../src/analysis/metadata/path-segment-messages.ts';
import { matchResources } from '../../src/analysis/requests/admission-rules.ts';
import { pathSegmentProblems } from '../../src/kubernetes/formats/path-segment.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'admission/resource-names',
  kinds: [...POLICY_KINDS, ...BINDING_KINDS],
  severity: 'error',
  summary: 'Each name in resourceNames is one that an object can have, listed once.',
  details: `
In rules of policies and bindings, \`resourceNames\` narrows a rule down to objects of these names.
The API server refuses what no object can be named: \`.\`, \`..\`, and whatever has a slash or a
percent sign. There are no wildcards here, and neither namespace nor subresource is part of the
name. It also refuses a name that is listed twice.

Rules of webhooks have no \`resourceNames\`; use a match condition there.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#getting-started-with-validating-admission-policy',
  messages: {
    format: {
      text: "no object can be named '{name}': {problem}",
      help: 'write the name of the object alone, or leave resourceNames out for all objects',
      cause: 'FieldValueInvalid',
      rows: ['rule-resource-name-format'],
    },
    duplicate: {
      text: "'{name}' is listed twice",
      help: 'leave one of them out',
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
  },
  check(resource, { report }) {
    const match = matchResources(resource);
    if (match === undefined) return;
    const rules = [
      ...match.get('resourceRules').items(),
      ...match.get('excludeResourceRules').items(),
    ];
    for (const rule of rules) {
      const seen = new Set<string>();
      for (const field of rule.get('resourceNames').items()) {
        const name = field.value ?? '';
        for (const problem of pathSegmentProblems(name)) {
          report('format', field, { name, problem: PATH_SEGMENT_PROBLEMS[problem] });
        }
        if (seen.has(name)) report('duplicate', field, { name });
        seen.add(name);
      }
    }
  },
});
