import { limitedOf } from '../../src/analysis/flow-control/priority-levels.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const MOST_QUEUES = 10_000_000;
/** The number of bits of a hash that choose the hand of a flow. */
const HASH_BITS = 60;

export default defineRule({
  id: 'flow-control/queuing',
  on: 'object',
  kinds: ['PriorityLevelConfiguration'],
  severity: 'error',
  summary: 'The values of queuing are positive, and handSize fits queues.',
  details: `
Shuffle sharding assigns \`handSize\` of the \`queues\` to each flow, and puts its requests into the shortest of them. So
\`handSize\` must not be larger than \`queues\`. The API server selects the queues by 60 bits of a hash, so log2(\`queues\`)
times \`handSize\` must not be more than 60. For 64 queues the largest hand size is 10, for 512 and for 1024 queues it is 6.

The defaults are 64 queues, a hand size of 8 and 50 requests in a queue. They replace the value 0 too.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#prioritylevelconfiguration',
  messages: {
    notPositive: {
      text: '{field} is {value}; it must be positive',
      help: 'use a positive value, or remove {field} for the default of {standard}',
      cause: 'FieldValueInvalid',
      rows: ['plc-queue-length-not-positive', 'plc-hand-size-not-positive'],
    },
    queuesNotPositive: {
      text: 'queues is {value}; it must be positive',
      help: 'use a positive value, or remove queues for the default of 64',
      cause: 'FieldValueInvalid',
      rows: ['plc-queues-not-positive'],
      explains: ['flow-control/queuing#largerThanQueues'],
    },
    tooManyQueues: {
      text: 'queues is {value}; it must be at most 10000000',
      help: 'use a lower value, or remove queues for the default of 64',
      cause: 'FieldValueInvalid',
      rows: ['plc-queues-too-many'],
    },
    largerThanQueues: {
      text: 'handSize is {hand}; it must not be larger than queues, which is {queues}',
      help: 'reduce handSize to less than half of queues, or increase queues (the defaults are 8 and 64)',
      cause: 'FieldValueInvalid',
      rows: ['plc-hand-size-larger'],
    },
    tooManyBits: {
      text: 'handSize {hand} with {queues} queues requires {bits} bits of a hash value; the API server has 60',
      help: 'reduce handSize to {most} or less, or reduce queues',
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
                queues: -1
                #       ^^ expect: queuesNotPositive
                handSize: 8
                #         ^ expect: largerThanQueues
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
      report({
        message: 'notPositive',
        at: length,
        values: { field: 'queueLengthLimit', value: length.value, standard: 50 },
      });
    }
    const queues = queuing.get('queues');
    const handSize = queuing.get('handSize');
    const { value: count } = queues;
    const { value: hand } = handSize;
    if (count === undefined || hand === undefined) return;
    if (count <= 0) {
      report({ message: 'queuesNotPositive', at: queues, values: { value: count } });
    } else if (count > MOST_QUEUES) {
      report({ message: 'tooManyQueues', at: queues, values: { value: count } });
    }
    const bits = Math.ceil(Math.log2(count) * hand);
    if (hand <= 0) {
      report({
        message: 'notPositive',
        at: handSize,
        values: { field: 'handSize', value: hand, standard: 8 },
      });
    } else if (hand > count) {
      report({ message: 'largerThanQueues', at: handSize, values: { hand, queues: count } });
    } else if (bits > HASH_BITS) {
      const most = Math.floor(HASH_BITS / Math.log2(count));
      report({ message: 'tooManyBits', at: handSize, values: { hand, queues: count, bits, most } });
    }
  },
});
