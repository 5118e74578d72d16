import type {
  FlowSchemaSpec,
  NonResourcePolicyRule,
  PriorityLevelConfigurationSpec,
  ResourcePolicyRule,
  Subject,
} from '../../server/kubernetes/types.generated.ts';

const ALL_RESOURCES: ResourcePolicyRule = {
  verbs: ['*'],
  apiGroups: ['*'],
  resources: ['*'],
  namespaces: ['*'],
  clusterScope: true,
};
const ALL_PATHS: NonResourcePolicyRule = { verbs: ['*'], nonResourceURLs: ['*'] };
const ALL_REQUESTS = { resourceRules: [ALL_RESOURCES], nonResourceRules: [ALL_PATHS] } as const;
const LEASES: ResourcePolicyRule = {
  verbs: ['*'],
  apiGroups: ['coordination.k8s.io'],
  resources: ['leases'],
  namespaces: ['*'],
};

const group = (name: string): Subject => ({ kind: 'Group', group: { name } });
const user = (name: string): Subject => ({ kind: 'User', user: { name } });
const KUBE_SYSTEM: Subject = {
  kind: 'ServiceAccount',
  serviceAccount: { name: '*', namespace: 'kube-system' },
};
const ALL_USERS = [group('system:unauthenticated'), group('system:authenticated')];

/**
 * The FlowSchemas that the API server creates and, if their annotation does not disable it, restores. They are the
 * same in all supported minors. In the order of their precedence and name.
 * https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#suggested-configuration-objects
 */
export const SUGGESTED_FLOW_SCHEMAS: ReadonlyMap<string, FlowSchemaSpec> = new Map<
  string,
  FlowSchemaSpec
>([
  [
    'probes',
    {
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 2,
      rules: [
        {
          subjects: ALL_USERS,
          nonResourceRules: [
            { verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] },
          ],
        },
      ],
    },
  ],
  [
    'system-leader-election',
    {
      priorityLevelConfiguration: { name: 'leader-election' },
      matchingPrecedence: 100,
      distinguisherMethod: { type: 'ByUser' },
      rules: [
        {
          subjects: [
            user('system:kube-controller-manager'),
            user('system:kube-scheduler'),
            KUBE_SYSTEM,
          ],
          resourceRules: [{ ...LEASES, verbs: ['get', 'create', 'update'] }],
        },
      ],
    },
  ],
  [
    'system-node-high',
    {
      priorityLevelConfiguration: { name: 'node-high' },
      matchingPrecedence: 400,
      distinguisherMethod: { type: 'ByUser' },
      rules: [
        {
          subjects: [group('system:nodes')],
          resourceRules: [
            { ...ALL_RESOURCES, apiGroups: [''], resources: ['nodes', 'nodes/status'] },
            LEASES,
          ],
        },
      ],
    },
  ],
  [
    'system-nodes',
    {
      priorityLevelConfiguration: { name: 'system' },
      matchingPrecedence: 500,
      distinguisherMethod: { type: 'ByUser' },
      rules: [{ subjects: [group('system:nodes')], ...ALL_REQUESTS }],
    },
  ],
  [
    'kube-controller-manager',
    {
      priorityLevelConfiguration: { name: 'workload-high' },
      matchingPrecedence: 800,
      distinguisherMethod: { type: 'ByNamespace' },
      rules: [{ subjects: [user('system:kube-controller-manager')], ...ALL_REQUESTS }],
    },
  ],
  [
    'kube-scheduler',
    {
      priorityLevelConfiguration: { name: 'workload-high' },
      matchingPrecedence: 800,
      distinguisherMethod: { type: 'ByNamespace' },
      rules: [{ subjects: [user('system:kube-scheduler')], ...ALL_REQUESTS }],
    },
  ],
  [
    'kube-system-service-accounts',
    {
      priorityLevelConfiguration: { name: 'workload-high' },
      matchingPrecedence: 900,
      distinguisherMethod: { type: 'ByNamespace' },
      rules: [{ subjects: [KUBE_SYSTEM], ...ALL_REQUESTS }],
    },
  ],
  [
    'service-accounts',
    {
      priorityLevelConfiguration: { name: 'workload-low' },
      matchingPrecedence: 9000,
      distinguisherMethod: { type: 'ByUser' },
      rules: [{ subjects: [group('system:serviceaccounts')], ...ALL_REQUESTS }],
    },
  ],
  [
    'global-default',
    {
      priorityLevelConfiguration: { name: 'global-default' },
      matchingPrecedence: 9900,
      distinguisherMethod: { type: 'ByUser' },
      rules: [{ subjects: ALL_USERS, ...ALL_REQUESTS }],
    },
  ],
]);

/** The priority levels of these FlowSchemas. */
export const SUGGESTED_PRIORITY_LEVELS: ReadonlyMap<string, PriorityLevelConfigurationSpec> =
  new Map<string, PriorityLevelConfigurationSpec>([
    ['system', level(30, 33, 64, 6)],
    ['node-high', level(40, 25, 64, 6)],
    ['leader-election', level(10, 0, 16, 4)],
    ['workload-high', level(40, 50, 128, 6)],
    ['workload-low', level(100, 90, 128, 6)],
    ['global-default', level(20, 50, 128, 6)],
  ]);

function level(
  nominalConcurrencyShares: number,
  lendablePercent: number,
  queues: number,
  handSize: number,
): PriorityLevelConfigurationSpec {
  return {
    type: 'Limited',
    limited: {
      nominalConcurrencyShares,
      lendablePercent,
      limitResponse: { type: 'Queue', queuing: { queues, handSize, queueLengthLimit: 50 } },
    },
  };
}
