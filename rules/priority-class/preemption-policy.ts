import {
  requireOneOf,
  requireText,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'priority-class/preemption-policy',
  on: 'object',
  kinds: ['PriorityClass'],
  severity: 'error',
  summary: 'The preemptionPolicy of a PriorityClass is PreemptLowerPriority or Never.',
  details: `
\`PreemptLowerPriority\`, which is the default, lets the scheduler evict pods of a lower priority to make room. With \`Never\`,
pods only wait in front of others.
`,
  reference:
    'https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/#non-preempting-priority-class',
  messages: {
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['priority-class-preemption-policy'] },
    required: { ...VALUE_MESSAGES.required, rows: ['priority-class-preemption-policy-empty'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata: { name: important }
        value: 1000
        preemptionPolicy: Always
        #                 ^^^^^^ expect: unsupported
      `,
      yaml`
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata: { name: important }
        value: 1000
        preemptionPolicy: ""
        #                 ^^ expect: required
      `,
    ],
    good: [
      yaml`
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata: { name: important }
        value: 1000
        preemptionPolicy: Never
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: scheduling.k8s.io/v1
          kind: PriorityClass
          metadata: { name: batch }
          value: 100
          preemptionPolicy: never # it can wait
        `,
        after: yaml`
          apiVersion: scheduling.k8s.io/v1
          kind: PriorityClass
          metadata: { name: batch }
          value: 100
          preemptionPolicy: Never # it can wait
        `,
      },
    ],
  },
  check(resource, { report }) {
    const policy = resource.root.get('preemptionPolicy');
    if (requireText(report, policy, 'PreemptLowerPriority or Never')) {
      requireOneOf(report, policy, ['PreemptLowerPriority', 'Never']);
    }
  },
});
