import { isEmptyList } from '../../src/analysis/emptiness.ts';
import { flowSchemaResourceRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { LABEL_PROBLEMS } from '../../src/analysis/metadata/dns-name-messages.ts';
import { hasWildcard, wildcardAmongOthers } from '../../src/analysis/requests/wildcard-entries.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { dns1123LabelProblems } from '../../src/server/kubernetes/formats/dns.ts';

/** The lists that must not be empty, and the names of their entries. */
const REQUIRED_LISTS = [
  { name: 'apiGroups', what: 'API groups' },
  { name: 'resources', what: 'resources' },
] as const;

/** The lists in which `*` must be the only entry. */
const EXCLUSIVE_LISTS = [...REQUIRED_LISTS, { name: 'namespaces', what: 'namespaces' }] as const;

export default defineRule({
  id: 'flow-control/resource-rules',
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'error',
  summary:
    'A resource rule of a FlowSchema has apiGroups, resources, and either namespaces or clusterScope.',
  details: `
A resource rule matches a request if all its lists match it: \`verbs\`, \`apiGroups\` (\`""\` is the core group), \`resources\` (the
plural, or \`pods/log\` for a subresource) and, for requests with a namespace, \`namespaces\`. A \`*\` matches everything, and
must be the only entry. To match requests without a namespace, a rule needs \`clusterScope: true\`. Only with it can
\`namespaces\` be empty; the rule then matches no requests with a namespace.

The API server checks the names of namespaces. It does not check the names of API groups and resources, so a
misspelled one never matches.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    required: {
      text: '{field} is required and must not be empty',
      help: "list the {what} to match, or use ['*'] to match all",
      cause: 'FieldValueRequired',
      rows: ['fs-resource-apigroups-required', 'fs-resource-resources-required'],
    },
    namespacesRequired: {
      text: 'a resource rule requires namespaces, or clusterScope: true, or both',
      help: "add namespaces (['*'] matches all), or clusterScope: true for requests without a namespace",
      cause: 'FieldValueRequired',
      rows: ['fs-resource-namespaces-required'],
    },
    wildcard: {
      text: "{field} has '*' and other entries; '*' already matches all {what}",
      help: "keep either '*' or the other entries",
      cause: 'FieldValueInvalid',
      rows: [
        'fs-resource-apigroups-wildcard',
        'fs-resource-resources-wildcard',
        'fs-resource-namespaces-wildcard',
      ],
    },
    namespace: {
      text: "'{namespace}' is not a valid name of a namespace: {problem}",
      help: "use the name of a namespace, or '*' as the only entry to match all",
      cause: 'FieldValueInvalid',
      rows: ['fs-resource-namespaces-format'],
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
                  user: { name: backup }
              resourceRules:
                - verbs: ["*"]
                  apiGroups: []
                  #          ^^ expect: required
                  resources: [pods, "*"]
                  #                 ^^^ expect: wildcard
                  namespaces: [Shop]
                  #            ^^^^ expect: namespace
                - verbs: ["*"] # expect: namespacesRequired
                  apiGroups: [""]
                  resources: [nodes]
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
                - kind: User
                  user: { name: backup }
              resourceRules:
                - verbs: ["*"]
                  apiGroups: ["", apps]
                  resources: [pods, deployments]
                  namespaces: ["*"]
                - verbs: ["*"]
                  apiGroups: [""]
                  resources: [nodes]
                  clusterScope: true
      `,
    ],
  },
  check(resource, { report }) {
    for (const rule of flowSchemaResourceRules(resource)) {
      for (const { name, what } of REQUIRED_LISTS) {
        const list = rule.get(name);
        if (isEmptyList(list))
          report({ message: 'required', at: list, values: { field: name, what } });
      }
      for (const { name, what } of EXCLUSIVE_LISTS) {
        const list = rule.get(name);
        const wildcard = wildcardAmongOthers(list);
        if (wildcard !== undefined) {
          report({
            message: 'wildcard',
            at: wildcard,
            values: { field: name, what },
            path: list.path,
          });
        }
      }
      const namespaces = rule.get('namespaces');
      const clusterScope = rule.get('clusterScope');
      if (isEmptyList(namespaces) && clusterScope.value !== true && !clusterScope.pruned) {
        report({ message: 'namespacesRequired', at: namespaces });
      }
      if (hasWildcard(namespaces)) continue;
      for (const namespace of namespaces.items()) {
        const { value: text = '' } = namespace;
        for (const problem of dns1123LabelProblems(text)) {
          report({
            message: 'namespace',
            at: namespace,
            values: { namespace: text, problem: LABEL_PROBLEMS[problem] },
          });
        }
      }
    }
  },
});
