import {
  admissionRules,
  KINDS_WITH_ADMISSION_RULES,
} from '../../src/analysis/requests/admission-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/malformed-resources',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'warning',
  summary:
    'An entry of resources is a resource, or a resource and a subresource with a slash between them.',
  details: `
The API server takes an entry of \`resources\` apart at its first slash: what stands before it is the resource,
what follows the subresource. Of most entries it only wants that they are not empty. A resource without a
name, or a subresource with a slash in it, does not exist, so the entry never matches; a slash at the end says
nothing.

Write \`pods\`, \`pods/exec\`, \`*/status\`, \`pods/*\` or \`*/*\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    nameless: {
      text: "'{entry}' matches nothing: no resource stands before the slash",
      help: "write '*{entry}' for this subresource of every resource",
      rows: ['lint-rule-malformed-resource'],
    },
    slash: {
      text: "'{entry}' matches nothing: no resource stands before the slash",
      help: "write '*' for all resources, '*/*' for subresources too",
      rows: ['lint-rule-malformed-resource'],
    },
    slashes: {
      text: "'{entry}' matches nothing: a subresource has no slash in its name",
      help: 'write a resource, or a resource and a subresource, as in pods/log',
      rows: ['lint-rule-malformed-resource'],
    },
    trailing: {
      text: "the slash at the end of '{entry}' says nothing",
      help: "write '{resource}' for the resource alone, '{resource}/*' for its subresources too",
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
    for (const rule of admissionRules(resource)) {
      for (const field of rule.get('resources').items()) {
        const entry = field.value ?? '';
        const slash = entry.indexOf('/');
        if (slash < 0) continue;
        const name = entry.slice(0, slash);
        const subresource = entry.slice(slash + 1);
        if (subresource.includes('/')) report('slashes', field, { entry });
        else if (name === '' && subresource === '') report('slash', field, { entry });
        else if (name === '') report('nameless', field, { entry });
        else if (subresource === '') report('trailing', field, { entry, resource: name });
      }
    }
  },
});
