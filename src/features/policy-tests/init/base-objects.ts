import {
  type CustomDefinition,
  findCustomKind,
} from '../../../server/custom-resources/definition.ts';
import { ExampleObjects } from '../../../server/custom-resources/examples/example-objects.ts';
import { groupAndVersion } from '../../../server/kubernetes/api-version.ts';
import { resolveKind } from '../../../server/kubernetes/kinds.ts';
import type { Minor } from '../../../server/kubernetes/minors.ts';
import { firstValueIn, type Mapping, mappingFrom } from '../../../yaml/index.ts';
import { builtInExample } from '../../example/built-in-examples.ts';

/** A kind whose objects are made. */
export interface ObjectKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
}

/** The metadata of an object that its kind does not require. */
interface ObjectNames {
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
  const definition = findCustomKind(definitions, group, kind);
  return definition && { apiVersion, kind, isNamespaced: definition.isNamespaced };
}

/** A small object of a kind that the server accepts: an example of a built-in kind, or of the CRD of a custom kind. */
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
  const { metadata: _, ...builtIn } = builtInObject({ apiVersion, kind, isNamespaced });
  const head = { apiVersion, kind, metadata };
  // The first one is for the order of the fields.
  return { ...head, ...custom, ...builtIn, ...head };
}

function customObject(
  apiVersion: string,
  kind: string,
  definitions: readonly CustomDefinition[],
  minor: Minor,
): Mapping | undefined {
  const { group, version: versionName } = groupAndVersion(apiVersion);
  const definition = findCustomKind(definitions, group, kind);
  const version = definition?.versions.find(({ name }) => name === versionName);
  return definition && version && new ExampleObjects(definition, version, minor).minimal();
}

function builtInObject({ apiVersion, kind, isNamespaced }: ObjectKind): Mapping {
  const text = builtInExample({ kind, namespaced: isNamespaced }, apiVersion);
  if (text === undefined) return SUBRESOURCES.get(kind) ?? {};
  return mappingFrom(firstValueIn(text));
}

/** The rank of a kind among the kinds that a policy matches. Kinds with a lower rank are tried first. */
export function rankOf(kind: string): number {
  const index = COMMON_KINDS.indexOf(kind);
  return index < 0 ? COMMON_KINDS.length : index;
}

/** The kinds that are used for the tests of a policy for all kinds. */
const COMMON_KINDS: readonly string[] = [
  'Deployment',
  'Pod',
  'StatefulSet',
  'DaemonSet',
  'ReplicaSet',
  'Job',
  'CronJob',
  'Service',
  'Ingress',
  'ConfigMap',
  'Secret',
  'RoleBinding',
  'ClusterRoleBinding',
  'Role',
  'ClusterRole',
  'PersistentVolumeClaim',
  'NetworkPolicy',
  'HorizontalPodAutoscaler',
  'PodDisruptionBudget',
];

/** The fields of objects that are sent to subresources. */
const SUBRESOURCES: ReadonlyMap<string, Mapping> = new Map<string, Mapping>([
  ['PodExecOptions', { command: ['ls'], container: 'example', stdout: true }],
  ['PodAttachOptions', { container: 'example', stdout: true }],
  ['PodPortForwardOptions', { ports: [8080] }],
  ['Scale', { spec: { replicas: 1 } }],
  ['Binding', { target: { kind: 'Node', name: 'example' } }],
  ['TokenRequest', { spec: { audiences: ['example'], expirationSeconds: 3600 } }],
]);
