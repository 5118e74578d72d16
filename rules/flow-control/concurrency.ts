import { limitedOf } from '../../src/analysis/flow-control/priority-levels.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/concurrency',
  on: 'object',
  kinds: ['PriorityLevelConfiguration'],
  severity: 'error',
  summary:
    'The shares and the borrowing limit of a priority level are not negative, and it lends 0 to 100 percent.',
  details: `
The API server distributes its seats among the priority levels in proportion to their \`nominalConcurrencyShares\`. The
default is 30. Other levels can borrow \`lendablePercent\` of the seats of a level, so it must be between 0 and 100.
\`borrowingLimitPercent\` limits how many seats the level can borrow itself, as a percentage of its own seats. Without it
there is no limit.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#priority-levels',
  messages: {
    shares: {
      text: 'nominalConcurrencyShares is {value}; it must not be negative',
      help: 'use 1 or more; the built-in priority levels have 5 to 100',
      cause: 'FieldValueInvalid',
      rows: ['plc-shares-negative', 'plc-exempt-shares-negative'],
    },
    lending: {
      text: 'lendablePercent is {value}; it must be between 0 and 100',
      help: 'use a value between 0 and 100, or remove lendablePercent to lend no seats',
      cause: 'FieldValueInvalid',
      rows: ['plc-lendable-range', 'plc-exempt-lendable-range'],
    },
    borrowing: {
      text: 'borrowingLimitPercent is {value}; it must not be negative',
      help: 'use 0 to borrow no seats, or remove borrowingLimitPercent for no limit',
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
        report({ message: 'shares', at: shares, values: { value: shares.value } });
      }
      const lending = holder.get('lendablePercent');
      if (lending.value !== undefined && (lending.value < 0 || lending.value > 100)) {
        report({ message: 'lending', at: lending, values: { value: lending.value } });
      }
    }
    const borrowing = limited?.get('borrowingLimitPercent');
    if (borrowing?.value !== undefined && borrowing.value < 0) {
      report({ message: 'borrowing', at: borrowing, values: { value: borrowing.value } });
    }
  },
});
