import {
  reportInvalid,
  requireRange,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { minorsWith } from '../../src/server/kubernetes/server-changes.ts';

/** The annotation that replaces a field of the beta versions of Deployments: the revision to go back to. */
const ROLLBACK = 'deprecated.deployment.rollback.to';

export default defineRule({
  id: 'workload/numbers',
  on: 'object',
  kinds: ['ReplicationController', 'ReplicaSet', 'Deployment', 'StatefulSet', 'DaemonSet'],
  severity: 'error',
  summary: 'The numbers of replicas, seconds and revisions of a workload are not negative.',
  details: `
\`replicas\`, \`minReadySeconds\`, \`revisionHistoryLimit\`, \`progressDeadlineSeconds\` and \`ordinals.start\` are not negative. The
progress deadline of a Deployment, 600 seconds by default, must be longer than \`minReadySeconds\`, or no rollout could succeed.

A StatefulSet with a negative \`revisionHistoryLimit\` keeps all revisions; the server warns about it.
`,
  reference:
    'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#progress-deadline-seconds',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['workload-numbers-invalid'] },
    revisions: {
      text: 'with a negative revisionHistoryLimit all revisions are kept',
      help: 'use a limit of 0 or more, such as 10',
      severity: 'warning',
      cause: 'Warning',
      rows: ['workload-numbers-revisions'],
      range: minorsWith('revision-limit-warnings'),
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: shop }
        spec:
          replicas: -1
          #         ^^ expect: invalid
          minReadySeconds: 600
          progressDeadlineSeconds: 600
          #                        ^^^ expect: invalid
          selector: { matchLabels: { app: shop } }
          template:
            metadata: { labels: { app: shop } }
            spec:
              containers: [{ name: web, image: nginx }]
      `,
      yaml`
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: { name: shop }
        spec:
          revisionHistoryLimit: -1
          #                     ^^ expect: revisions
          selector: { matchLabels: { app: shop } }
          template:
            metadata: { labels: { app: shop } }
            spec:
              containers: [{ name: web, image: nginx }]
      `,
    ],
    good: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: shop }
        spec:
          replicas: 0
          minReadySeconds: 10
          selector: { matchLabels: { app: shop } }
          template:
            metadata: { labels: { app: shop } }
            spec:
              containers: [{ name: web, image: nginx }]
      `,
    ],
  },
  check(resource, { report }) {
    requireRange(report, resource.root.get('spec').get('minReadySeconds'), { least: 0 });
    if (isOfKind(resource, 'DaemonSet')) {
      requireRange(report, resource.root.get('spec').get('revisionHistoryLimit'), { least: 0 });
      return;
    }
    if (!isOfKind(resource, 'Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController')) {
      return;
    }
    requireRange(report, resource.root.get('spec').get('replicas'), { least: 0 });
    if (isOfKind(resource, 'Deployment')) {
      const spec = resource.root.get('spec');
      requireRange(report, spec.get('revisionHistoryLimit'), { least: 0 });
      for (const { key, field } of resource.root.get('metadata').get('annotations').entries()) {
        if (key !== ROLLBACK || !/^-[0-9]+$/.test(field.value ?? '')) continue;
        reportInvalid(report, field, 'it must be at least 0', { path: 'spec.rollback.version' });
      }
      const deadline = spec.get('progressDeadlineSeconds');
      requireRange(report, deadline, { least: 0 });
      const { value: ready = 0 } = spec.get('minReadySeconds');
      if (deadline.value !== undefined && deadline.value <= ready) {
        reportInvalid(report, deadline, `it must be more than minReadySeconds, which is ${ready}`);
      }
    }
    if (isOfKind(resource, 'StatefulSet')) {
      const spec = resource.root.get('spec');
      requireRange(report, spec.get('ordinals').get('start'), { least: 0 });
      const limit = spec.get('revisionHistoryLimit');
      if ((limit.value ?? 0) < 0) report({ message: 'revisions', at: limit });
    }
  },
});
