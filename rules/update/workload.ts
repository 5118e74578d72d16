import { WORKLOADS_WITH_UPDATES, workloadChanges } from '../../src/analysis/updates/workloads.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'update/workload',
  on: 'object',
  kinds: WORKLOADS_WITH_UPDATES,
  severity: 'error',
  summary: 'An update of a workload keeps its selector, and what else cannot change.',
  details: `
These fields cannot change as long as the object exists:

| kind | fields |
| --- | --- |
| Deployment, ReplicaSet, DaemonSet | \`selector\` |
| StatefulSet | \`selector\`, \`serviceName\`, \`podManagementPolicy\`, \`volumeClaimTemplates\` |
| Job | \`selector\`, \`template\`, \`completions\`, \`completionMode\`, \`podFailurePolicy\`, \`successPolicy\`, \`backoffLimitPerIndex\`, \`managedBy\` |

The completions of an indexed Job can change together with its parallelism. While a Job is suspended, its template can change where
pods run (node selector, node affinity, tolerations, scheduling gates, labels and annotations), and since Kubernetes 1.36 the
resources of its containers.

To change other fields, delete the object and create it again, or give it another name. \`kubectl delete --cascade=orphan\` keeps
the pods. This rule needs the stored object: \`--base\` says where it is.
`,
  reference:
    'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#label-selector-updates',
  messages: {
    immutable: {
      text: '{field} of a {kind} is immutable',
      help: 'keep {field}, or create a {kind} of another name',
      cause: 'FieldValueInvalid',
      rows: ['workload-update-immutable'],
      ofUpdates: true,
      withoutExample: 'it needs the stored object',
    },
    forbidden: {
      text: '{field} of a {kind} cannot change',
      help: 'keep {field}, or create a {kind} of another name',
      cause: 'FieldValueForbidden',
      rows: ['workload-update-stateful-set'],
      ofUpdates: true,
      withoutExample: 'it needs the stored object',
    },
    tandem: {
      text: '{field} of a {kind} can only change together with parallelism',
      help: 'set parallelism to the same number',
      cause: 'FieldValueInvalid',
      rows: ['workload-update-completions'],
      ofUpdates: true,
      withoutExample: 'it needs the stored object',
    },
  },
  examples: {
    bad: [],
    good: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: shop }
        spec:
          selector: { matchLabels: { app: shop } }
          template:
            metadata: { labels: { app: shop } }
            spec:
              containers: [{ name: web, image: nginx }]
      `,
    ],
  },
  check(resource, { report }) {
    if (resource.stored === undefined) return;
    for (const { kind: message, at, path } of workloadChanges(resource.stored.resource, resource)) {
      report({ message, at, path, values: { field: at.path, kind: resource.kind } });
    }
  },
});
