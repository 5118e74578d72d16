import {
  admissionRules,
  KINDS_WITH_ADMISSION_RULES,
} from '../../src/analysis/requests/admission-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/partial-wildcards',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'warning',
  summary: 'A wildcard in a rule stands alone.',
  details: `
In rules of webhooks and policies only a lone \`*\` is a wildcard: as an entry of \`apiGroups\` and \`apiVersions\`,
and as either half of an entry of \`resources\` (\`*/scale\`, \`pods/*\`). Together with other letters it is a
letter like any other, and as no group, version or resource has it in its name, the entry matches nothing.

List the names one by one, or take \`*\` and choose by \`matchConditions\`, whose expressions can look at
\`request.resource\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    literal: {
      text: "'{entry}' matches nothing: '*' is a wildcard only where it stands alone",
      help: "list the names, or write '*'",
      rows: ['lint-rule-partial-wildcard'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: names }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: ["*.example.com"]
                #           ^^^^^^^^^^^^^^^ expect: literal
                apiVersions: [v1*]
                #             ^^^ expect: literal
                resources: ["widget*"]
                #           ^^^^^^^^^ expect: literal
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: names }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [shop.example.com, bank.example.com]
                apiVersions: ["*"]
                resources: ["*", "*/scale"]
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
      `,
    ],
  },
  check(resource, { report }) {
    for (const rule of admissionRules(resource)) {
      const names = [...rule.get('apiGroups').items(), ...rule.get('apiVersions').items()];
      for (const field of names) {
        const entry = field.value ?? '';
        if (isPartial(entry)) report('literal', field, { entry });
      }
      for (const field of rule.get('resources').items()) {
        const entry = field.value ?? '';
        const slash = entry.indexOf('/');
        const halves = slash < 0 ? [entry] : [entry.slice(0, slash), entry.slice(slash + 1)];
        if (halves.some(isPartial)) report('literal', field, { entry });
      }
    }
  },
});

function isPartial(text: string): boolean {
  return text !== '*' && text.includes('*');
}
