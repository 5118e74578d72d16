import { placesInStored } from '../../src/analysis/updates/changes.ts';
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
    },
    forbidden: {
      text: '{field} of a {kind} cannot change',
      help: 'keep {field}, or create a {kind} of another name',
      cause: 'FieldValueForbidden',
      rows: ['workload-update-stateful-set'],
      ofUpdates: true,
      withoutExample: 'examples are checked for the newest minor',
    },
    tandem: {
      text: '{field} of a {kind} can only change together with parallelism',
      help: 'set parallelism to the same number',
      cause: 'FieldValueInvalid',
      rows: ['workload-update-completions'],
      ofUpdates: true,
    },
  },
  examples: {
    bad: [],
    updates: [
      {
        stored: yaml`
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
        changed: yaml`
          apiVersion: apps/v1
          kind: Deployment
          metadata: { name: shop }
          spec:
            selector: { matchLabels: { app: store } }
            #         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: immutable
            template:
              metadata: { labels: { app: store } }
              spec:
                containers: [{ name: web, image: nginx }]
        `,
      },
      {
        stored: yaml`
          apiVersion: apps/v1
          kind: StatefulSet
          metadata: { name: database }
          spec:
            serviceName: database
            selector: { matchLabels: { app: database } }
            template:
              metadata: { labels: { app: database } }
              spec:
                containers: [{ name: database, image: database }]
        `,
        changed: yaml`
          apiVersion: apps/v1
          kind: StatefulSet
          metadata: { name: database }
          spec:
            serviceName: store
            #            ^^^^^ expect: immutable
            selector: { matchLabels: { app: database } }
            template:
              metadata: { labels: { app: database } }
              spec:
                containers: [{ name: database, image: database }]
        `,
      },
      {
        stored: yaml`
          apiVersion: batch/v1
          kind: Job
          metadata: { name: import }
          spec:
            completions: 4
            completionMode: Indexed
            parallelism: 4
            template:
              spec:
                restartPolicy: Never
                containers: [{ name: import, image: import }]
        `,
        changed: yaml`
          apiVersion: batch/v1
          kind: Job
          metadata: { name: import }
          spec:
            completions: 8
            #            ^ expect: tandem
            completionMode: Indexed
            parallelism: 4
            template:
              spec:
                restartPolicy: Never
                containers: [{ name: import, image: import }]
        `,
      },
      {
        stored: yaml`
          apiVersion: batch/v1
          kind: Job
          metadata: { name: export }
          spec:
            template:
              spec:
                restartPolicy: Never
                containers:
                  - name: export
                    image: export:1
        `,
        changed: yaml`
          apiVersion: batch/v1
          kind: Job
          metadata: { name: export }
          spec:
            template:
              spec:
                restartPolicy: Never
                containers:
                  - name: export
                    image: export:2
                    #      ^^^^^^^^ expect: immutable
        `,
      },
    ],
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
      const values = { field: at.path, kind: resource.kind };
      report({ message, at, path, values, related: placesInStored(resource.stored, at) });
    }
  },
});
