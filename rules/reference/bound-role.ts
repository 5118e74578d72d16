import {
  findReferenced,
  findSimilar,
  isIn,
  namedPlace,
} from '../../src/analysis/installations/expected-objects.ts';
import { RBAC_GROUP } from '../../src/analysis/rbac/group.ts';
import type { Installation, TypedObject } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

type Binding = TypedObject<'RoleBinding' | 'ClusterRoleBinding'>;

export default defineRule({
  id: 'reference/bound-role',
  on: 'installation',
  severity: 'warning',
  summary: 'The role and the ServiceAccounts of a binding exist.',
  details: `
A RoleBinding or ClusterRoleBinding to a role that does not exist grants nothing, and \`roleRef\` of an existing binding cannot be
changed: it must be deleted. A subject that does not exist, or is in another namespace, gets no permissions either. The server
looks up neither.

They are reported as missing only if the input has a role or ServiceAccount with nearly the same name, a role of the other kind, or
the ServiceAccount in another namespace. A RoleBinding that names a namespace other than its own and \`default\` grants
permissions to another installation, such as Prometheus, and a binding may name the namespaces of several installations; these are
not reported. The cluster may still have the others: pass \`--partial\` if the input is only a part of what is applied.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/rbac/#rolebinding-and-clusterrolebinding',
  messages: {
    similar: {
      text: "the input has no {kind} '{name}', but it has '{similar}'; without it, the binding grants nothing",
      help: 'use the name {similar} if that is meant',
    },
    otherKind: {
      text: "the input has no {kind} '{name}', but a {other} of this name; the binding grants nothing",
      help: 'use kind: {other}',
    },
    otherNamespace: {
      text: "the ServiceAccount '{name}' of the input is in the namespace '{own}', not in '{namespace}'; it gets no permissions",
      help: 'write namespace: {own}, or move the ServiceAccount',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ServiceAccount
        metadata: { name: reporter, namespace: shop }
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: { name: pod-readers }
        rules: [{ apiGroups: [""], resources: [pods], verbs: [get, list] }]
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: { name: reporter }
        roleRef:
          apiGroup: rbac.authorization.k8s.io
          kind: ClusterRole
          name: pod-reader
          #     ^^^^^^^^^^ expect: similar
        subjects:
          - kind: ServiceAccount
            name: reporter
            namespace: default
            #          ^^^^^^^ expect: otherNamespace
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: { name: reporter, namespace: shop }
        roleRef:
          apiGroup: rbac.authorization.k8s.io
          kind: Role
          #     ^^^^ expect: otherKind
          name: pod-readers
        subjects: [{ kind: ServiceAccount, name: reporter, namespace: shop }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ServiceAccount
        metadata: { name: reporter, namespace: shop }
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: { name: pod-readers }
        rules: [{ apiGroups: [""], resources: [pods], verbs: [get, list] }]
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: { name: reporter, namespace: shop }
        roleRef:
          apiGroup: rbac.authorization.k8s.io
          kind: ClusterRole
          name: pod-readers
        subjects: [{ kind: ServiceAccount, name: reporter, namespace: shop }]
      `,
      yaml`
        apiVersion: v1
        kind: ServiceAccount
        metadata: { name: metrics, namespace: shop }
        ---
        # for the ServiceAccount of a monitoring system, which has the same name
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: { name: metrics, namespace: shop }
        roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view }
        subjects: [{ kind: ServiceAccount, name: metrics, namespace: monitoring }]
        ---
        # for all namespaces in which users install this
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: { name: metrics }
        roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view }
        subjects:
          - { kind: ServiceAccount, name: metrics, namespace: operators }
          - { kind: ServiceAccount, name: metrics, namespace: shop }
      `,
    ],
  },
  check(installation, { report }) {
    const bindings: readonly Binding[] = [
      ...installation.ofKind('RoleBinding'),
      ...installation.ofKind('ClusterRoleBinding'),
    ];
    for (const binding of bindings) {
      if (!binding.object.mayChange('roleRef')) checkRole(binding, installation);
      if (!binding.object.mayChange('subjects')) checkSubjects(binding, installation);
    }

    function checkRole({ object, root }: Binding, { isComplete }: Installation): void {
      const ref = root.get('roleRef');
      const { value: { kind = '', name = '' } = {} } = ref;
      const other = kind === 'Role' ? 'ClusterRole' : 'Role';
      if ((kind !== 'Role' && kind !== 'ClusterRole') || name === '') return;
      const namespace = kind === 'Role' ? object.namespace : undefined;
      const reference = { from: object, group: RBAC_GROUP, kind, namespace, name };
      const [misnamed] = installation
        .named(RBAC_GROUP, other, name)
        .filter((role) => other === 'ClusterRole' || isIn(role, object.namespace));
      // A kustomization may give roles of both kinds one name.
      const isFound = installation.named(RBAC_GROUP, kind, name).length > 0;
      if (misnamed !== undefined && isComplete && !isFound) {
        if (installation.isInInput(RBAC_GROUP, kind, name)) return;
        report({
          message: 'otherKind',
          at: { object, at: ref.get('kind') },
          values: { kind, name, other },
          related: [{ object: misnamed, message: `the ${other}` }],
        });
        return;
      }
      const similar = findSimilar(installation, reference);
      if (similar === undefined) return;
      report({
        message: 'similar',
        at: { object, at: ref.get('name') },
        values: { kind, name, similar: similar.name },
        related: [namedPlace(kind, similar)],
      });
    }

    function checkSubjects({ object, root }: Binding, installation: Installation): void {
      const kind = 'ServiceAccount';
      const subjects = root.itemsOf('subjects');
      for (const subject of subjects) {
        const { value } = subject;
        if (value?.kind !== kind || !value.name || value.name === 'default') continue;
        const { name, namespace = object.namespace } = value;
        const reference = { from: object, group: '', kind, namespace, name };
        const target = findReferenced(installation, reference, 'typos');
        if (target.is === 'in other namespace' && namespace !== undefined) {
          const own = target.object.namespace ?? '';
          const isBoundToo = subjects.some(
            ({ value: other }) => other?.name === name && other.namespace === own,
          );
          if (isBoundToo || isForOthers(namespace, object.namespace)) continue;
          report({
            message: 'otherNamespace',
            at: { object, at: subject.get('namespace') },
            values: { name, namespace, own },
            related: [namedPlace(kind, { object: target.object, name })],
          });
          continue;
        }
        const similar = findSimilar(installation, reference);
        if (similar === undefined) continue;
        report({
          message: 'similar',
          at: { object, at: subject.get('name') },
          values: { kind, name, similar: similar.name },
          related: [namedPlace(kind, similar)],
        });
      }
    }
  },
});

/**
 * Reports whether a RoleBinding grants permissions to the ServiceAccount of another installation, because it names a
 * namespace other than its own. `default` is rather a mistake.
 *
 * @param own undefined for a ClusterRoleBinding
 */
function isForOthers(namespace: string, own: string | undefined): boolean {
  return own !== undefined && namespace !== own && namespace !== 'default';
}
