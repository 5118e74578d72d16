import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { causeOfMissingType, limitedOf } from '../../src/analysis/flow-control/priority-levels.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/limit-response',
  kinds: ['PriorityLevelConfiguration'],
  severity: 'error',
  summary: 'A limited level queues requests or rejects them, and has queuing only when it queues.',
  details: `
\`limitResponse\` says what becomes of a request when all seats of its priority level are taken: with \`type:
Queue\` it waits in one of the queues that \`queuing\` describes, with \`type: Reject\` the client gets 429 at
once. The API server wants \`queuing\` with the first and refuses it with the second.

\`queuing\` may be empty: the server then sets 64 queues of 50 requests and a hand size of 8. (Its own message
says \`Limited\` here where \`Queue\` is meant.)
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#prioritylevelconfiguration',
  messages: {
    required: {
      text: 'limitResponse has no type, so the server does not know what to do when the level is full',
      help: 'write type: Queue or type: Reject',
      cause: 'FieldValueRequired',
      rows: ['plc-limit-response-type-required'],
    },
    unsupported: {
      text: "there is no type '{type}' of limitResponse; there are Queue and Reject",
      cause: 'FieldValueNotSupported',
      rows: ['plc-limit-response-type-unsupported'],
    },
    queuingRequired: {
      text: 'limitResponse is of type Queue and has no queuing',
      help: 'add queuing; it may be an empty object, all of its fields have defaults',
      cause: 'FieldValueRequired',
      rows: ['plc-queuing-required'],
    },
    queuingForbidden: {
      text: 'limitResponse is of type Reject, so queuing must not be there',
      help: 'leave queuing out, or write type: Queue',
      cause: 'FieldValueForbidden',
      rows: ['plc-queuing-forbidden'],
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
          limited: # expect: required
            nominalConcurrencyShares: 10
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: backups }
        spec:
          type: Limited
          limited:
            limitResponse: { type: Deny }
            #                      ^^^^ expect: unsupported
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: backups }
        spec:
          type: Limited
          limited:
            limitResponse: { type: Queue } # expect: queuingRequired
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: backups }
        spec:
          type: Limited
          limited:
            limitResponse:
              type: Reject
              queuing: { queues: 16 }
              #        ^^^^^^^^^^^^^^ expect: queuingForbidden
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
              queuing: {}
      `,
    ],
  },
  check(resource, { report, minor }) {
    const response = limitedOf(resource)?.get('limitResponse');
    if (response === undefined || response.pruned) return;
    const type = response.get('type');
    const queuing = response.get('queuing');
    const { value: text = '' } = type;
    if (text === 'Queue') {
      if (queuing.absent) report('queuingRequired', queuing);
    } else if (text === 'Reject') {
      if (queuing.value !== undefined) report('queuingForbidden', queuing);
    } else if (isEmptyText(type)) {
      report('required', type, {}, { cause: causeOfMissingType(minor) });
    } else if (!type.pruned) {
      report('unsupported', type, { type: text });
    }
  },
});
