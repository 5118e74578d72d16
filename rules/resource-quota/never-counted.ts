import { countedResource } from '../../src/analysis/quota/counted-resources.ts';
import { isExtendedResource } from '../../src/analysis/quota/resource-names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const LIMITS = 'limits.';

export default defineRule({
  id: 'resource-quota/never-counted',
  on: 'object',
  kinds: ['ResourceQuota'],
  severity: 'warning',
  summary: 'The resources of a quota are ones that Kubernetes counts.',
  details: `
The API server accepts any name with a domain, and any name after \`count/\`. If nothing counts the resource, its usage
stays at zero and the quota does not limit it:

- \`count/RESOURCE.GROUP\` requires the plural name in lowercase and the group, which is omitted only for core
  resources: \`count/deployments.apps\`, \`count/pods\`. \`count/deployments\` and \`count/Deployment.apps\` count nothing.
- Extended resources, such as \`example.com/gpu\`, are counted only by their requests: \`requests.example.com/gpu\`. The
  name without a prefix, or with the prefix \`limits.\`, counts nothing.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/#quota-on-object-count',
  messages: {
    group: {
      text: "'{name}' limits nothing: the resource {resource} is in the group {group}",
      help: 'use count/{resource}.{group}',
      rows: ['lint-rq-count-unknown'],
    },
    kind: {
      text: "'{name}' limits nothing: the name of a resource is its plural in lowercase",
      help: 'use count/{right}',
      rows: ['lint-rq-count-unknown'],
    },
    unknown: {
      text: "'{name}' limits nothing: the resource does not exist",
      help: 'use the plural and the group of the resource, as kubectl api-resources shows them',
      rows: ['lint-rq-count-unknown'],
    },
    limits: {
      text: "'{name}' limits nothing: extended resources are counted by their requests",
      help: 'use requests.{resource}',
      rows: ['lint-rq-limits-extended'],
    },
    bare: {
      text: "'{name}' limits nothing: extended resources are counted by their requests",
      help: 'use requests.{name}',
      rows: ['lint-rq-extended-bare'],
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
            count/deployments: 10
          # ^^^^^^^^^^^^^^^^^ expect: group
            count/StatefulSet.apps: 3
          # ^^^^^^^^^^^^^^^^^^^^^^ expect: kind
            count/pod: 20
          # ^^^^^^^^^ expect: kind
            count/websites.apps: 5
          # ^^^^^^^^^^^^^^^^^^^ expect: unknown
            limits.example.com/gpu: 2
          # ^^^^^^^^^^^^^^^^^^^^^^ expect: limits
            example.com/gpu: 2
          # ^^^^^^^^^^^^^^^ expect: bare
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard:
            count/deployments.apps: 10
            count/pods: 20
            count/widgets.example.com: 5
            requests.example.com/gpu: 2
      `,
    ],
  },
  check(resource, { report, minor }) {
    const hard = resource.root.get('spec').get('hard');
    for (const { key: name, field } of hard.entries()) {
      const side = { side: 'key' } as const;
      if (name.startsWith('count/')) {
        const counted = countedResource(name.slice('count/'.length), minor);
        if (counted.is === 'kind')
          report({ message: 'kind', at: field, values: { name, right: counted.right }, ...side });
        else if (counted.is === 'unknown')
          report({ message: 'unknown', at: field, values: { name }, ...side });
        else if (counted.is === 'other-group') {
          report({
            message: 'group',
            at: field,
            values: { name, resource: counted.resource, group: counted.group },
            ...side,
          });
        }
      } else if (name.startsWith(LIMITS) && isExtendedResource(name.slice(LIMITS.length))) {
        report({
          message: 'limits',
          at: field,
          values: { name, resource: name.slice(LIMITS.length) },
          ...side,
        });
      } else if (isExtendedResource(name) && !isOfClass(name)) {
        report({ message: 'bare', at: field, values: { name }, ...side });
      }
    }
  },
});

/**
 * Reports whether Kubernetes counts the claims of a class by a name:
 * `gold.storageclass.storage.k8s.io/requests.storage`, `gpu.deviceclass.resource.k8s.io/devices`.
 */
function isOfClass(name: string): boolean {
  return name.includes('.k8s.io/');
}
