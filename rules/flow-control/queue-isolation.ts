import { limitedOf } from '../../src/analysis/flow-control/priority-levels.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/queue-isolation',
  kinds: ['PriorityLevelConfiguration'],
  severity: 'info',
  summary: 'A flow uses a small part of the queues of its priority level.',
  details: `
Each flow is dealt \`handSize\` of the \`queues\` and puts its requests into the shortest of them. The smaller that
part is, the less likely a busy flow is to fill all queues of a quiet one. If the two numbers are equal, every
flow uses every queue, and the busiest holds up all others; from half on it is nearly so.

Where they are not said there are 64 queues and a hand of 8. The built-in levels have 128 and 6.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#prioritylevelconfiguration',
  messages: {
    all: {
      text: 'each flow uses {queues} of {queues} queues, so a busy one holds up all others',
      help: 'write more queues, or a smaller handSize',
      rows: ['lint-plc-single-queue'],
    },
    most: {
      text: 'each flow uses {hand} of {queues} queues, so a few busy ones fill most of them',
      help: 'write more queues, or a smaller handSize',
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
    const isWritten = resource.origin.document.locate(handSize.documentPath) !== undefined;
    const place = isWritten ? handSize : queuing.get('queues');
    if (hand === queues) report('all', place, { queues });
    else if (hand * 2 > queues) report('most', place, { hand, queues });
  },
});
