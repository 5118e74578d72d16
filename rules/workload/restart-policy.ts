import { forbid, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { podTemplateIn } from '../../src/analysis/pods/pod-specs.ts';
import { hasUnreadableSelector } from '../../src/analysis/workloads/selectors.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'workload/restart-policy',
  on: 'object',
  kinds: ['ReplicationController', 'ReplicaSet', 'Deployment', 'StatefulSet', 'DaemonSet'],
  severity: 'error',
  summary: 'The pods of a workload that runs forever are always restarted, and have no deadline.',
  details: `
A Deployment, ReplicaSet, StatefulSet, DaemonSet or ReplicationController keeps its pods running. So the \`restartPolicy\` of the
template is \`Always\`, which is the default, and there is no \`activeDeadlineSeconds\`. For pods that end, use a Job or a CronJob.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/controllers/',
  messages: {
    policy: {
      text: "the restartPolicy of the template of a {kind} is '{value}'; it must be Always",
      help: 'remove restartPolicy, or use a Job for pods that end',
      cause: 'FieldValueNotSupported',
      rows: ['workload-restart-policy-policy'],
    },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['workload-restart-policy-forbidden'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: shop }
        spec:
          selector: { matchLabels: { app: shop } }
          template:
            metadata: { labels: { app: shop } }
            spec:
              restartPolicy: OnFailure
              #              ^^^^^^^^^ expect: policy
              activeDeadlineSeconds: 3600
              #                      ^^^^ expect: forbidden
              containers: [{ name: web, image: nginx }]
      `,
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
              restartPolicy: Always
              containers: [{ name: web, image: nginx }]
      `,
    ],
  },
  check(resource, { report }) {
    const { kind, root } = resource;
    if (kind !== 'StatefulSet' && hasUnreadableSelector(resource)) return;
    const template = podTemplateIn(kind, root);
    if (template.value === undefined) return;
    const spec = template.get('spec');
    const policy = spec.get('restartPolicy');
    if (policy.value !== undefined && policy.value !== 'Always') {
      report({ message: 'policy', at: policy, values: { kind, value: policy.value } });
    }
    forbid(report, spec.get('activeDeadlineSeconds'), `pods of a ${kind} have no deadline`);
  },
});
