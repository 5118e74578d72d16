import {
  KINDS_WITH_RESOURCE_RULES,
  resourceRulesOf,
} from '../../src/analysis/requests/resource-rules.ts';
import { cut } from '../../src/base/go/cut.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/malformed-resources',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'warning',
  summary: 'An entry of resources is RESOURCE or RESOURCE/SUBRESOURCE.',
  details: `
The API server splits an entry of \`resources\` at its first slash into the resource and the subresource. It accepts most
entries that are not empty. But no resource has an empty name, and no subresource has a slash in its name, so such an
entry never matches. A slash at the end has no effect.

Use \`pods\`, \`pods/exec\`, \`*/status\`, \`pods/*\` or \`*/*\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    nameless: {
      text: "'{entry}' matches nothing: there is no resource before the slash",
      help: "use '*{entry}' to match this subresource of all resources",
      rows: ['lint-rule-malformed-resource'],
    },
    slash: {
      text: "'{entry}' matches nothing: there is no resource before the slash",
      help: "use '*' to match all resources, or '*/*' to match their subresources too",
      rows: ['lint-rule-malformed-resource'],
    },
    slashes: {
      text: "'{entry}' matches nothing: no subresource has a slash in its name",
      help: 'use a resource, or a resource and a subresource, as in pods/log',
      rows: ['lint-rule-malformed-resource'],
      explainsInField: ['match/unknown-resource#unknownSubresource'],
    },
    trailing: {
      text: "the slash at the end of '{entry}' has no effect",
      help: "use '{resource}' to match the resource only, or '{resource}/*' to match its subresources too",
      severity: 'info',
      rows: ['lint-rule-malformed-resource'],
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
              - operations: [UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources:
                  - /status
                  # ^^^^^^^ expect: nameless
                  - /
                  # ^ expect: slash
                  - pods/status/phase
                  # ^^^^^^^^^^^^^^^^^ expect: slashes
                  - services/
                  # ^^^^^^^^^ expect: trailing
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
              - operations: [UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [services, pods/status, "*/scale"]
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
      `,
    ],
  },
  check(resource, { report }) {
    for (const rule of resourceRulesOf(resource)) {
      for (const field of rule.itemsOf('resources')) {
        const entry = field.value ?? '';
        const [name, subresource] = cut(entry, '/');
        if (subresource === undefined) continue;
        if (subresource.includes('/')) report({ message: 'slashes', at: field, values: { entry } });
        else if (name === '' && subresource === '')
          report({ message: 'slash', at: field, values: { entry } });
        else if (name === '') report({ message: 'nameless', at: field, values: { entry } });
        else if (subresource === '')
          report({ message: 'trailing', at: field, values: { entry, resource: name } });
      }
    }
  },
});
