import { limitedOf } from '../../src/analysis/flow-control/priority-levels.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/seats',
  on: 'object',
  kinds: ['PriorityLevelConfiguration'],
  severity: 'warning',
  summary: 'A priority level has seats of its own, and does not lend all of them.',
  details: `
Each request occupies a seat while it is executed. A priority level gets its seats in proportion to its
\`nominalConcurrencyShares\`, which are 30 by default. With 0 it has no seats of its own. It depends on the seats that it
can borrow from other levels, which are few when the server is busy. If there are none, it executes one request at a time.
\`borrowingLimitPercent\` is a percentage of its own seats, so a level without seats that has this field cannot borrow any.

With \`lendablePercent: 100\`, other levels can borrow all seats of the level. It gets them back only when their requests end.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#seats-occupied-by-a-request',
  messages: {
    none: {
      text: 'with 0 shares, borrowingLimitPercent {value} allows no borrowing, so only one request is executed at a time',
      help: 'set nominalConcurrencyShares to 1 or more, or remove borrowingLimitPercent',
      rows: ['lint-plc-zero-no-borrow'],
      dependsOn: ['spec.limited'],
    },
    borrowed: {
      text: 'with 0 shares, the priority level has no seats of its own, and depends on those that other levels lend',
      help: 'use 1 or more; the built-in priority levels have 5 to 100',
      rows: ['lint-plc-zero-shares'],
      dependsOn: ['spec.limited'],
    },
    lent: {
      text: 'other priority levels can borrow all seats of this level, so its requests may have to wait for them',
      help: 'use less than 100',
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
      if (borrowing.value === undefined) report({ message: 'borrowed', at: shares });
      else if (borrowing.value >= 0)
        report({ message: 'none', at: borrowing, values: { value: borrowing.value } });
    } else if (lending.value === 100) report({ message: 'lent', at: lending });
  },
});
