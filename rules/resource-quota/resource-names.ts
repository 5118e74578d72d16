import { countedResource } from '../../src/analysis/quota/counted-resources.ts';
import { isQuotaResource, QUOTA_RESOURCES } from '../../src/analysis/quota/resource-names.ts';
import { nearestName } from '../../src/result/suggestion.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { qualifiedNameProblems } from '../../src/server/kubernetes/formats/qualified-name.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';

export default defineRule({
  id: 'resource-quota/resource-names',
  on: 'object',
  kinds: ['ResourceQuota'],
  severity: 'error',
  summary: 'The resources of a quota are built-in ones, or have a domain.',
  details: `
The keys of \`hard\` are \`cpu\`, \`memory\` and \`ephemeral-storage\`, with or without the prefix \`requests.\` or \`limits.\`,
\`requests.storage\`, \`hugepages-SIZE\`, and the counted objects \`pods\`, \`services\`, \`services.nodeports\`,
\`services.loadbalancers\`, \`secrets\`, \`configmaps\`, \`persistentvolumeclaims\`, \`replicationcontrollers\` and
\`resourcequotas\`. The names are case-sensitive.

All other names contain a slash: \`count/deployments.apps\` counts objects of any kind, \`requests.example.com/gpu\` is an
extended resource, and \`CLASS.storageclass.storage.k8s.io/requests.storage\` is the storage of one class. The API server
does not check that such a resource exists.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  messages: {
    format: {
      text: "'{resource}' is not a valid resource name: {problem}",
      help: 'use the name of a resource, such as requests.cpu or count/deployments.apps',
      cause: 'FieldValueInvalid',
      rows: ['rq-hard-name-format'],
    },
    unknown: {
      text: "unknown resource '{resource}'",
      help: 'use {suggestion}',
      cause: 'FieldValueInvalid',
      rows: ['rq-hard-name-standard', 'rq-hard-name-quota'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard:
            deployments: 10
          # ^^^^^^^^^^^ expect: unknown
            storage: 100Gi
          # ^^^^^^^ expect: unknown
            Limits.CPU: 4
          # ^^^^^^^^^^ expect: unknown
            volumes: 5
          # ^^^^^^^ expect: unknown
            requests cpu: 4
          # ^^^^^^^^^^^^ expect: format
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard:
            pods: 20
            requests.cpu: 4
            limits.memory: 16Gi
            requests.storage: 100Gi
            count/deployments.apps: 10
            requests.example.com/gpu: 2
      `,
    ],
  },
  check(resource, { report, minor }) {
    for (const { key, field } of resource.root.get('spec').get('hard').entries()) {
      const [problem] = qualifiedNameProblems(key);
      if (problem !== undefined) {
        report({ message: 'format', at: field, values: { resource: key, problem }, side: 'key' });
      } else if (!key.includes('/') && !isQuotaResource(key)) {
        const suggestion = suggestResource(key, minor) ?? ANY_RESOURCE;
        report({
          message: 'unknown',
          at: field,
          values: { resource: key, suggestion },
          side: 'key',
        });
      }
    }
  },
});

const ANY_RESOURCE =
  'a resource that quotas support, or count objects with count/PLURAL.GROUP, such as count/jobs.batch';

/** The most likely name by which a quota limits a resource. Undefined if that is unknown. */
function suggestResource(name: string, minor: Minor): string | undefined {
  const lowercase = name.toLowerCase();
  if (isQuotaResource(lowercase)) return lowercase;
  if (isQuotaResource(`requests.${lowercase}`)) return `requests.${lowercase}`;
  const similar = nearestName(name, [...QUOTA_RESOURCES]);
  const counted = countedResource(name, minor);
  if (similar !== undefined && (counted.is === 'unknown' || name.includes('.'))) return similar;
  if (counted.is === 'unknown') return undefined;
  if (counted.is === 'other-group') return `count/${counted.resource}.${counted.group}`;
  if (counted.is === 'resource') return `count/${name}`;
  return isQuotaResource(counted.right) ? counted.right : `count/${counted.right}`;
}
