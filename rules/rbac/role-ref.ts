import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { segmentProblem } from '../../src/analysis/metadata/names.ts';
import { RBAC_GROUP } from '../../src/analysis/rbac/group.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'rbac/role-ref',
  on: 'object',
  kinds: ['RoleBinding', 'ClusterRoleBinding'],
  severity: 'error',
  summary: 'A binding refers to a Role or ClusterRole.',
  details: `
A binding gives its subjects the permissions of the one role that \`roleRef\` names. The API server refuses a binding whose
\`roleRef\` has another \`apiGroup\` than \`rbac.authorization.k8s.io\`, another kind than Role or ClusterRole, or no name.

\`roleRef\` cannot be changed later. A ClusterRoleBinding can only refer to a ClusterRole.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/rbac/#rolebinding-and-clusterrolebinding',
  messages: {
    apiGroup: {
      text: "roleRef.apiGroup is '{value}'; it must be rbac.authorization.k8s.io",
      help: 'write apiGroup: rbac.authorization.k8s.io',
      cause: 'FieldValueNotSupported',
      rows: ['rbac-role-ref-api-group'],
    },
    kind: {
      text: "roleRef.kind is '{value}'; a binding refers to a Role or ClusterRole",
      help: 'use Role for a role of the namespace, or ClusterRole',
      cause: 'FieldValueNotSupported',
      rows: ['rbac-role-ref-kind'],
    },
    clusterKind: {
      text: "roleRef.kind is '{value}'; a ClusterRoleBinding refers to a ClusterRole",
      help: 'use kind: ClusterRole, or a RoleBinding in the namespace of the Role',
      cause: 'FieldValueNotSupported',
      rows: ['rbac-role-ref-cluster-kind'],
    },
    nameRequired: {
      text: 'roleRef has no name',
      help: 'write the name of the Role or ClusterRole',
      cause: 'FieldValueRequired',
      rows: ['rbac-role-ref-name'],
    },
    name: {
      text: "'{name}' cannot be the name of a role: {problem}",
      help: 'use the name that the Role or ClusterRole has in its metadata',
      cause: 'FieldValueInvalid',
      rows: ['rbac-role-ref-name-format'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: { name: read-pods, namespace: shop }
        roleRef:
          apiGroup: rbac
          #         ^^^^ expect: apiGroup
          kind: Roles
          #     ^^^^^ expect: kind
          name: pods/read
          #     ^^^^^^^^^ expect: name
      `,
      yaml`
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: { name: read-pods }
        roleRef:
          apiGroup: rbac.authorization.k8s.io
          kind: Role
          #     ^^^^ expect: clusterKind
          name: ""
          #     ^^ expect: nameRequired
      `,
    ],
    good: [
      yaml`
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: { name: read-pods, namespace: shop }
        roleRef:
          apiGroup: rbac.authorization.k8s.io
          kind: ClusterRole
          name: view
        subjects:
          - apiGroup: rbac.authorization.k8s.io
            kind: Group
            name: developers
      `,
    ],
  },
  check(resource, { report }) {
    const ref = resource.root.get('roleRef');
    const apiGroup = ref.get('apiGroup');
    const { value: group = '' } = apiGroup;
    if (group !== RBAC_GROUP && !apiGroup.pruned) {
      report({ message: 'apiGroup', at: apiGroup, values: { value: group } });
    }
    const kind = ref.get('kind');
    const { value = '' } = kind;
    const isForCluster = resource.kind === 'ClusterRoleBinding';
    if (!kind.pruned && value !== 'ClusterRole') {
      if (value !== 'Role') report({ message: 'kind', at: kind, values: { value } });
      else if (isForCluster) report({ message: 'clusterKind', at: kind, values: { value } });
    }
    const name = ref.get('name');
    if (isEmptyText(name)) report({ message: 'nameRequired', at: name });
    const problem = name.value ? segmentProblem(name.value) : undefined;
    if (problem !== undefined) {
      report({ message: 'name', at: name, values: { name: name.value ?? '', problem } });
    }
  },
});
