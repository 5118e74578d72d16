import { ANY_SHAPE, type Member, SCALAR_SHAPE, type Shape } from '../../../cel/symbolic/shape.ts';
import { podFieldPath } from '../../../server/kubernetes/kinds.ts';
import {
  LISTS_ADDED_TO_PODS,
  OPTIONAL_LISTS_OF_CONTAINERS,
  OPTIONAL_LISTS_OF_PODS,
} from '../pod-lists.ts';

type KnownField = readonly [name: string, shape: Shape];

/** The fields of pods that are ordinarily absent, and that the server does not default. */
const ABSENT_IN_PODS: readonly string[] = [
  ...OPTIONAL_LISTS_OF_PODS,
  'activeDeadlineSeconds',
  'affinity',
  'hostIPC',
  'hostNetwork',
  'hostPID',
  'hostname',
  'nodeSelector',
  'os',
  'resourceClaims',
  'runtimeClassName',
  'shareProcessNamespace',
  'subdomain',
];

/** The fields that admission plugins add to pods before other plugins see them. */
const ADDED_TO_PODS: readonly string[] = [...LISTS_ADDED_TO_PODS, 'serviceAccountName'];

const ABSENT_IN_SECURITY_CONTEXTS: readonly string[] = [
  'allowPrivilegeEscalation',
  'appArmorProfile',
  'capabilities',
  'fsGroup',
  'privileged',
  'readOnlyRootFilesystem',
  'runAsGroup',
  'runAsNonRoot',
  'runAsUser',
  'seLinuxOptions',
  'seccompProfile',
  'supplementalGroups',
  'sysctls',
  'windowsOptions',
];

const ABSENT_IN_CONTAINERS: readonly string[] = [
  ...OPTIONAL_LISTS_OF_CONTAINERS,
  'lifecycle',
  'livenessProbe',
  'readinessProbe',
  'securityContext',
  'startupProbe',
  'workingDir',
];

const SECURITY_CONTEXT = objectWith(ABSENT_IN_SECURITY_CONTEXTS, [
  ['capabilities', objectWith(['add', 'drop'])],
]);

/** Amounts by resource; a container can lack any of them. */
const AMOUNTS: Shape = {
  kind: 'map',
  member: () => ({ shape: SCALAR_SHAPE, presence: 'optional' }),
  element: () => SCALAR_SHAPE,
};

const CONTAINERS = listOf(
  objectWith(ABSENT_IN_CONTAINERS, [
    ['securityContext', SECURITY_CONTEXT],
    [
      'resources',
      objectWith(
        ['limits', 'requests'],
        [
          ['limits', AMOUNTS],
          ['requests', AMOUNTS],
        ],
      ),
    ],
  ]),
);

const FIELDS_OF_PODS: readonly KnownField[] = [
  ['containers', CONTAINERS],
  ['initContainers', CONTAINERS],
  ['ephemeralContainers', CONTAINERS],
  // The server sets an absent one to an empty one.
  ['securityContext', SECURITY_CONTEXT],
];

const POD_SPEC = objectWith(ABSENT_IN_PODS, FIELDS_OF_PODS);
const TEMPLATE_SPEC = objectWith([...ABSENT_IN_PODS, ...ADDED_TO_PODS], FIELDS_OF_PODS);

/**
 * The shape of `spec` of pods or workloads.
 *
 * @param kinds of the objects
 * @returns undefined if not all of them have the spec of their pods at the same path
 */
export function workloadSpec(kinds: readonly string[] | undefined): Shape | undefined {
  const [first, ...others] = (kinds ?? []).map(pathInSpec);
  if (first === undefined || others.some((path) => path?.join() !== first.join())) return undefined;
  return first.reduceRight<Shape>(
    (shape, name) => objectWith([], [[name, shape]]),
    first.length === 0 ? POD_SPEC : TEMPLATE_SPEC,
  );
}

/** Returns the fields from the spec of a kind to the spec of its pods; undefined for a kind without pods. */
function pathInSpec(kind: string): readonly string[] | undefined {
  const [head, ...path] = podFieldPath(kind, 'spec')?.split('.') ?? [];
  return head === 'spec' ? path : undefined;
}

/**
 * @param absent the fields that can be absent; others are taken to be present
 * @param known the fields whose shapes are known
 */
function objectWith(absent: readonly string[], known: readonly KnownField[] = []): Shape {
  const optional = new Set(absent);
  const shapes = new Map(known);
  const member = (name: string): Member => ({
    shape: shapes.get(name) ?? ANY_SHAPE,
    presence: optional.has(name) ? 'optional' : 'assumed',
  });
  return { kind: 'object', member, element: () => ANY_SHAPE };
}

function listOf(element: Shape): Shape {
  return { ...ANY_SHAPE, kind: 'list', element: () => element };
}
