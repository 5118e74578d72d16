import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { causeOfMissingType } from '../../src/analysis/flow-control/priority-levels.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

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
      explains: ['flow-control/limit-response#queuingForbidden'],
    },
    unsupported: {
      text: "limitResponse.type is '{type}'; it must be Queue or Reject",
      help: 'use Queue or Reject',
      cause: 'FieldValueNotSupported',
      rows: ['plc-limit-response-type-unsupported'],
      explains: ['flow-control/limit-response#queuingForbidden'],
    },
    queuingRequired: {
      text: 'queuing is required with the type Queue',
      help: 'add queuing; it can be an empty object, because all its fields have defaults',
      cause: 'FieldValueRequired',
      rows: ['plc-queuing-required'],
    },
    queuingForbidden: {
      text: 'queuing is allowed only with the type Queue',
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
    const spec = resource.root.get('spec');
    const limited = spec.get('limited');
    const response = limited.get('limitResponse');
    if (limited.value === undefined || response.pruned) return;
    const ofAnyLevel = serverHas('limit-response-always-validated', minor);
    const isLimited = spec.get('type').value === 'Limited';
    if (!isLimited && !ofAnyLevel) return;
    const type = response.get('type');
    const queuing = response.get('queuing');
    const { value: text = '' } = type;
    if (text === 'Queue') {
      if (queuing.absent) report({ message: 'queuingRequired', at: queuing });
    } else if (isEmptyText(type)) {
      report({ message: 'required', at: type, cause: causeOfMissingType(minor) });
    } else if (text !== 'Reject' && isLimited && !type.pruned) {
      report({ message: 'unsupported', at: type, values: { type: text } });
    }
    if (queuing.value !== undefined && (ofAnyLevel ? text !== 'Queue' : text === 'Reject')) {
      report({ message: 'queuingForbidden', at: queuing });
    }
  },
});
