import { isEmptyList } from '../../src/analysis/emptiness.ts';
import { withoutCoveredEntries } from '../../src/analysis/fields/entry-fixes.ts';
import {
  flowSchemaNonResourceRules,
  flowSchemaResourceRules,
} from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { hasWildcard, wildcardAmongOthers } from '../../src/analysis/requests/wildcard-entries.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const VERBS: readonly string[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'proxy',
  'update',
  'watch',
];

export default defineRule({
  id: 'flow-control/verbs',
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'error',
  summary: 'The verbs of a rule are supported by FlowSchemas, or * as the only entry.',
  details: `
A FlowSchema supports the verbs \`get\`, \`list\`, \`watch\`, \`create\`, \`update\`, \`patch\`, \`delete\`, \`deletecollection\` and \`proxy\`,
in lowercase. The same verbs are allowed in \`nonResourceRules\`, although the verb of such a request is its HTTP method:
only \`get\`, \`patch\` and \`delete\` match there.

\`*\` matches all verbs, and must be the only entry.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    required: {
      text: 'verbs is required and must not be empty',
      help: "list verbs such as get, list and watch, or use ['*'] to match all",
      cause: 'FieldValueRequired',
      rows: ['fs-resource-verbs-required', 'fs-nonresource-verbs-required'],
    },
    wildcard: {
      text: "verbs has '*' and other entries; '*' already matches all verbs",
      help: "keep either '*' or the other entries",
      cause: 'FieldValueInvalid',
      rows: ['fs-resource-verbs-wildcard', 'fs-nonresource-verbs-wildcard'],
    },
    unsupported: {
      text: "the verb '{verb}' is not supported in a FlowSchema",
      help: "use create, delete, deletecollection, get, list, patch, proxy, update or watch, or only '*' to match all",
      cause: 'FieldValueNotSupported',
      rows: ['fs-resource-verbs-unsupported', 'fs-nonresource-verbs-unsupported'],
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
                - verbs: [] # expect: required
                  apiGroups: [""]
                  resources: [pods]
                  namespaces: [shop]
                - verbs: [get, "*"]
                  #            ^^^ expect: wildcard
                  apiGroups: [""]
                  resources: [pods]
                  namespaces: [shop]
              nonResourceRules:
                - verbs: [get, post]
                  #            ^^^^ expect: unsupported
                  nonResourceURLs: [/healthz]
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
                - verbs: [get, list, watch]
                  apiGroups: [""]
                  resources: [pods]
                  namespaces: [shop]
              nonResourceRules:
                - verbs: ["*"]
                  nonResourceURLs: [/healthz]
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: flowcontrol.apiserver.k8s.io/v1
          kind: FlowSchema
          metadata: { name: batch }
          spec:
            priorityLevelConfiguration: { name: workload-low }
            rules:
              - subjects: [{ kind: Group, group: { name: system:authenticated } }]
                resourceRules:
                  - verbs: [list, "*"]
                    apiGroups: [batch]
                    resources: [jobs]
                    namespaces: ["*"]
        `,
        after: yaml`
          apiVersion: flowcontrol.apiserver.k8s.io/v1
          kind: FlowSchema
          metadata: { name: batch }
          spec:
            priorityLevelConfiguration: { name: workload-low }
            rules:
              - subjects: [{ kind: Group, group: { name: system:authenticated } }]
                resourceRules:
                  - verbs: ["*"]
                    apiGroups: [batch]
                    resources: [jobs]
                    namespaces: ["*"]
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const verbs of [
      ...flowSchemaResourceRules(resource).map((rule) => rule.get('verbs')),
      ...flowSchemaNonResourceRules(resource).map((rule) => rule.get('verbs')),
    ]) {
      if (isEmptyList(verbs)) report({ message: 'required', at: verbs });
      const wildcard = wildcardAmongOthers(verbs);
      if (wildcard !== undefined) {
        const fix = withoutCoveredEntries(resource, verbs, '*');
        report({ message: 'wildcard', at: wildcard, path: verbs.path, fix });
      }
      if (hasWildcard(verbs)) continue;
      for (const verb of verbs.items()) {
        const { value: text = '' } = verb;
        if (!VERBS.includes(text))
          report({ message: 'unsupported', at: verb, values: { verb: text }, path: verbs.path });
      }
    }
  },
});
