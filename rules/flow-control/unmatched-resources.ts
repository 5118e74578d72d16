import { flowSchemaResourceRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { findResource } from '../../src/analysis/requests/requested-resources.ts';
import { isDns1123Subdomain } from '../../src/kubernetes/formats/dns.ts';
import { isBuiltInGroup } from '../../src/kubernetes/kinds.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/unmatched-resources',
  kinds: ['FlowSchema'],
  severity: 'warning',
  summary: 'Groups and resources are written as requests have them.',
  details: `
The API server compares \`apiGroups\` and \`resources\` with those of each request, letter by letter, and never looks
whether they exist. A resource is the plural in lower case, as it stands in paths: \`pods\`, and \`pods/log\` for a
subresource, which the plain name does not include. A group has no version; the core group is the empty
string, \`""\`. The only wildcard is \`*\` alone, for everything: \`pods/*\` and \`*/scale\` are just names that
nothing has.

Resources of groups that are not Kubernetes' own may be those of extensions and are not looked at.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/flow-schema-v1/',
  messages: {
    group: {
      text: "'{group}' is no API group, so it matches no request",
      help: 'write the group without a version; the core group is ""',
      rows: ['lint-fs-impossible-group'],
    },
    core: {
      text: "'{group}' is no API group; the core group is the empty string",
      help: 'write ""',
      rows: ['lint-fs-impossible-group'],
    },
    resource: {
      text: "no request is for '{resource}' of the listed apiGroups",
      help: 'write the plural in lower case, as kubectl api-resources shows it, and its group',
      rows: ['lint-fs-unknown-resource'],
    },
    meant: {
      text: "no request is for '{resource}': the resource is called {right}",
      help: 'write {right}',
      rows: ['lint-fs-unknown-resource'],
    },
    elsewhere: {
      text: "no request is for '{resource}' of the listed apiGroups; it is in the group '{group}'",
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
                  #           ^^^ expect: meant
                  #                ^^^^^^^^^^ expect: resource
                  #                            ^^^^^^^^^^^ expect: elsewhere
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
        if (/^(core|v[0-9]+)$/.test(group)) report('core', item, { group });
        else if (!isDns1123Subdomain(group)) report('group', item, { group });
      }
      if (!areBuiltIn) continue;
      const names = new Set(groups.value ?? []);
      for (const item of rule.get('resources').items()) {
        const { value: name = '' } = item;
        if (item.pruned || name === '*') continue;
        const found = findResource(name, names, minor);
        if (found.is === 'unknown') report('resource', item, { resource: name });
        else if (found.is === 'misnamed')
          report('meant', item, { resource: name, right: found.right });
        else if (found.is === 'elsewhere') {
          report('elsewhere', item, { resource: name, group: found.group });
        }
      }
    }
  },
});
