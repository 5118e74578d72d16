import { isExtendedResource } from '../../src/analysis/quota/resource-names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { countedResource } from './never-counted/counted-resources.ts';

const LIMITS = 'limits.';

export default defineRule({
  id: 'resource-quota/never-counted',
  kinds: ['ResourceQuota'],
  severity: 'warning',
  summary: 'A quota limits what is counted.',
  details: `
The API server accepts any name with a domain or behind \`count/\`. What nothing counts stays at zero, and the
quota limits nothing:

- \`count/RESOURCE.GROUP\` takes the plural in lower case and the group, which only the core resources do without:
  \`count/deployments.apps\`, \`count/pods\`. It compares names, so \`count/deployments\` and \`count/Deployment.apps\` are
  nothing.
- Extended resources, such as \`example.com/gpu\`, are counted by their requests alone, since limits are the same:
  \`requests.example.com/gpu\`. Neither the bare name nor \`limits.\` in front of it counts.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/#quota-on-object-count',
  messages: {
    group: {
      text: "'{name}' is never counted: {resource} are in the group {group}",
      help: 'write count/{resource}.{group}',
      rows: ['lint-rq-count-unknown'],
    },
    kind: {
      text: "'{name}' is never counted: the name of a resource is its plural in lower case",
      help: 'write count/{right}',
      rows: ['lint-rq-count-unknown'],
    },
    unknown: {
      text: "'{name}' is never counted: there is no such resource",
      help: 'write the plural and the group, as kubectl api-resources shows them',
      rows: ['lint-rq-count-unknown'],
    },
    limits: {
      text: "'{name}' is never counted: extended resources are counted by their requests",
      help: 'write requests.{resource}',
      rows: ['lint-rq-limits-extended'],
    },
    bare: {
      text: "'{name}' is never counted: extended resources are counted by their requests",
      help: 'write requests.{name}',
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
        if (counted.is === 'kind') report('kind', field, { name, right: counted.right }, side);
        else if (counted.is === 'unknown') report('unknown', field, { name }, side);
        else if (counted.is === 'other-group') {
          report('group', field, { name, resource: counted.resource, group: counted.group }, side);
        }
      } else if (name.startsWith(LIMITS) && isExtendedResource(name.slice(LIMITS.length))) {
        report('limits', field, { name, resource: name.slice(LIMITS.length) }, side);
      } else if (isExtendedResource(name) && !isOfClass(name)) {
        report('bare', field, { name }, side);
      }
    }
  },
});

/**
 * Whether a name is one of Kubernetes' own by which the claims of a class are counted:
 * `gold.storageclass.storage.k8s.io/requests.storage`, `gpu.deviceclass.resource.k8s.io/devices`.
 */
function isOfClass(name: string): boolean {
  return name.includes('.k8s.io/');
}
