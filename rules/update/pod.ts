import { placesInStored } from '../../src/analysis/updates/changes.ts';
import { podChanges } from '../../src/analysis/updates/pod-changes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'update/pod',
  on: 'object',
  kinds: ['Pod'],
  severity: 'error',
  summary: 'An update of a Pod changes only images and a few other fields.',
  details: `
A Pod does not change: a workload replaces it by another one. An update can change the images of containers, add tolerations,
lower \`activeDeadlineSeconds\` and remove scheduling gates. As long as a Pod has gates, it can also get more requirements on its
node. The API server refuses all other changes of the spec.

This rule needs the stored object: \`--base\` says where it is.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/pods/#pod-update-and-replacement',
  messages: {
    forbidden: {
      text: '{field} of a Pod cannot change like this: {problem}',
      help: 'delete the Pod and create it again, or change the workload that creates it',
      cause: 'FieldValueForbidden',
      rows: [
        'pod-update-annotations',
        'pod-update-containers',
        'pod-update-gates',
        'pod-update-spec',
        'pod-update-tolerations',
      ],
      ofUpdates: true,
    },
    invalid: {
      text: '{field} of a Pod cannot change like this: {problem}',
      help: 'delete the Pod and create it again, or change the workload that creates it',
      cause: 'FieldValueInvalid',
      rows: ['pod-update-deadline', 'pod-update-nodes', 'pod-update-quality'],
      ofUpdates: true,
    },
  },
  examples: {
    bad: [],
    updates: [
      {
        stored: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            activeDeadlineSeconds: 600
            containers:
              - name: web
                image: nginx
                args: [serve]
        `,
        changed: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            activeDeadlineSeconds: 600
            containers:
              - name: web
                image: nginx
                args: [serve, --verbose]
                #     ^^^^^^^^^^^^^^^^^^ expect: forbidden
        `,
      },
      {
        stored: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            activeDeadlineSeconds: 600
            containers:
              - name: web
                image: nginx
                args: [serve]
        `,
        changed: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            activeDeadlineSeconds: 900
            #                      ^^^ expect: invalid
            containers:
              - name: web
                image: nginx
                args: [serve]
        `,
      },
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - { name: web, image: nginx }
      `,
    ],
  },
  check(resource, { report }) {
    if (resource.stored === undefined) return;
    for (const { kind, at, path, problem } of podChanges(resource.stored.resource, resource)) {
      const values = { field: at.path === '' ? 'the spec' : at.path, problem };
      report({ message: kind, at, path, values, related: placesInStored(resource.stored, at) });
    }
  },
});
