import { requireRange, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'lease/spec',
  on: 'object',
  kinds: ['Lease'],
  severity: 'error',
  summary: 'A Lease has a positive duration, and its number of transitions is not negative.',
  details: `
A candidate holds a Lease for \`leaseDurationSeconds\` after it has renewed it, which is at least 1. \`leaseTransitions\` counts
the changes of the holder. Controllers write both: a manifest of a Lease rarely needs a spec.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/lease-v1/#LeaseSpec',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['lease-duration', 'lease-transitions'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: coordination.k8s.io/v1
        kind: Lease
        metadata: { name: leader }
        spec:
          leaseDurationSeconds: 0
          #                     ^ expect: invalid
          leaseTransitions: -1
          #                 ^^ expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: coordination.k8s.io/v1
        kind: Lease
        metadata: { name: leader }
        spec:
          leaseDurationSeconds: 15
          leaseTransitions: 0
      `,
    ],
  },
  check(resource, { report }) {
    const spec = resource.root.get('spec');
    requireRange(report, spec.get('leaseDurationSeconds'), { least: 1 });
    requireRange(report, spec.get('leaseTransitions'), { least: 0 });
  },
});
