import { groupEntryOf } from '../../src/analysis/requests/resolved-rules.ts';
import {
  KINDS_WITH_RESOURCE_RULES,
  resourceRulesOf,
} from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { editDistance } from '../../src/server/kubernetes/edit-distance.ts';
import { builtInResources } from '../../src/server/kubernetes/resources.ts';

export default defineRule({
  id: 'match/group-names',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'warning',
  summary: 'The apiGroups of a resource rule are groups, and the apiVersions are versions.',
  details: `
In a resource rule, \`apiVersion: apps/v1\` of a manifest becomes the group \`apps\` in \`apiGroups\` and the version \`v1\` in
\`apiVersions\`. The name of the core group, which contains Pods, Services and ConfigMaps, is the empty string. The API
server compares entries as strings and accepts any of them, so an entry that is not a group or version matches nothing.

Use \`apiGroups: [""]\` for the core group, and full names such as \`networking.k8s.io\` for other groups.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    core: {
      text: "'{entry}' matches nothing: the name of the core group is the empty string",
      help: 'use apiGroups: [""]',
      rows: ['lint-rule-core-group-name'],
    },
    groupWithVersion: {
      text: "'{entry}' matches nothing: apiGroups must contain groups without versions",
      help: "use '{group}' here, and the version in apiVersions",
      rows: ['lint-rule-group-version-mixed'],
    },
    versionAsGroup: {
      text: "'{entry}' matches nothing: it is a version, not a group",
      help: 'use the group here, and the version in apiVersions',
      rows: ['lint-rule-group-version-mixed'],
    },
    versionWithGroup: {
      text: "'{entry}' matches nothing: apiVersions must contain versions without groups",
      help: "use '{version}' here, and the group in apiGroups",
      rows: ['lint-rule-group-version-mixed'],
    },
    unlikely: {
      text: "'{entry}' is not a built-in API group, so this entry most likely matches nothing",
      help: "use '{right}' if the built-in group is meant",
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
                apiGroups: [core]
                #           ^^^^ expect: core
                apiVersions: [v1]
                resources: [pods]
              - operations: [CREATE]
                apiGroups: [apps/v1]
                #           ^^^^^^^ expect: groupWithVersion
                apiVersions: [apps/v1]
                #             ^^^^^^^ expect: versionWithGroup
                resources: [deployments]
              - operations: [CREATE]
                apiGroups: [networking, v1beta1]
                #           ^^^^^^^^^^ expect: unlikely
                #                       ^^^^^^^ expect: versionAsGroup
                apiVersions: [v1]
                resources: [networkpolicies]
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
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
              - operations: [CREATE]
                apiGroups: [networking.k8s.io]
                apiVersions: [v1]
                resources: [networkpolicies]
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
      `,
    ],
  },
  check(resource, { report }) {
    for (const rule of resourceRulesOf(resource)) {
      for (const field of rule.itemsOf('apiGroups')) {
        const entry = field.value ?? '';
        const is = groupEntryOf(entry);
        if (is === 'core') report({ message: 'core', at: field, values: { entry } });
        else if (is === 'version')
          report({ message: 'versionAsGroup', at: field, values: { entry } });
        else if (entry.includes('/')) {
          report({
            message: 'groupWithVersion',
            at: field,
            values: { entry, group: withoutVersion(entry) },
          });
        } else if (is === 'other') {
          const right = groupMeantBy(entry);
          if (right !== undefined)
            report({ message: 'unlikely', at: field, values: { entry, right } });
        }
      }
      for (const field of rule.itemsOf('apiVersions')) {
        const entry = field.value ?? '';
        const slash = entry.lastIndexOf('/');
        if (slash < 0) continue;
        report({
          message: 'versionWithGroup',
          at: field,
          values: { entry, version: entry.slice(slash + 1) },
        });
      }
    }
  },
});

/** The group of `apps/v1` or `v1/apps`; that of `core/v1` is the empty string. */
function withoutVersion(entry: string): string {
  const parts = entry.split('/');
  const group = parts.find((part) => groupEntryOf(part) !== 'version' && part !== 'v1') ?? '';
  return group === 'core' ? '' : group;
}

/**
 * The most likely built-in group for a name: one that starts with it (`networking`), or one that differs in one or two
 * characters. Groups of CRDs contain a dot, and only built-in groups and groups of Kubernetes projects end with
 * `.k8s.io`.
 */
function groupMeantBy(entry: string): string | undefined {
  const groups = new Set(builtInResources().map(({ group }) => group));
  groups.delete('');
  const isOwn = !entry.includes('.') || entry.endsWith('.k8s.io');
  if (!isOwn) return undefined;
  return [...groups].find(
    (group) =>
      (!entry.includes('.') && group.startsWith(`${entry}.`)) ||
      (entry.length > 2 && editDistance(entry, group) <= (entry.length > 8 ? 2 : 1)),
  );
}
