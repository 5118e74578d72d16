import { isEmptyList } from '../../src/analysis/emptiness.ts';
import {
  flowSchemaNonResourceRules,
  flowSchemaResourceRules,
} from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { hasWildcard, wildcardBesideOthers } from '../../src/analysis/requests/wildcard-entries.ts';
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
  kinds: ['FlowSchema'],
  severity: 'error',
  summary: 'The verbs of a rule are some of nine, or * alone.',
  details: `
\`verbs\` are those of RBAC, in lower case: \`get\`, \`list\`, \`watch\`, \`create\`, \`update\`, \`patch\`, \`delete\`,
\`deletecollection\` and \`proxy\`. The API server takes no others here, not even for \`nonResourceRules\`, where
a verb is the method of the request: of the methods only \`get\`, \`patch\` and \`delete\` can be named.

\`*\` means all verbs and stands alone.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    required: {
      text: 'the rule has no verbs, so no request could match it',
      help: "add verbs such as [get, list, watch], or ['*'] for all",
      cause: 'FieldValueRequired',
      rows: ['fs-resource-verbs-required', 'fs-nonresource-verbs-required'],
    },
    wildcard: {
      text: "verbs has '*' beside other entries; '*' already means all verbs",
      help: "keep either '*' or the verbs by name",
      cause: 'FieldValueInvalid',
      rows: ['fs-resource-verbs-wildcard', 'fs-nonresource-verbs-wildcard'],
    },
    unsupported: {
      text: "there is no verb '{verb}' here",
      help: "the verbs are create, delete, deletecollection, get, list, patch, proxy, update and watch; '*' is all of them",
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
  },
  check(resource, { report }) {
    for (const verbs of [
      ...flowSchemaResourceRules(resource).map((rule) => rule.get('verbs')),
      ...flowSchemaNonResourceRules(resource).map((rule) => rule.get('verbs')),
    ]) {
      if (isEmptyList(verbs)) report('required', verbs);
      const wildcard = wildcardBesideOthers(verbs);
      if (wildcard !== undefined) report('wildcard', wildcard, {}, { path: verbs.path });
      if (hasWildcard(verbs)) continue;
      for (const verb of verbs.items()) {
        const { value: text = '' } = verb;
        if (!VERBS.includes(text))
          report('unsupported', verb, { verb: text }, { path: verbs.path });
      }
    }
  },
});
