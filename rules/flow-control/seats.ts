import { limitedOf } from '../../src/analysis/flow-control/priority-levels.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/seats',
  kinds: ['PriorityLevelConfiguration'],
  severity: 'warning',
  summary: 'A priority level has seats of its own and does not lend all of them.',
  details: `
Each request that is served holds a seat. A priority level gets its seats in proportion to its
\`nominalConcurrencyShares\`, 30 where not said. With 0 it has none: its requests run on seats that other levels
lend, which there are least of when the server is busy, and one at a time where there are none. With
\`borrowingLimitPercent\` too, which is a percentage of its own seats, it may not even borrow.

With \`lendablePercent: 100\` it has shares, and all of its seats may be away when they are needed; they come
back as requests of others end.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#seats-occupied-by-a-request',
  messages: {
    none: {
      text: 'with 0 shares the level has no seats, and {value} percent of none to borrow: one request runs at a time',
      help: 'write shares of 1 or more, or leave borrowingLimitPercent out',
      rows: ['lint-plc-zero-no-borrow'],
    },
    borrowed: {
      text: 'with 0 shares the level has no seats of its own, only what other levels lend',
      help: 'write shares of 1 or more; the levels that every cluster has are given 5 to 100',
      rows: ['lint-plc-zero-shares'],
    },
    lent: {
      text: 'all seats of the level may be lent to others when its own requests come',
      help: 'write less than 100 to keep some',
      severity: 'info',
      rows: ['lint-plc-lend-all'],
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
            nominalConcurrencyShares: 0
            #                         ^ expect: borrowed
            limitResponse: { type: Reject }
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: backups }
        spec:
          type: Limited
          limited:
            nominalConcurrencyShares: 0
            borrowingLimitPercent: 50
            #                      ^^ expect: none
            limitResponse: { type: Reject }
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: backups }
        spec:
          type: Limited
          limited:
            lendablePercent: 100
            #                ^^^ expect: lent
            limitResponse: { type: Reject }
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
            nominalConcurrencyShares: 5
            lendablePercent: 50
            limitResponse: { type: Reject }
      `,
    ],
  },
  check(resource, { report }) {
    const limited = limitedOf(resource);
    if (limited === undefined) return;
    const shares = limited.get('nominalConcurrencyShares');
    const borrowing = limited.get('borrowingLimitPercent');
    const lending = limited.get('lendablePercent');
    if (shares.value === 0) {
      if (borrowing.value === undefined) report('borrowed', shares);
      else if (borrowing.value >= 0) report('none', borrowing, { value: borrowing.value });
    } else if (lending.value === 100) report('lent', lending);
  },
});
