import { isEmptyList } from '../../src/analysis/emptiness.ts';
import { flowSchemaResourceRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { LABEL_PROBLEMS } from '../../src/analysis/metadata/dns-name-messages.ts';
import { hasWildcard, wildcardBesideOthers } from '../../src/analysis/requests/wildcard-entries.ts';
import { dns1123LabelProblems } from '../../src/kubernetes/formats/dns.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The lists that must not be empty, and what each is a list of. */
const REQUIRED_LISTS = [
  { name: 'apiGroups', what: 'API groups' },
  { name: 'resources', what: 'resources' },
] as const;

/** The lists in which `*` stands alone. */
const EXCLUSIVE_LISTS = [...REQUIRED_LISTS, { name: 'namespaces', what: 'namespaces' }] as const;

export default defineRule({
  id: 'flow-control/resource-rules',
  kinds: ['FlowSchema'],
  severity: 'error',
  summary:
    'A resource rule names its API groups and resources, and its namespaces unless it is about the cluster.',
  details: `
A resource rule covers a request when each of its lists does: \`apiGroups\` (\`""\` is the core group),
\`resources\` (in the plural; \`pods/log\` for a subresource) and, for requests in a namespace, \`namespaces\`.
\`*\` means everything and stands alone. For requests without a namespace the rule needs
\`clusterScope: true\`; only such a rule may leave \`namespaces\` out, and then it covers no namespaced requests.

The API server checks the names of namespaces. It does not check those of groups and resources, so a
misspelt one is stored and never matches.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    required: {
      text: '{field} is empty or missing, so no request could match the rule',
      help: "name the {what}, or write ['*'] for all",
      cause: 'FieldValueRequired',
      rows: ['fs-resource-apigroups-required', 'fs-resource-resources-required'],
    },
    namespacesRequired: {
      text: 'the rule has neither namespaces nor clusterScope: true, so no request could match it',
      help: "add namespaces (['*'] for all), or clusterScope: true for requests without a namespace",
      cause: 'FieldValueRequired',
      rows: ['fs-resource-namespaces-required'],
    },
    wildcard: {
      text: "{field} has '*' beside other entries; '*' already means all {what}",
      help: "keep either '*' or the others",
      cause: 'FieldValueInvalid',
      rows: [
        'fs-resource-apigroups-wildcard',
        'fs-resource-resources-wildcard',
        'fs-resource-namespaces-wildcard',
      ],
    },
    namespace: {
      text: "no namespace can be called '{namespace}': {problem}",
      help: "write the name of a namespace, or '*' alone for all",
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
        if (isEmptyList(list)) report('required', list, { field: name, what });
      }
      for (const { name, what } of EXCLUSIVE_LISTS) {
        const list = rule.get(name);
        const wildcard = wildcardBesideOthers(list);
        if (wildcard !== undefined) {
          report('wildcard', wildcard, { field: name, what }, { path: list.path });
        }
      }
      const namespaces = rule.get('namespaces');
      const clusterScope = rule.get('clusterScope');
      if (isEmptyList(namespaces) && clusterScope.value !== true && !clusterScope.pruned) {
        report('namespacesRequired', namespaces);
      }
      if (hasWildcard(namespaces)) continue;
      for (const namespace of namespaces.items()) {
        const { value: text = '' } = namespace;
        for (const problem of dns1123LabelProblems(text)) {
          report('namespace', namespace, { namespace: text, problem: LABEL_PROBLEMS[problem] });
        }
      }
    }
  },
});
