import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { flowSchemaSubjects } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import {
  LABEL_PROBLEMS,
  SUBDOMAIN_PROBLEMS,
} from '../../src/analysis/metadata/dns-name-messages.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  dns1123LabelProblems,
  dns1123SubdomainProblems,
} from '../../src/server/kubernetes/formats/dns.ts';

export default defineRule({
  id: 'flow-control/subject-names',
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'error',
  summary: 'Each subject of a FlowSchema has a name, and a service account also has a namespace.',
  details: `
A user or group can have any name; \`*\` matches all of them. The name of a service account is the name of an object, or \`*\` for
all service accounts of its namespace. Its \`namespace\` is required, and \`*\` is not allowed there.

For the service accounts of all namespaces, use the group \`system:serviceaccounts\`. The group
\`system:serviceaccounts:NAMESPACE\` is another way to match those of one namespace.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    required: {
      text: '{field}.name is required',
      help: "add the name, or use '*' to match all",
      cause: 'FieldValueRequired',
      rows: [
        'fs-subject-user-name-required',
        'fs-subject-group-name-required',
        'fs-subject-sa-name-required',
      ],
    },
    accountName: {
      text: "'{name}' is not a valid name of a service account: {problem}",
      help: "use the name of the service account without its namespace, or '*' to match all of the namespace",
      cause: 'FieldValueInvalid',
      rows: ['fs-subject-sa-name-format'],
    },
    namespaceRequired: {
      text: 'serviceAccount.namespace is required',
      help: 'add the namespace of the service account',
      cause: 'FieldValueRequired',
      rows: ['fs-subject-sa-namespace-required'],
    },
    namespace: {
      text: "'{namespace}' is not a valid name of a namespace: {problem}",
      help: 'use one namespace, or the group system:serviceaccounts to match those of all namespaces',
      cause: 'FieldValueInvalid',
      rows: ['fs-subject-sa-namespace-format'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          rules:
            - subjects:
                - kind: User
                  user: {} # expect: required
                - kind: ServiceAccount
                  serviceAccount: { name: shop:backup, namespace: shop }
                  #                       ^^^^^^^^^^^ expect: accountName
                - kind: ServiceAccount
                  serviceAccount: { name: backup } # expect: namespaceRequired
                - kind: ServiceAccount
                  serviceAccount: { name: backup, namespace: "*" }
                  #                                          ^^^ expect: namespace
              nonResourceRules:
                - verbs: ["*"]
                  nonResourceURLs: ["*"]
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          rules:
            - subjects:
                - kind: Group
                  group: { name: "*" }
                - kind: ServiceAccount
                  serviceAccount: { name: "*", namespace: shop }
              nonResourceRules:
                - verbs: ["*"]
                  nonResourceURLs: ["*"]
      `,
    ],
  },
  check(resource, { report }) {
    for (const subject of flowSchemaSubjects(resource)) {
      const { value: kind } = subject.get('kind');
      for (const named of [
        ...(kind === 'User' ? [subject.get('user')] : []),
        ...(kind === 'Group' ? [subject.get('group')] : []),
        ...(kind === 'ServiceAccount' ? [subject.get('serviceAccount')] : []),
      ]) {
        const name = named.get('name');
        if (named.value !== undefined && isEmptyText(name)) {
          report({ message: 'required', at: name, values: { field: String(named.segment) } });
        }
      }
      const account = subject.get('serviceAccount');
      if (kind !== 'ServiceAccount' || account.value === undefined) continue;
      const name = account.get('name');
      const { value: text = '' } = name;
      for (const problem of text === '' || text === '*' ? [] : dns1123SubdomainProblems(text)) {
        report({
          message: 'accountName',
          at: name,
          values: { name: text, problem: SUBDOMAIN_PROBLEMS[problem] },
        });
      }
      const namespace = account.get('namespace');
      if (isEmptyText(namespace)) report({ message: 'namespaceRequired', at: namespace });
      const { value: where = '' } = namespace;
      for (const problem of where === '' ? [] : dns1123LabelProblems(where)) {
        report({
          message: 'namespace',
          at: namespace,
          values: { namespace: where, problem: LABEL_PROBLEMS[problem] },
        });
      }
    }
  },
});
