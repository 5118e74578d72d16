import type {
  FlowSchemaSpec,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
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
const LEASES: ResourcePolicyRule = {
  verbs: ['*'],
  apiGroups: ['coordination.k8s.io'],
  resources: ['leases'],
  namespaces: ['*'],
};

/** A FlowSchema with one rule. */
export function flowSchema(
  priorityLevel: string,
  matchingPrecedence: number,
  distinguishedBy: 'ByUser' | 'ByNamespace' | undefined,
  rule: PolicyRulesWithSubjects,
): FlowSchemaSpec {
  return {
    priorityLevelConfiguration: { name: priorityLevel },
    matchingPrecedence,
    ...(distinguishedBy && { distinguisherMethod: { type: distinguishedBy } }),
    rules: [rule],
  };
}

/** The rule for all requests of some subjects. */
export function allRequestsOf(...subjects: readonly Subject[]): PolicyRulesWithSubjects {
  return { subjects, resourceRules: [ALL_RESOURCES], nonResourceRules: [ALL_PATHS] };
}

export const group = (name: string): Subject => ({ kind: 'Group', group: { name } });
const user = (name: string): Subject => ({ kind: 'User', user: { name } });
const KUBE_SYSTEM: Subject = {
  kind: 'ServiceAccount',
  serviceAccount: { name: '*', namespace: 'kube-system' },
};
const NODES = group('system:nodes');
export const ALL_USERS = [group('system:unauthenticated'), group('system:authenticated')];

/**
 * The FlowSchemas that the API server creates and, if their annotation does not disable it, restores. They are the
 * same in all supported minors. In the order of their precedence and name.
 * https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#suggested-configuration-objects
 */
export const SUGGESTED_FLOW_SCHEMAS: ReadonlyMap<string, FlowSchemaSpec> = new Map(
  Object.entries<FlowSchemaSpec>({
    probes: flowSchema('exempt', 2, undefined, {
      subjects: ALL_USERS,
      nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }],
    }),
    'system-leader-election': flowSchema('leader-election', 100, 'ByUser', {
      subjects: [
        user('system:kube-controller-manager'),
        user('system:kube-scheduler'),
        KUBE_SYSTEM,
      ],
      resourceRules: [{ ...LEASES, verbs: ['get', 'create', 'update'] }],
    }),
    'system-node-high': flowSchema('node-high', 400, 'ByUser', {
      subjects: [NODES],
      resourceRules: [
        { ...ALL_RESOURCES, apiGroups: [''], resources: ['nodes', 'nodes/status'] },
        LEASES,
      ],
    }),
    'system-nodes': flowSchema('system', 500, 'ByUser', allRequestsOf(NODES)),
    'kube-controller-manager': flowSchema(
      'workload-high',
      800,
      'ByNamespace',
      allRequestsOf(user('system:kube-controller-manager')),
    ),
    'kube-scheduler': flowSchema(
      'workload-high',
      800,
      'ByNamespace',
      allRequestsOf(user('system:kube-scheduler')),
    ),
    'kube-system-service-accounts': flowSchema(
      'workload-high',
      900,
      'ByNamespace',
      allRequestsOf(KUBE_SYSTEM),
    ),
    'service-accounts': flowSchema(
      'workload-low',
      9000,
      'ByUser',
      allRequestsOf(group('system:serviceaccounts')),
    ),
    'global-default': flowSchema('global-default', 9900, 'ByUser', allRequestsOf(...ALL_USERS)),
  }),
);

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
