import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { causeOfMissingType, limitedOf } from '../../src/analysis/flow-control/priority-levels.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/limit-response',
  on: 'object',
  kinds: ['PriorityLevelConfiguration'],
  severity: 'error',
  summary:
    'The limitResponse of a priority level has the type Queue with queuing, or Reject without it.',
  details: `
\`limitResponse\` determines what happens to a request if all seats of the priority level are in use. With \`type: Queue\` it
waits in one of the queues that \`queuing\` configures. With \`type: Reject\` the API server responds with the status
429 immediately. \`queuing\` is required with \`Queue\`, and not allowed with \`Reject\`.

\`queuing\` can be an empty object: the API server then sets 64 queues, a hand size of 8, and at most 50 requests in a queue.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#prioritylevelconfiguration',
  messages: {
    required: {
      text: 'limitResponse.type is required',
      help: 'add type: Queue or type: Reject',
      cause: 'FieldValueRequired',
      rows: ['plc-limit-response-type-required'],
    },
    unsupported: {
      text: "limitResponse.type is '{type}'; it must be Queue or Reject",
      help: 'use Queue or Reject',
      cause: 'FieldValueNotSupported',
      rows: ['plc-limit-response-type-unsupported'],
    },
    queuingRequired: {
      text: 'queuing is required with the type Queue',
      help: 'add queuing; it can be an empty object, because all its fields have defaults',
      cause: 'FieldValueRequired',
      rows: ['plc-queuing-required'],
    },
    queuingForbidden: {
      text: 'queuing is not allowed with the type Reject',
      help: 'remove queuing, or use type: Queue',
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
      if (queuing.absent) report({ message: 'queuingRequired', at: queuing });
    } else if (text === 'Reject') {
      if (queuing.value !== undefined) report({ message: 'queuingForbidden', at: queuing });
    } else if (isEmptyText(type)) {
      report({ message: 'required', at: type, cause: causeOfMissingType(minor) });
    } else if (!type.pruned) {
      report({ message: 'unsupported', at: type, values: { type: text } });
    }
  },
});
