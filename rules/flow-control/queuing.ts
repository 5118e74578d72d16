import { limitedOf } from '../../src/analysis/flow-control/priority-levels.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const MOST_QUEUES = 10_000_000;
/** So many bits of a hash choose the hand of a flow. */
const HASH_BITS = 60;

export default defineRule({
  id: 'flow-control/queuing',
  kinds: ['PriorityLevelConfiguration'],
  severity: 'error',
  summary:
    'The numbers of queues, of queues in a hand and of requests in a queue are positive and fit together.',
  details: `
Shuffle sharding gives each flow a hand of \`handSize\` out of \`queues\` queues, and a request goes to the
shortest one of the hand. So a hand cannot be larger than the number of queues, and the API server chooses
hands with 60 bits of a hash: log2(\`queues\`) times \`handSize\` must not be more than that.

For 64 queues 10 is the largest hand, for 512 queues 6, for 1024 queues 6. A 0 counts as not written: the
defaults are 64 queues, a hand of 8 and 50 requests in a queue.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#prioritylevelconfiguration',
  messages: {
    notPositive: {
      text: '{field} is {value}; it must be positive',
      help: 'leave it out for {standard}',
      cause: 'FieldValueInvalid',
      rows: [
        'plc-queue-length-not-positive',
        'plc-queues-not-positive',
        'plc-hand-size-not-positive',
      ],
    },
    tooManyQueues: {
      text: 'queues is {value}; there can be at most 10000000',
      help: 'leave it out for 64',
      cause: 'FieldValueInvalid',
      rows: ['plc-queues-too-many'],
    },
    largerThanQueues: {
      text: 'handSize is {hand}, and there are only {queues} queues to choose from',
      help: 'write a hand of less than half of the queues, or more queues (without the fields: 8 of 64)',
      cause: 'FieldValueInvalid',
      rows: ['plc-hand-size-larger'],
    },
    tooManyBits: {
      text: 'a hand of {hand} out of {queues} queues takes {bits} bits of a hash to choose; the server has 60',
      help: 'for {queues} queues write a handSize of at most {most}',
      cause: 'FieldValueInvalid',
      rows: ['plc-hand-size-entropy'],
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
              queuing: { queues: 20000000, handSize: 1, queueLengthLimit: -1 }
              #                  ^^^^^^^^ expect: tooManyQueues
              #                                                           ^^ expect: notPositive
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
              queuing:
                queues: 4
                handSize: 6
                #         ^ expect: largerThanQueues
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
              queuing:
                queues: 512
                handSize: 8
                #         ^ expect: tooManyBits
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
              queuing:
                queues: 512
                handSize: 6
      `,
    ],
  },
  check(resource, { report }) {
    const response = limitedOf(resource)?.get('limitResponse');
    const queuing = response?.get('queuing');
    if (queuing?.value === undefined || response?.get('type').value !== 'Queue') return;

    const length = queuing.get('queueLengthLimit');
    if (length.value !== undefined && length.value <= 0) {
      report('notPositive', length, {
        field: 'queueLengthLimit',
        value: length.value,
        standard: 50,
      });
    }
    const queues = queuing.get('queues');
    const handSize = queuing.get('handSize');
    const { value: count } = queues;
    const { value: hand } = handSize;
    if (count === undefined || hand === undefined) return;
    if (count <= 0) {
      report('notPositive', queues, { field: 'queues', value: count, standard: 64 });
    } else if (count > MOST_QUEUES) {
      report('tooManyQueues', queues, { value: count });
    }
    const bits = Math.ceil(Math.log2(count) * hand);
    if (hand <= 0) {
      report('notPositive', handSize, { field: 'handSize', value: hand, standard: 8 });
    } else if (hand > count) {
      report('largerThanQueues', handSize, { hand, queues: count });
    } else if (bits > HASH_BITS) {
      const most = Math.floor(HASH_BITS / Math.log2(count));
      report('tooManyBits', handSize, { hand, queues: count, bits, most });
    }
  },
});
