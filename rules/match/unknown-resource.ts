import { describeGroups, resolveRule } from '../../src/analysis/requests/resolved-rules.ts';
import {
  KINDS_WITH_RESOURCE_RULES,
  resourceRulesOf,
} from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { resourceMistakeIn } from './unknown-resource/resource-mistakes.ts';

export default defineRule({
  id: 'match/unknown-resource',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'warning',
  summary: 'Resource rules use the plural names of existing resources with their group.',
  details: `
A resource rule is compared with requests literally. The API server does not check that a resource exists, so a rule for
\`Pod\`, \`deployment\` or \`po\` is accepted, but never matches: the webhook is never called, the policy never applies.

Use the name in the path of requests: the plural in lowercase, such as \`pods\`, \`deployments\` or \`networkpolicies\`, with
a subresource after a slash, as in \`pods/exec\`. \`apiGroups\` must contain the group of the resource: \`deployments\` are in
\`apps\`, \`pods\` are in the core group, whose name is the empty string.

Only rules for built-in groups are checked, because other resources depend on the cluster. Resources that are served only
with \`--runtime-config\` are known.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    capitals: {
      text: "'{entry}' matches nothing: the names of resources are in lowercase",
      help: 'use {right}',
      rows: ['lint-rule-unknown-resource'],
    },
    singular: {
      text: "'{entry}' matches nothing: resources must contain plural names",
      help: 'use {right}',
      rows: ['lint-rule-unknown-resource'],
    },
    otherGroup: {
      text: "'{entry}' matches nothing: it is a resource of {group}, not of {groups}",
      help: 'move it to a resource rule for {group}',
      rows: ['lint-rule-unknown-resource'],
    },
    subresource: {
      text: "'{entry}' matches nothing: it is a subresource, not a resource",
      help: 'use {right}',
    },
    unknownSubresource: {
      text: "'{entry}' matches nothing: {resource} have no subresource '{subresource}'",
      help: 'use an existing subresource of {resource}, or remove the entry',
    },
    typo: {
      text: "'{entry}' matches nothing: there is no such resource in {groups}",
      help: 'use {right} if that is meant',
    },
    unknown: {
      text: "'{entry}' matches nothing: there is no such resource in {groups}",
      help: 'use the plural name of a resource, and the group of the resource in apiGroups',
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
    for (const rule of resourceRulesOf(resource)) {
      const reading = resolveRule(rule, minor);
      const groups = describeGroups(reading.groups);
      for (const target of reading.targets) {
        const entry = target.field.value ?? '';
        const mistake = resourceMistakeIn(reading, target);
        switch (mistake?.is) {
          case 'capitals':
          case 'singular':
          case 'subresource':
            report({
              message: mistake.is,
              at: target.field,
              values: { entry, right: mistake.right },
            });
            break;
          case 'typo':
            report({
              message: 'typo',
              at: target.field,
              values: { entry, groups, right: mistake.right },
            });
            break;
          case 'other-group':
            report({
              message: 'otherGroup',
              at: target.field,
              values: { entry, groups, group: describeGroups([mistake.group]) },
            });
            break;
          case 'unknown-subresource':
            report({
              message: 'unknownSubresource',
              at: target.field,
              values: { entry, resource: target.resource, subresource: target.subresource ?? '' },
            });
            break;
          case 'unknown':
            report({ message: 'unknown', at: target.field, values: { entry, groups } });
        }
      }
    }
  },
});
