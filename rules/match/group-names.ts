import {
  admissionRules,
  KINDS_WITH_ADMISSION_RULES,
} from '../../src/analysis/requests/admission-rules.ts';
import { groupEntryOf } from '../../src/analysis/requests/rule-targets.ts';
import { editDistance } from '../../src/kubernetes/edit-distance.ts';
import { builtInResources } from '../../src/kubernetes/resources.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/group-names',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'warning',
  summary: 'Groups and versions of a rule stand apart, and the core group is the empty text.',
  details: `
\`apiVersion: apps/v1\` of a manifest is two things to a rule: the group \`apps\` in \`apiGroups\` and the version
\`v1\` in \`apiVersions\`. The group of Pods, Services and ConfigMaps, whose manifests say \`apiVersion: v1\`, is the
empty text; \`core\` is only how people call it. Entries are compared as text, so what is no group or no version
matches nothing, without any error.

Write \`apiGroups: [""]\` for the core group, and full names such as \`networking.k8s.io\` for others.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    core: {
      text: "'{entry}' matches nothing: the core group is the empty text",
      help: 'write apiGroups: [""]',
      rows: ['lint-rule-core-group-name'],
    },
    groupWithVersion: {
      text: "'{entry}' matches nothing: apiGroups takes the group without its version",
      help: "write '{group}', and the version under apiVersions",
      rows: ['lint-rule-group-version-mixed'],
    },
    versionAsGroup: {
      text: "'{entry}' is a version, not a group, so it matches nothing",
      help: 'list it under apiVersions, and the group here',
      rows: ['lint-rule-group-version-mixed'],
    },
    versionWithGroup: {
      text: "'{entry}' matches nothing: apiVersions takes the version without its group",
      help: "write '{version}', and the group under apiGroups",
      rows: ['lint-rule-group-version-mixed'],
    },
    unlikely: {
      text: "no group of Kubernetes is called '{entry}'",
      help: "did you mean '{right}'?",
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
    for (const rule of admissionRules(resource)) {
      for (const field of rule.get('apiGroups').items()) {
        const entry = field.value ?? '';
        const is = groupEntryOf(entry);
        if (is === 'core') report('core', field, { entry });
        else if (is === 'version') report('versionAsGroup', field, { entry });
        else if (entry.includes('/')) {
          report('groupWithVersion', field, { entry, group: withoutVersion(entry) });
        } else if (is === 'other') {
          const right = groupMeantBy(entry);
          if (right !== undefined) report('unlikely', field, { entry, right });
        }
      }
      for (const field of rule.get('apiVersions').items()) {
        const entry = field.value ?? '';
        const slash = entry.lastIndexOf('/');
        if (slash < 0) continue;
        report('versionWithGroup', field, { entry, version: entry.slice(slash + 1) });
      }
    }
  },
});

/** The group of `apps/v1`, or of `v1/apps`; that of `core/v1` is the empty text. */
function withoutVersion(entry: string): string {
  const parts = entry.split('/');
  const group = parts.find((part) => groupEntryOf(part) !== 'version' && part !== 'v1') ?? '';
  return group === 'core' ? '' : group;
}

/**
 * The group of Kubernetes that a name was most likely meant to be: one that goes on after it
 * (`networking`), or one that differs by a letter or two. Groups of CRDs have a dot, and those of
 * Kubernetes' own projects end with `.x-k8s.io` or a domain of their own.
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
