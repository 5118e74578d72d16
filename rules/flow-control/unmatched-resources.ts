import { flowSchemaResourceRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { findResource } from '../../src/analysis/requests/requested-resources.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isDns1123Subdomain } from '../../src/server/kubernetes/formats/dns.ts';
import { isBuiltInGroup } from '../../src/server/kubernetes/kinds.ts';

export default defineRule({
  id: 'flow-control/unmatched-resources',
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'warning',
  summary: 'The apiGroups and resources of a FlowSchema occur in requests.',
  details: `
The API server compares \`apiGroups\` and \`resources\` with those of each request, and does not check whether they exist. A
resource is the plural in lowercase, such as \`pods\`, or a subresource such as \`pods/log\`, which \`pods\` does not
include. An API group is written without a version; the core group is the empty string \`""\`. The only wildcard is \`*\` as
the whole entry: \`pods/*\` and \`*/scale\` match nothing.

Resources in other groups than those of Kubernetes can be defined by CRDs, so they are not checked.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/flow-schema-v1/',
  messages: {
    group: {
      text: "'{group}' is not an API group, so it matches no request",
      help: 'use the group without a version; the core group is ""',
      rows: ['lint-fs-impossible-group'],
    },
    core: {
      text: "'{group}' is not an API group, so it matches no request; the core group is the empty string",
      help: 'use ""',
      rows: ['lint-fs-impossible-group'],
    },
    resource: {
      text: "'{resource}' matches no request: the listed apiGroups do not have this resource",
      help: 'use the plural in lowercase, as kubectl api-resources shows it, and add its group to apiGroups',
      rows: ['lint-fs-unknown-resource'],
    },
    misnamed: {
      text: "'{resource}' matches no request: the name of the resource is {right}",
      help: 'use {right}',
      rows: ['lint-fs-unknown-resource'],
    },
    otherGroup: {
      text: "'{resource}' matches no request: this resource is in the group '{group}'",
      help: 'add {group} to apiGroups',
      rows: ['lint-fs-unknown-resource'],
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
                - { kind: User, user: { name: backup } }
              resourceRules:
                - verbs: [get]
                  apiGroups: [v1, apps/v1]
                  #           ^^ expect: core
                  #               ^^^^^^^ expect: group
                  resources: [pods]
                  namespaces: ["*"]
                - verbs: [get]
                  apiGroups: [""]
                  resources: [pod, pods/stats, deployments]
                  #           ^^^ expect: misnamed
                  #                ^^^^^^^^^^ expect: resource
                  #                            ^^^^^^^^^^^ expect: otherGroup
                  namespaces: ["*"]
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
                - { kind: User, user: { name: backup } }
              resourceRules:
                - verbs: [get]
                  apiGroups: ["", apps, backup.example.com]
                  resources: [pods, pods/log, deployments, snapshots]
                  namespaces: ["*"]
      `,
    ],
  },
  check(resource, { report, minor }) {
    for (const rule of flowSchemaResourceRules(resource)) {
      const groups = rule.get('apiGroups');
      let areBuiltIn = !groups.pruned;
      for (const item of groups.items()) {
        const { value: group } = item;
        areBuiltIn &&= group !== undefined && isBuiltInGroup(group);
        if (group === undefined || group === '*' || isBuiltInGroup(group)) continue;
        if (/^(core|v[0-9]+)$/.test(group))
          report({ message: 'core', at: item, values: { group } });
        else if (!isDns1123Subdomain(group))
          report({ message: 'group', at: item, values: { group } });
      }
      if (!areBuiltIn) continue;
      const names = new Set(groups.value ?? []);
      for (const item of rule.itemsOf('resources')) {
        const { value: name = '' } = item;
        if (item.pruned || name === '*') continue;
        const found = findResource(name, names, minor);
        if (found.is === 'unknown')
          report({ message: 'resource', at: item, values: { resource: name } });
        else if (found.is === 'misnamed')
          report({ message: 'misnamed', at: item, values: { resource: name, right: found.right } });
        else if (found.is === 'elsewhere') {
          report({
            message: 'otherGroup',
            at: item,
            values: { resource: name, group: found.group },
          });
        }
      }
    }
  },
});
