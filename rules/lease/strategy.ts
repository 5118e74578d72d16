import {
  forbid,
  requireFormat,
  requireOneOf,
  VALUE_MESSAGES,
  type ValueReport,
} from '../../src/analysis/fields/value-checks.ts';
import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import type { Field } from '../../src/rule/field.ts';
import { isOfKind, type Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';

export default defineRule({
  id: 'lease/strategy',
  on: 'object',
  kinds: ['Lease', 'LeaseCandidate'],
  severity: 'error',
  summary: 'The strategy of a coordinated election is known, or has the domain of its owner.',
  details: `
In a coordinated election, the API server chooses the holder of a Lease among the LeaseCandidates. It knows the strategy
\`OldestEmulationVersion\`. Other strategies are for other controllers, and need a domain: \`example.com/newest\`. A
\`preferredHolder\` is only possible together with a strategy.

The feature gate \`CoordinatedLeaderElection\` is disabled by default. The server then drops both fields of a Lease.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/coordinated-leader-election/',
  messages: {
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['lease-strategy'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['lease-strategy'] },
    forbidden: {
      ...VALUE_MESSAGES.forbidden,
      rows: ['lease-preferred-holder'],
      withoutExample: 'the server drops the field of a Lease by default',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: coordination.k8s.io/v1beta1
        kind: LeaseCandidate
        metadata: { name: manager-a, namespace: kube-system }
        spec:
          leaseName: manager
          binaryVersion: 1.37.0
          strategy: NewestEmulationVersion
          #         ^^^^^^^^^^^^^^^^^^^^^^ expect: unsupported
      `,
      yaml`
        apiVersion: coordination.k8s.io/v1beta1
        kind: LeaseCandidate
        metadata: { name: manager-a, namespace: kube-system }
        spec:
          leaseName: manager
          binaryVersion: 1.37.0
          strategy: Example/newest
          #         ^^^^^^^^^^^^^^ expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: coordination.k8s.io/v1beta1
        kind: LeaseCandidate
        metadata: { name: manager-a, namespace: kube-system }
        spec:
          leaseName: manager
          binaryVersion: 1.37.0
          strategy: example.com/newest
      `,
    ],
  },
  check(resource, { report, server }) {
    if (isOfKind(resource, 'LeaseCandidate')) {
      const spec = resource.root.get('spec');
      const strategy = spec.get('strategy');
      if ((strategy.value ?? '') !== '') checkStrategy(report, strategy);
      for (const item of spec.itemsOf('preferredStrategies')) checkStrategy(report, item);
    } else if (isOfKind(resource, 'Lease') && hasGate(server, 'CoordinatedLeaderElection', true)) {
      checkLease(resource, report);
    }
  },
});

function checkLease(
  { root }: Resource<'Lease'>,
  report: ValueReport<'unsupported' | 'invalid' | 'forbidden'>,
): void {
  const spec = root.get('spec');
  const [strategy, holder] = [spec.get('strategy'), spec.get('preferredHolder')];
  if (strategy.value !== undefined) checkStrategy(report, strategy);
  const isAlone = (strategy.value ?? '') === '' && !strategy.pruned;
  if (isAlone && (holder.value ?? '') !== '') forbid(report, holder, 'it needs a strategy');
}

/** Source: `ValidateCoordinatedLeaseStrategy` in `pkg/apis/coordination/validation/validation.go` of Kubernetes. */
function checkStrategy(
  report: ValueReport<'unsupported' | 'invalid'>,
  field: Field<string | undefined>,
): void {
  const { value = '' } = field;
  const place = { path: `${field.path}.strategy` };
  if (!value.includes('/')) {
    requireOneOf(report, field, ['OldestEmulationVersion'], place);
    return;
  }
  requireFormat(report, field, labelKeyProblem, place);
}
