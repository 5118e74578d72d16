import { limitedOf } from '../../src/analysis/flow-control/priority-levels.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/concurrency',
  kinds: ['PriorityLevelConfiguration'],
  severity: 'error',
  summary:
    'Shares and borrowing of a priority level are not negative, and lending is between 0 and 100 percent.',
  details: `
\`nominalConcurrencyShares\` is what a priority level gets of all the seats of the API server, in proportion
to the shares of the other levels (30 where not said). Of its seats it lends \`lendablePercent\` to levels
that need more, so that is between 0 and 100; \`borrowingLimitPercent\` is how much it may borrow itself, in
percent of its own seats, as much as it likes where not said.

None of them may be negative.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#priority-levels',
  messages: {
    shares: {
      text: 'nominalConcurrencyShares is {value}; it must not be negative',
      help: 'the levels that every cluster has are given 5 to 100',
      cause: 'FieldValueInvalid',
      rows: ['plc-shares-negative', 'plc-exempt-shares-negative'],
    },
    lending: {
      text: 'lendablePercent is {value}; it must be between 0 and 100',
      help: 'leave it out to lend nothing',
      cause: 'FieldValueInvalid',
      rows: ['plc-lendable-range', 'plc-exempt-lendable-range'],
    },
    borrowing: {
      text: 'borrowingLimitPercent is {value}; it must not be negative',
      help: 'leave it out to borrow without a limit, write 0 to borrow nothing',
      cause: 'FieldValueInvalid',
      rows: ['plc-borrowing-negative'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: backups }
        spec:
          type: Limited
          limited:
            nominalConcurrencyShares: -1
            #                         ^^ expect: shares
            lendablePercent: 120
            #                ^^^ expect: lending
            borrowingLimitPercent: -10
            #                      ^^^ expect: borrowing
            limitResponse: { type: Reject }
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: exempt }
        spec:
          type: Exempt
          exempt: { lendablePercent: 101 }
          #                          ^^^ expect: lending
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: backups }
        spec:
          type: Limited
          limited:
            nominalConcurrencyShares: 0
            lendablePercent: 100
            borrowingLimitPercent: 300
            limitResponse: { type: Reject }
      `,
    ],
  },
  check(resource, { report }) {
    const spec = resource.root.get('spec');
    const limited = limitedOf(resource);
    const holders = [
      ...(limited === undefined ? [] : [limited]),
      ...(spec.get('type').value === 'Exempt' ? [spec.get('exempt')] : []),
    ];
    for (const holder of holders) {
      const shares = holder.get('nominalConcurrencyShares');
      if (shares.value !== undefined && shares.value < 0) {
        report('shares', shares, { value: shares.value });
      }
      const lending = holder.get('lendablePercent');
      if (lending.value !== undefined && (lending.value < 0 || lending.value > 100)) {
        report('lending', lending, { value: lending.value });
      }
    }
    const borrowing = limited?.get('borrowingLimitPercent');
    if (borrowing?.value !== undefined && borrowing.value < 0) {
      report('borrowing', borrowing, { value: borrowing.value });
    }
  },
});
