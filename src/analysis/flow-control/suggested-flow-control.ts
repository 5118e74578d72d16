import type {
  FlowSchemaSpec,
  NonResourcePolicyRule,
  PriorityLevelConfigurationSpec,
  ResourcePolicyRule,
  Subject,
} from '../../kubernetes/types.generated.ts';

const ALL_RESOURCES: ResourcePolicyRule = {
  verbs: ['*'],
  apiGroups: ['*'],
  resources: ['*'],
  namespaces: ['*'],
  clusterScope: true,
};
const ALL_PATHS: NonResourcePolicyRule = { verbs: ['*'], nonResourceURLs: ['*'] };
const EVERYTHING = { resourceRules: [ALL_RESOURCES], nonResourceRules: [ALL_PATHS] } as const;
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
const EVERYBODY = [group('system:unauthenticated'), group('system:authenticated')];

/**
 * The FlowSchemas that every API server creates and, unless it is told not to, keeps as they are; in
 * all supported minors the same. In the order in which they get their requests.
 * https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#suggested-configuration-objects
 */
export const SUGGESTED_FLOW_SCHEMAS: ReadonlyMap<string, FlowSchemaSpec> = new Map(
  Object.entries<FlowSchemaSpec>({
    probes: {
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 2,
      rules: [
        {
          subjects: EVERYBODY,
          nonResourceRules: [
            { verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] },
          ],
        },
      ],
    },
    'system-leader-election': {
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
    'system-node-high': {
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
    'system-nodes': {
      priorityLevelConfiguration: { name: 'system' },
      matchingPrecedence: 500,
      distinguisherMethod: { type: 'ByUser' },
      rules: [{ subjects: [group('system:nodes')], ...EVERYTHING }],
    },
    'kube-controller-manager': {
      priorityLevelConfiguration: { name: 'workload-high' },
      matchingPrecedence: 800,
      distinguisherMethod: { type: 'ByNamespace' },
      rules: [{ subjects: [user('system:kube-controller-manager')], ...EVERYTHING }],
    },
    'kube-scheduler': {
      priorityLevelConfiguration: { name: 'workload-high' },
      matchingPrecedence: 800,
      distinguisherMethod: { type: 'ByNamespace' },
      rules: [{ subjects: [user('system:kube-scheduler')], ...EVERYTHING }],
    },
    'kube-system-service-accounts': {
      priorityLevelConfiguration: { name: 'workload-high' },
      matchingPrecedence: 900,
      distinguisherMethod: { type: 'ByNamespace' },
      rules: [{ subjects: [KUBE_SYSTEM], ...EVERYTHING }],
    },
    'service-accounts': {
      priorityLevelConfiguration: { name: 'workload-low' },
      matchingPrecedence: 9000,
      distinguisherMethod: { type: 'ByUser' },
      rules: [{ subjects: [group('system:serviceaccounts')], ...EVERYTHING }],
    },
    'global-default': {
      priorityLevelConfiguration: { name: 'global-default' },
      matchingPrecedence: 9900,
      distinguisherMethod: { type: 'ByUser' },
      rules: [{ subjects: EVERYBODY, ...EVERYTHING }],
    },
  }),
);

/** The priority levels that go with them. */
export const SUGGESTED_PRIORITY_LEVELS: ReadonlyMap<string, PriorityLevelConfigurationSpec> =
  new Map(
    Object.entries<PriorityLevelConfigurationSpec>({
      system: level(30, 33, 64, 6),
      'node-high': level(40, 25, 64, 6),
      'leader-election': level(10, 0, 16, 4),
      'workload-high': level(40, 50, 128, 6),
      'workload-low': level(100, 90, 128, 6),
      'global-default': level(20, 50, 128, 6),
    }),
  );

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
