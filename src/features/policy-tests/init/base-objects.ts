import type { CustomDefinition } from '../../../server/custom-resources/definition.ts';
import { ExampleObjects } from '../../../server/custom-resources/examples/example-objects.ts';
import { groupAndVersion } from '../../../server/kubernetes/api-version.ts';
import { resolveKind } from '../../../server/kubernetes/kinds.ts';
import type { Minor } from '../../../server/kubernetes/minors.ts';
import type { Mapping } from '../../../yaml/tree.ts';

/** A kind whose objects are made. */
export interface ObjectKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
}

/** The metadata of an object that its kind does not require. */
export interface ObjectNames {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Mapping | undefined;
}

/** The kind of an `apiVersion` and `kind`, built-in or custom; undefined if there is none. */
export function findObjectKind(
  apiVersion: string,
  kind: string,
  definitions: readonly CustomDefinition[],
  minor: Minor,
): ObjectKind | undefined {
  const resolved = resolveKind(apiVersion, kind, minor);
  if (resolved.outcome === 'served') {
    return { apiVersion, kind, isNamespaced: resolved.facts.namespaced };
  }
  const { group } = groupAndVersion(apiVersion);
  const definition = definitions.find((one) => one.group === group && one.kind === kind);
  return definition && { apiVersion, kind, isNamespaced: definition.isNamespaced };
}

/**
 * A minimal object of a kind: a custom resource that its CRD accepts, or an object with the required fields of the
 * kinds below.
 */
export function baseObject(
  { apiVersion, kind, isNamespaced }: ObjectKind,
  { name, namespace, labels }: ObjectNames,
  definitions: readonly CustomDefinition[],
  minor: Minor,
): Mapping {
  const metadata = {
    name,
    ...(isNamespaced && { namespace }),
    ...(labels !== undefined && { labels }),
  };
  const custom = customObject(apiVersion, kind, definitions, minor);
  return { ...custom, apiVersion, kind, metadata, ...FIELDS.get(kind) };
}

function customObject(
  apiVersion: string,
  kind: string,
  definitions: readonly CustomDefinition[],
  minor: Minor,
): Mapping | undefined {
  const { group, version: versionName } = groupAndVersion(apiVersion);
  const definition = definitions.find((one) => one.group === group && one.kind === kind);
  const version = definition?.versions.find(({ name }) => name === versionName);
  return definition && version && new ExampleObjects(definition, version, minor).minimal();
}

/** The rank of a kind among the kinds that a policy matches. Kinds with a lower rank are tried first. */
export function rankOf(kind: string): number {
  const index = [...FIELDS.keys()].indexOf(kind);
  return index < 0 ? FIELDS.size : index;
}

const POD: Mapping = { containers: [{ name: 'example', image: 'example.com/example:1.0' }] };
const TEMPLATE: Mapping = { metadata: { labels: { app: 'example' } }, spec: POD };
const WORKLOAD: Mapping = { selector: { matchLabels: { app: 'example' } }, template: TEMPLATE };
const JOB: Mapping = { template: { spec: { ...POD, restartPolicy: 'Never' } } };
const ROLE: Mapping = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' };
const SUBJECTS = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }];

/** The required fields of kinds. The first kinds are used for the tests of a policy for all kinds. */
const FIELDS: ReadonlyMap<string, Mapping> = new Map<string, Mapping>([
  ['Deployment', { spec: WORKLOAD }],
  ['Pod', { spec: POD }],
  ['StatefulSet', { spec: { ...WORKLOAD, serviceName: 'example' } }],
  ['DaemonSet', { spec: WORKLOAD }],
  ['ReplicaSet', { spec: WORKLOAD }],
  ['Job', { spec: JOB }],
  ['CronJob', { spec: { schedule: '0 0 * * *', jobTemplate: { spec: JOB } } }],
  ['Service', { spec: { selector: { app: 'example' }, ports: [{ port: 80 }] } }],
  ['Ingress', { spec: { defaultBackend: { service: { name: 'example', port: { number: 80 } } } } }],
  ['ConfigMap', { data: { key: 'value' } }],
  ['Secret', { stringData: { key: 'value' } }],
  ['RoleBinding', { roleRef: ROLE, subjects: SUBJECTS }],
  ['ClusterRoleBinding', { roleRef: ROLE, subjects: SUBJECTS }],
  ['Role', { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }],
  ['ClusterRole', { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }],
  [
    'PersistentVolumeClaim',
    {
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
      },
    },
  ],
  ['NetworkPolicy', { spec: { podSelector: {} } }],
  [
    'HorizontalPodAutoscaler',
    {
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'example' },
        maxReplicas: 3,
      },
    },
  ],
  [
    'PodDisruptionBudget',
    { spec: { minAvailable: 1, selector: { matchLabels: { app: 'example' } } } },
  ],
  ['PodExecOptions', { command: ['ls'], container: 'example', stdout: true }],
  ['PodAttachOptions', { container: 'example', stdout: true }],
  ['PodPortForwardOptions', { ports: [8080] }],
  ['Scale', { spec: { replicas: 1 } }],
  ['Binding', { target: { kind: 'Node', name: 'example' } }],
  ['TokenRequest', { spec: { audiences: ['example'], expirationSeconds: 3600 } }],
]);
