import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { flowSchemaSubjects } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import {
  LABEL_PROBLEMS,
  SUBDOMAIN_PROBLEMS,
} from '../../src/analysis/metadata/dns-name-messages.ts';
import {
  dns1123LabelProblems,
  dns1123SubdomainProblems,
} from '../../src/kubernetes/formats/dns.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/subject-names',
  kinds: ['FlowSchema'],
  severity: 'error',
  summary: 'Subjects of a FlowSchema have a name; a service account has a namespace too.',
  details: `
A user or a group may have any name; \`*\` stands for all of them. The name of a service account is that of
an object, or \`*\` for all of its namespace. Its \`namespace\` must be a single one: the API server does not
take \`*\` there.

To take the service accounts of every namespace, write the group \`system:serviceaccounts\`; those of one
namespace are also the group \`system:serviceaccounts:NAMESPACE\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    required: {
      text: '{field} has no name',
      help: "add the name, or '*' for all",
      cause: 'FieldValueRequired',
      rows: [
        'fs-subject-user-name-required',
        'fs-subject-group-name-required',
        'fs-subject-sa-name-required',
      ],
    },
    accountName: {
      text: "no service account can be called '{name}': {problem}",
      help: "write the name of a service account (without its namespace), or '*' for all of the namespace",
      cause: 'FieldValueInvalid',
      rows: ['fs-subject-sa-name-format'],
    },
    namespaceRequired: {
      text: 'the service account has no namespace',
      help: 'add the namespace that it lives in',
      cause: 'FieldValueRequired',
      rows: ['fs-subject-sa-namespace-required'],
    },
    namespace: {
      text: "no namespace can be called '{namespace}': {problem}",
      help: 'write one namespace; for all of them use the group system:serviceaccounts',
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
          report('required', name, { field: String(named.segment) });
        }
      }
      const account = subject.get('serviceAccount');
      if (kind !== 'ServiceAccount' || account.value === undefined) continue;
      const name = account.get('name');
      const { value: text = '' } = name;
      for (const problem of text === '' || text === '*' ? [] : dns1123SubdomainProblems(text)) {
        report('accountName', name, { name: text, problem: SUBDOMAIN_PROBLEMS[problem] });
      }
      const namespace = account.get('namespace');
      if (isEmptyText(namespace)) report('namespaceRequired', namespace);
      const { value: where = '' } = namespace;
      for (const problem of where === '' ? [] : dns1123LabelProblems(where)) {
        report('namespace', namespace, { namespace: where, problem: LABEL_PROBLEMS[problem] });
      }
    }
  },
});
