import type { RootCause } from './root-cause.ts';

const flowControl = (kind: string, name: string, spec: object) => ({
  apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
  kind,
  metadata: { name },
  spec,
});

const limited = (queuing: object) => ({
  type: 'Limited',
  limited: { limitResponse: { type: 'Queue', queuing } },
});

export const FLOW_CONTROL: readonly RootCause[] = [
  {
    mistake: 'the type Exempt for a limited priority level',
    manifest: flowControl('PriorityLevelConfiguration', 'backups', {
      type: 'Exempt',
      limited: { limitResponse: { type: 'Reject' } },
    }),
    root: 'flow-control/level-type#exemptElsewhere',
    consequences: ['flow-control/level-type#limitedForbidden'],
  },
  {
    mistake: 'the name exempt for a limited priority level',
    manifest: flowControl('PriorityLevelConfiguration', 'exempt', limited({})),
    root: 'flow-control/level-type#exemptLimited',
    consequences: ['flow-control/mandatory-objects#priorityLevel'],
  },
  {
    mistake: 'the priority level exempt without a type',
    manifest: flowControl('PriorityLevelConfiguration', 'exempt', { exempt: {} }),
    root: 'flow-control/level-type#exemptLimited',
    consequences: [
      'flow-control/level-type#exemptForbidden',
      'flow-control/level-type#required',
      'flow-control/mandatory-objects#priorityLevel',
    ],
  },
  {
    mistake: 'limited in the priority level exempt',
    manifest: flowControl('PriorityLevelConfiguration', 'exempt', {
      type: 'Exempt',
      limited: { limitResponse: { type: 'Reject' } },
    }),
    root: 'flow-control/level-type#limitedForbidden',
    consequences: ['flow-control/mandatory-objects#priorityLevel'],
  },
  {
    mistake: 'a negative number of queues, which is less than any hand size',
    manifest: flowControl('PriorityLevelConfiguration', 'backups', limited({ queues: -1 })),
    root: 'flow-control/queuing#queuesNotPositive',
    consequences: ['flow-control/queuing#largerThanQueues'],
  },
  {
    mistake: 'a subject with the field of another kind',
    manifest: flowControl('FlowSchema', 'backups', {
      priorityLevelConfiguration: { name: 'workload-low' },
      rules: [
        {
          subjects: [{ kind: 'User', group: { name: 'backups' } }],
          nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
        },
      ],
    }),
    root: 'flow-control/subject-kind#mismatch',
    consequences: ['flow-control/subject-kind#mismatched'],
  },
];
