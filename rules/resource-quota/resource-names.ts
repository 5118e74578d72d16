import { isQuotaResource, isStandardResource } from '../../src/analysis/quota/resource-names.ts';
import { qualifiedNameProblems } from '../../src/kubernetes/formats/qualified-name.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'resource-quota/resource-names',
  kinds: ['ResourceQuota'],
  severity: 'error',
  summary: 'The resources in hard are ones that quotas know, or have a domain.',
  details: `
\`hard\` takes \`cpu\`, \`memory\` and \`ephemeral-storage\`, alone or with \`requests.\` or \`limits.\` in front,
\`requests.storage\`, \`hugepages-SIZE\`, and what is counted: \`pods\`, \`services\`, \`services.nodeports\`,
\`services.loadbalancers\`, \`secrets\`, \`configmaps\`, \`persistentvolumeclaims\`, \`replicationcontrollers\`,
\`resourcequotas\`. Names are case-sensitive.

Everything else needs a slash: \`count/deployments.apps\` counts objects of any kind,
\`requests.example.com/gpu\` is an extended resource, \`CLASS.storageclass.storage.k8s.io/requests.storage\` the
storage of one class. Whether such a name means anything the API server does not check.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  messages: {
    format: {
      text: "the resource '{resource}' is no qualified name: {problem}",
      help: 'write the name of a resource, such as requests.cpu or count/deployments.apps',
      cause: 'FieldValueInvalid',
      rows: ['rq-hard-name-format'],
    },
    unknown: {
      text: "quotas know no resource '{resource}'",
      help: 'objects of any kind are counted by count/ and the plural with its group: count/deployments.apps',
      cause: 'FieldValueInvalid',
      rows: ['rq-hard-name-standard', 'rq-hard-name-quota'],
    },
    storage: {
      text: "quotas know no resource 'storage'",
      help: 'write requests.storage',
      cause: 'FieldValueInvalid',
      rows: ['rq-hard-name-quota'],
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
          # ^^^^^^^ expect: storage
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
  check(resource, { report }) {
    for (const { key, field } of resource.root.get('spec').get('hard').entries()) {
      const [problem] = qualifiedNameProblems(key);
      if (problem !== undefined)
        report('format', field, { resource: key, problem }, { side: 'key' });
      else if (key.includes('/') || isQuotaResource(key)) continue;
      else if (isStandardResource(key)) report('storage', field, {}, { side: 'key' });
      else report('unknown', field, { resource: key }, { side: 'key' });
    }
  },
});
