import { isEmptyList } from '../../src/analysis/emptiness.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'rbac/policy-rules',
  on: 'object',
  kinds: ['Role', 'ClusterRole'],
  severity: 'error',
  summary: 'Each rule of a role has verbs, and either resources of API groups or URLs.',
  details: `
A rule of a Role or ClusterRole allows \`verbs\` on something: on \`resources\` of \`apiGroups\`, or on \`nonResourceURLs\`
such as \`/healthz\`. The API server refuses a rule without verbs, a rule on resources without an API group or a resource,
and a rule on both resources and URLs.

The core group of Pods, Services and ConfigMaps has no name: write \`apiGroups: [""]\`. URLs have no namespace, so that only a
ClusterRole can have them.
`,
  reference: 'https://kubernetes.io/docs/reference/access-authn-authz/rbac/#role-and-clusterrole',
  messages: {
    verbs: {
      text: 'the rule allows nothing, because it has no verbs',
      help: 'list verbs such as get, list and watch',
      cause: 'FieldValueRequired',
      rows: ['rbac-rule-verbs'],
    },
    apiGroups: {
      text: 'the rule on resources names no API group',
      help: 'write apiGroups: [""] for Pods, Services and other kinds of apiVersion v1, or the group before the slash in apiVersion',
      cause: 'FieldValueRequired',
      rows: ['rbac-rule-api-groups'],
    },
    resources: {
      text: 'the rule names no resources',
      help: 'list resources by their plural names, such as pods',
      cause: 'FieldValueRequired',
      rows: ['rbac-rule-resources'],
    },
    namespacedUrls: {
      text: 'a Role cannot allow URLs, because URLs have no namespace',
      help: 'move nonResourceURLs to a ClusterRole',
      cause: 'FieldValueInvalid',
      rows: ['rbac-rule-urls-in-role'],
    },
    both: {
      text: 'the rule is about both URLs and resources',
      help: 'write one rule with nonResourceURLs, and another one with apiGroups and resources',
      cause: 'FieldValueInvalid',
      rows: ['rbac-rule-urls-and-resources'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: { name: pod-reader }
        rules:
          - apiGroups: [""]
            resources: [pods]
            verbs: []
            #      ^^ expect: verbs
          - resources: [deployments] # expect: apiGroups
            verbs: [get]
          - apiGroups: [apps] # expect: resources
            verbs: [get]
          - nonResourceURLs: [/healthz] # expect: both
            resources: [pods]
            verbs: [get]
      `,
      yaml`
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata: { name: health, namespace: shop }
        rules:
          - nonResourceURLs: [/healthz] # expect: namespacedUrls
            verbs: [get]
      `,
    ],
    good: [
      yaml`
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: { name: pod-reader }
        rules:
          - apiGroups: [""]
            resources: [pods]
            verbs: [get, list, watch]
          - nonResourceURLs: [/healthz]
            verbs: [get]
      `,
    ],
  },
  check(resource, { report }) {
    const isNamespaced = resource.kind === 'Role';
    for (const rule of resource.root.itemsOf('rules')) {
      const verbs = rule.get('verbs');
      if (isEmptyList(verbs)) report({ message: 'verbs', at: verbs });
      const urls = rule.get('nonResourceURLs');
      const apiGroups = rule.get('apiGroups');
      const resources = rule.get('resources');
      if ((urls.value ?? []).length > 0) {
        if (isNamespaced) report({ message: 'namespacedUrls', at: urls, side: 'key' });
        const others = [apiGroups, resources, rule.get('resourceNames')];
        if (others.some(({ value = [] }) => value.length > 0)) {
          report({ message: 'both', at: urls, side: 'key' });
        }
        continue;
      }
      if (isEmptyList(apiGroups)) report({ message: 'apiGroups', at: apiGroups });
      if (isEmptyList(resources)) report({ message: 'resources', at: resources });
    }
  },
});
