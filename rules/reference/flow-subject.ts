import { findReferenced, namedPlace } from '../../src/analysis/installations/expected-objects.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'reference/flow-subject',
  on: 'installation',
  severity: 'warning',
  summary: 'The ServiceAccount that is the subject of a FlowSchema exists.',
  details: `
A FlowSchema matches the requests of its subjects. The API server does not check that a ServiceAccount exists. If none has
that name and namespace, the rule matches no request.

This is reported only if no file of the input has the ServiceAccount, and one with a similar name, or of the same name in
another namespace, is applied together with the FlowSchema. Pass \`--partial\` if the input is only a part of what is
applied.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    similar: {
      text: "the input has no ServiceAccount '{name}' in the namespace '{namespace}', but it has '{similar}'; the subject matches no request",
      help: 'use name: {similar} if that is meant',
    },
    otherNamespace: {
      text: "the ServiceAccount '{name}' of the input is in the namespace '{own}', not in '{namespace}'; the subject matches no request",
      help: 'write namespace: {own}, or move the ServiceAccount',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ServiceAccount
        metadata: { name: backups, namespace: shop }
        ---
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          matchingPrecedence: 900
          distinguisherMethod: { type: ByUser }
          rules:
            - subjects:
                - kind: ServiceAccount
                  serviceAccount: { name: backup, namespace: shop }
                  #                       ^^^^^^ expect: similar
                - kind: ServiceAccount
                  serviceAccount: { name: backups, namespace: store }
                  #                                           ^^^^^ expect: otherNamespace
              resourceRules:
                - verbs: [list]
                  apiGroups: [""]
                  resources: [pods]
                  namespaces: ["*"]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ServiceAccount
        metadata: { name: backups, namespace: shop }
        ---
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          matchingPrecedence: 900
          distinguisherMethod: { type: ByUser }
          rules:
            - subjects:
                - kind: ServiceAccount
                  serviceAccount: { name: backups, namespace: shop }
              resourceRules:
                - verbs: [list]
                  apiGroups: [""]
                  resources: [pods]
                  namespaces: ["*"]
      `,
    ],
  },
  check(installation, { report }) {
    for (const { object, resource } of installation.resources('FlowSchema')) {
      for (const rule of resource.root.get('spec').itemsOf('rules')) {
        for (const subject of rule.itemsOf('subjects')) {
          const account = subject.get('serviceAccount');
          const { name = '*', namespace = '' } = account.value ?? {};
          // `*` is any name, and each namespace has a ServiceAccount `default`.
          if (name === '*' || name === 'default' || namespace === '') continue;
          const kind = 'ServiceAccount';
          const reference = { from: object, group: '', kind, namespace, name };
          const target = findReferenced(installation, reference, 'typos');
          if (target.is === 'missing' && target.similar !== undefined) {
            report({
              message: 'similar',
              at: { object, at: account.get('name') },
              values: { name, namespace, similar: target.similar.name },
              related: [namedPlace(kind, target.similar)],
            });
          } else if (target.is === 'in other namespace') {
            report({
              message: 'otherNamespace',
              at: { object, at: account.get('namespace') },
              values: { name, namespace, own: target.object.namespace ?? '' },
              related: [namedPlace(kind, { object: target.object, name })],
            });
          }
        }
      }
    }
  },
});
