import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { RBAC_GROUP } from '../../src/analysis/rbac/group.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { Subject } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'rbac/subjects',
  on: 'object',
  kinds: ['RoleBinding', 'ClusterRoleBinding'],
  severity: 'error',
  summary: 'A binding names users, groups or ServiceAccounts, each with its API group.',
  details: `
A subject of a RoleBinding or ClusterRoleBinding is a \`User\`, a \`Group\` or a \`ServiceAccount\`. Its \`apiGroup\` is
\`rbac.authorization.k8s.io\` for a User or Group, which is also the default, and empty for a ServiceAccount.

A ServiceAccount belongs to a namespace. A ClusterRoleBinding has none itself, so that each of its ServiceAccounts needs a
\`namespace\`.
`,
  reference: 'https://kubernetes.io/docs/reference/access-authn-authz/rbac/#referring-to-subjects',
  messages: {
    kind: {
      text: "'{value}' is not a kind of subject",
      help: 'use User, Group or ServiceAccount',
      cause: 'FieldValueNotSupported',
      rows: ['rbac-subject-kind'],
    },
    nameRequired: {
      text: 'the subject has no name',
      help: 'write the name of the user, group or ServiceAccount',
      cause: 'FieldValueRequired',
      rows: ['rbac-subject-name'],
    },
    name: {
      text: "'{name}' cannot be the name of a ServiceAccount: {problem}",
      help: 'use the name that the ServiceAccount has in its metadata',
      cause: 'FieldValueInvalid',
      rows: ['rbac-subject-service-account-name'],
    },
    namespace: {
      text: 'the ServiceAccount of a ClusterRoleBinding has no namespace',
      help: 'write the namespace of the ServiceAccount',
      cause: 'FieldValueRequired',
      rows: ['rbac-subject-namespace'],
    },
    serviceAccountGroup: {
      text: "a ServiceAccount has no API group, but apiGroup is '{value}'",
      help: 'remove apiGroup, or use kind: User or Group',
      cause: 'FieldValueNotSupported',
      rows: ['rbac-subject-service-account-group'],
    },
    apiGroup: {
      text: "the apiGroup of a {kind} is '{value}'; it must be rbac.authorization.k8s.io",
      help: 'write apiGroup: rbac.authorization.k8s.io, or remove apiGroup',
      cause: 'FieldValueNotSupported',
      rows: ['rbac-subject-api-group'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: { name: viewers }
        roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view }
        subjects:
          - kind: Users
            #     ^^^^^ expect: kind
            name: ada
          - kind: Group # expect: nameRequired
          - kind: User
            name: grace
            apiGroup: rbac
            #         ^^^^ expect: apiGroup
          - kind: ServiceAccount # expect: namespace
            name: Deployer
            #     ^^^^^^^^ expect: name
          - kind: ServiceAccount
            name: builder
            namespace: shop
            apiGroup: v1
            #         ^^ expect: serviceAccountGroup
      `,
    ],
    good: [
      yaml`
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: { name: viewers }
        roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view }
        subjects:
          - kind: Group
            name: developers
          - kind: ServiceAccount
            name: dashboard
            namespace: shop
      `,
    ],
  },
  check(resource, { report }) {
    const isForCluster = resource.kind === 'ClusterRoleBinding';
    for (const subject of resource.root.itemsOf('subjects')) {
      const name = subject.get('name');
      if (isEmptyText(name)) report({ message: 'nameRequired', at: name });
      const kind = subject.get('kind');
      switch (kind.value ?? '') {
        case 'ServiceAccount': {
          const problem = name.value ? subdomainProblem(name.value) : undefined;
          if (problem !== undefined) {
            report({ message: 'name', at: name, values: { name: name.value ?? '', problem } });
          }
          const group = subject.get('apiGroup');
          if (group.value) {
            report({ message: 'serviceAccountGroup', at: group, values: { value: group.value } });
          }
          const namespace = subject.get('namespace');
          if (isForCluster && isEmptyText(namespace)) {
            report({ message: 'namespace', at: namespace });
          }
          break;
        }
        case 'User':
        case 'Group': {
          const group = wrongGroup(subject);
          if (group === undefined) break;
          const values = { kind: kind.value ?? '', value: group.value ?? '' };
          report({ message: 'apiGroup', at: group, values });
          break;
        }
        default:
          if (!kind.pruned)
            report({ message: 'kind', at: kind, values: { value: kind.value ?? '' } });
      }
    }
  },
});

/** The API group of a user or group; undefined if it is the right one. */
function wrongGroup(subject: Field<Subject>): Field<string | undefined> | undefined {
  const group = subject.get('apiGroup');
  return group.value === RBAC_GROUP || group.pruned ? undefined : group;
}
