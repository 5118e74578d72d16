import {
  KINDS_WITH_RESOURCE_RULES,
  resourceRulesOf,
} from '../../src/analysis/requests/resource-rules.ts';
import { cut } from '../../src/base/go/cut.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/partial-wildcards',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'warning',
  summary: 'A wildcard in a resource rule is not combined with other characters.',
  details: `
In a resource rule of a webhook, policy or binding, \`*\` is a wildcard only as a complete entry of \`apiGroups\` or
\`apiVersions\`, and as the resource or subresource in an entry of \`resources\` (\`*/scale\`, \`pods/*\`). Combined with other
characters it is compared literally, and because no group, version or resource has \`*\` in its name, the entry matches
nothing.

List all names, or use \`*\` and select requests with \`matchConditions\` on \`request.resource\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    literal: {
      text: "'{entry}' matches nothing: '*' is not a wildcard when combined with other characters",
      help: "list the names, or use '*'",
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
    for (const rule of resourceRulesOf(resource)) {
      const names = [...rule.itemsOf('apiGroups'), ...rule.itemsOf('apiVersions')];
      for (const field of names) {
        const entry = field.value ?? '';
        if (isPartial(entry)) report({ message: 'literal', at: field, values: { entry } });
      }
      for (const field of rule.itemsOf('resources')) {
        const entry = field.value ?? '';
        const halves = cut(entry, '/');
        if (halves.some(isPartial)) report({ message: 'literal', at: field, values: { entry } });
      }
    }
  },
});

function isPartial(text = ''): boolean {
  return text !== '*' && text.includes('*');
}
