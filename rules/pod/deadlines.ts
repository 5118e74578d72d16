import { requireRange, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { INT32_MAX } from '../../src/base/go/integers.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod/deadlines',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'The deadline and the grace period of a pod are not negative.',
  details: `
\`activeDeadlineSeconds\` is how long a pod may run, at least one second. \`terminationGracePeriodSeconds\` is how long its
containers have to end after a SIGTERM; 0 ends them at once. A negative grace period counts as 1, and the server warns about it in
a template.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-deadlines-invalid'] },
    gracePeriod: {
      text: 'the negative grace period of {value} seconds counts as 1',
      help: 'write terminationGracePeriodSeconds: 1, or remove it for 30 seconds',
      severity: 'warning',
      cause: 'Warning',
      rows: ['pod-deadlines-grace-period'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          activeDeadlineSeconds: 0
          #                      ^ expect: invalid
          containers: [{ name: web, image: nginx }]
      `,
      yaml`
        apiVersion: v1
        kind: PodTemplate
        metadata: { name: shop }
        template:
          spec:
            terminationGracePeriodSeconds: -1
            #                              ^^ expect: gracePeriod
            containers: [{ name: web, image: nginx }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          activeDeadlineSeconds: 3600
          terminationGracePeriodSeconds: 0
          containers: [{ name: web, image: nginx }]
      `,
    ],
  },
  check(resource, { report }) {
    const { spec, isTemplate } = podOf(resource);
    requireRange(report, spec.get('activeDeadlineSeconds'), { least: 1, most: INT32_MAX });
    const gracePeriod = spec.get('terminationGracePeriodSeconds');
    const { value = 0 } = gracePeriod;
    if (isTemplate && value < 0)
      report({ message: 'gracePeriod', at: gracePeriod, values: { value } });
  },
});
