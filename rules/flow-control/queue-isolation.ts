import { limitedOf } from '../../src/analysis/flow-control/priority-levels.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/queue-isolation',
  on: 'object',
  kinds: ['PriorityLevelConfiguration'],
  severity: 'info',
  summary: 'Each flow uses a small part of the queues of its priority level.',
  details: `
Shuffle sharding assigns \`handSize\` of the \`queues\` to each flow, and puts its requests into the shortest of them. The smaller
this part is, the less probable it is that a busy flow fills all queues of another flow. If both numbers are equal, all
flows use all queues, so the busiest flow delays all others. If \`handSize\` is more than half of \`queues\`, few busy flows
are enough.

The defaults are 64 queues and a hand size of 8. The built-in priority levels have up to 128 queues and a hand size of 6.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#prioritylevelconfiguration',
  messages: {
    all: {
      text: 'each flow uses all {queues} queues, so a busy flow delays all others',
      help: 'increase queues, or reduce handSize',
      rows: ['lint-plc-single-queue'],
    },
    most: {
      text: 'each flow uses {hand} of {queues} queues, so a few busy flows fill most queues',
      help: 'increase queues, or reduce handSize',
      rows: ['lint-plc-hand-size-wide'],
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
            limitResponse:
              type: Queue
              queuing: { queues: 8, handSize: 8 }
              #                               ^ expect: all
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: backups }
        spec:
          type: Limited
          limited:
            limitResponse:
              type: Queue
              queuing: { queues: 10 }
              #                  ^^ expect: most
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
            limitResponse:
              type: Queue
              queuing: { queues: 32, handSize: 6 }
      `,
    ],
  },
  check(resource, { report }) {
    const response = limitedOf(resource)?.get('limitResponse');
    const queuing = response?.get('queuing');
    if (queuing?.value === undefined || response?.get('type').value !== 'Queue') return;
    const handSize = queuing.get('handSize');
    const queues = queuing.get('queues').value;
    const hand = handSize.value;
    if (queues === undefined || hand === undefined || hand <= 0 || hand > queues) return;
    const place = handSize.isWritten ? handSize : queuing.get('queues');
    if (hand === queues) report({ message: 'all', at: place, values: { queues } });
    else if (hand * 2 > queues) report({ message: 'most', at: place, values: { hand, queues } });
  },
});
