import {
  admissionRules,
  KINDS_WITH_ADMISSION_RULES,
} from '../../src/analysis/requests/admission-rules.ts';
import { groupWords, readRule } from '../../src/analysis/requests/rule-targets.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { resourceSlipIn } from './unknown-resource/resource-mistakes.ts';

export default defineRule({
  id: 'match/unknown-resource',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'warning',
  summary: 'Rules name resources that exist, by their plural, in the group that has them.',
  details: `
A rule is compared with requests as text. The API server does not look whether a resource exists, so a
rule for \`Pod\`, \`deployment\` or \`po\` is accepted and never matches anything: the webhook is never called, the
policy never applies, and nothing says so.

Rules name the resource as it stands in the path of a request: in lower case and in the plural, such as
\`pods\`, \`deployments\`, \`networkpolicies\`; a subresource stands behind a slash, as in \`pods/exec\`. The group in
\`apiGroups\` must be the one that has it: \`deployments\` are in \`apps\`, the core group is the empty text.

Only groups of Kubernetes itself are looked at; what other groups have depends on the cluster. Resources that
are off by default count as known.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    capitals: {
      text: "'{entry}' matches nothing: no resource has capital letters in its name",
      help: 'write {right}',
      rows: ['lint-rule-unknown-resource'],
    },
    singular: {
      text: "'{entry}' matches nothing: a rule takes the plural of a resource",
      help: 'write {right}',
      rows: ['lint-rule-unknown-resource'],
    },
    otherGroup: {
      text: "'{entry}' matches nothing: it is a resource of {group}, not of {groups}",
      help: 'give it a rule of its own with its group in apiGroups',
      rows: ['lint-rule-unknown-resource'],
    },
    subresource: {
      text: "'{entry}' matches nothing: it is a subresource, not a resource",
      help: 'write {right}',
    },
    unknownSubresource: {
      text: "'{entry}' matches nothing: {resource} have no subresource '{subresource}'",
    },
    typo: {
      text: "'{entry}' matches nothing: there is no such resource in {groups}",
      help: 'did you mean {right}?',
    },
    unknown: {
      text: "'{entry}' matches nothing: there is no such resource in {groups}",
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
              - operations: [CREATE, UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources:
                  - Pods
                  # ^^^^ expect: capitals
                  - service
                  # ^^^^^^^ expect: singular
                  - deployments
                  # ^^^^^^^^^^^ expect: otherGroup
                  - ephemeralcontainers
                  # ^^^^^^^^^^^^^^^^^^^ expect: subresource
                  - configmaps/status
                  # ^^^^^^^^^^^^^^^^^ expect: unknownSubresource
                  - secerts
                  # ^^^^^^^ expect: typo
                  - buildconfigs
                  # ^^^^^^^^^^^^ expect: unknown
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
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
              - operations: [CREATE, UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods, pods/ephemeralcontainers, secrets]
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
      `,
    ],
  },
  check(resource, { report, minor }) {
    for (const rule of admissionRules(resource)) {
      const reading = readRule(rule, minor);
      const groups = groupWords(reading.groups);
      for (const target of reading.targets) {
        const entry = target.field.value ?? '';
        const slip = resourceSlipIn(reading, target);
        switch (slip?.is) {
          case 'capitals':
          case 'singular':
          case 'subresource':
            report(slip.is, target.field, { entry, right: slip.right });
            break;
          case 'typo':
            report('typo', target.field, { entry, groups, right: slip.right });
            break;
          case 'other-group':
            report('otherGroup', target.field, { entry, groups, group: groupWords([slip.group]) });
            break;
          case 'unknown-subresource':
            report('unknownSubresource', target.field, {
              entry,
              resource: target.resource,
              subresource: target.subresource ?? '',
            });
            break;
          case 'unknown':
            report('unknown', target.field, { entry, groups });
        }
      }
    }
  },
});
