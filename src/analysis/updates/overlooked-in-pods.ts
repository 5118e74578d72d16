import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import { jsonText } from '../../server/crd/values/json-text.ts';
import { definitionNameOf } from '../../server/kubernetes/definition-name.ts';
import { isLabelValue } from '../../server/kubernetes/formats/qualified-name.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import type { ObjectMeta } from '../../server/kubernetes/types.generated.ts';
import { hasSelectorError } from '../metadata/selector-errors.ts';
import { affinityTermsOf } from '../pods/affinity-terms.ts';
import { amountProblem, amountsIn } from '../pods/amounts.ts';
import { type PodKind, type PodOfResource, podOf } from '../pods/pod-specs.ts';
import { sharedSysctls } from '../pods/sysctls.ts';
import { isHugePages } from '../quota/resource-names.ts';
import { isSameStruct, withoutDisabled } from './same-value.ts';
import { type ErrorPattern, matches, type Overlooks, type ServerError } from './server-error.ts';

/** Errors that the server ignores in some versions. */
interface IgnoredErrors extends ErrorPattern {
  /** Reports whether the server of a minor ignores the errors. All of them do if it is absent. */
  readonly isIgnoredBy?: (minor: Minor) => boolean;
}

/** Errors that the server ignores in an update if the stored pod has a value that leads to them. */
interface KeptValue extends IgnoredErrors {
  readonly isIn: (stored: PodOfResource) => boolean;
}

const KEPT_VALUES: readonly KeptValue[] = [
  { field: /\[hugepages-[^\]]*\]$/, cause: 'FieldValueInvalid', isIn: hasBadHugePages },
  {
    field: /\.securityContext\.sysctls\[\d+\]\.name$/,
    cause: 'FieldValueInvalid',
    isIn: ({ spec }) => sharedSysctls(spec).length > 0,
  },
  {
    field: /\.initContainers\[\d+\]\.resizePolicy\[\d+\]\.restartPolicy$/,
    isIn: restartsInitContainer,
  },
  {
    field:
      /\.requiredDuringSchedulingIgnoredDuringExecution\.nodeSelectorTerms\[\d+\]\.matchExpressions\[\d+\]\.values\[\d+\]$/,
    isIn: hasBadNodeValue,
  },
  {
    field: /\.pod(?:Anti)?Affinity\..*[sS]elector\.matchExpressions\[\d+\]\.values\[\d+\]$/,
    isIn: hasBadAffinitySelector,
  },
  { field: /\.topologySpreadConstraints\[\d+\]\.labelSelector\b/, isIn: hasBadSpreadingSelector },
  { field: /\.volumeDevices$/, cause: 'FieldValueForbidden', isIn: hasDevicesOfUser },
  {
    field: /\]\.securityContext$/,
    cause: 'FieldValueInvalid',
    isIgnoredBy: (minor) => serverHas('stored-capabilities-kept', minor),
    isIn: isAdminWithoutEscalation,
  },
];

/** The errors that the server ignores if the stored pod has such an error too. */
const KEPT_ERRORS: readonly IgnoredErrors[] = [
  { field: /\.annotations\[controller\.kubernetes\.io\/pod-deletion-cost\]$/ },
  // The path of a service account token.
  { field: /\.projected\.path$/, cause: 'FieldValueInvalid' },
  {
    field: /\.volumes\[\d+\]\.image\.reference$/,
    isIgnoredBy: (minor) => serverHas('stored-image-reference-kept', minor),
  },
];

/** The fields that a new Pod must not have, and the fields that contradict an annotation. */
const ONLY_FOR_NEW: ErrorPattern = {
  field:
    /^spec\.(?:ephemeralContainers|nodeName)$|\.(?:seccompProfile|appArmorProfile)\.(?:type|localhostProfile)$/,
  cause: 'FieldValueForbidden',
};

/** The warnings about pods. That about a projected volume without sources has no path. */
const WARNINGS: ErrorPattern = {
  field:
    /^$|^(?:spec(?!\.(?:revisionHistoryLimit|volumeClaimTemplates)\b)|template|metadata\.annotations|metadata\.name)\b/,
  cause: 'Warning',
};

/**
 * The errors about pods that the server reports for a new object, but not for an update: what it only checks when a Pod
 * is created, and what the stored object has already.
 *
 * Source: `GetValidationOptionsFromPodSpecAndMeta` in `pkg/api/pod/util.go` of Kubernetes.
 */
export function overlookedInPods(
  stored: Resource<PodKind>,
  sent: Resource<PodKind>,
  storedErrors: () => readonly ServerError[],
): Overlooks {
  const isIgnored = ({ isIgnoredBy }: IgnoredErrors) => isIgnoredBy?.(sent.minor) ?? true;
  const isPod = sent.kind === 'Pod';
  const overlooked = [
    ...KEPT_VALUES.filter((value) => isIgnored(value) && value.isIn(podOf(stored))),
    ...(isPod ? [ONLY_FOR_NEW] : []),
    ...(isPod || isUnchanged(stored, sent) ? [WARNINGS] : []),
  ];
  const keptErrors = KEPT_ERRORS.filter(isIgnored);
  // The server gives the warnings about the stored template of a ReplicationController.
  const isNotWarned = ({ cause, field }: ServerError) =>
    sent.kind === 'ReplicationController' &&
    cause === 'Warning' &&
    (field === '' || field.startsWith('spec.template.')) &&
    !storedErrors().some((one) => one.cause === cause && one.field === field);
  return (error) =>
    overlooked.some((pattern) => matches(pattern, error)) ||
    isNotWarned(error) ||
    keptErrors.some(
      (pattern) => matches(pattern, error) && storedErrors().some((one) => matches(pattern, one)),
    );
}

function hasBadHugePages({ containers }: PodOfResource): boolean {
  return containers.some(({ field }) => {
    const resources = field.get('resources');
    const amounts = [
      ...amountsIn(resources.get('limits')),
      ...amountsIn(resources.get('requests')),
    ];
    return amounts.some(
      (amount) => isHugePages(amount.name) && amountProblem(amount) !== undefined,
    );
  });
}

function restartsInitContainer({ containers }: PodOfResource): boolean {
  return containers
    .filter(({ list, isSidecar }) => list === 'initContainers' && !isSidecar)
    .flatMap(({ field }) => field.itemsOf('resizePolicy'))
    .some((policy) => policy.value?.restartPolicy === 'RestartContainer');
}

function hasBadNodeValue({ spec }: PodOfResource): boolean {
  return spec
    .get('affinity')
    .get('nodeAffinity')
    .get('requiredDuringSchedulingIgnoredDuringExecution')
    .itemsOf('nodeSelectorTerms')
    .flatMap((term) => term.value?.matchExpressions ?? [])
    .some(({ values = [] }) => !values.every(isLabelValue));
}

function hasBadAffinitySelector({ spec }: PodOfResource): boolean {
  return affinityTermsOf(spec).terms.some(
    (term) =>
      hasSelectorError(term.get('labelSelector')) ||
      hasSelectorError(term.get('namespaceSelector')),
  );
}

function hasBadSpreadingSelector({ spec }: PodOfResource): boolean {
  return spec
    .itemsOf('topologySpreadConstraints')
    .some((constraint) => hasSelectorError(constraint.get('labelSelector')));
}

/** Reports whether a pod in a user namespace has block devices. */
function hasDevicesOfUser({ spec, containers }: PodOfResource): boolean {
  return (
    spec.value?.hostUsers === false &&
    containers.some(({ field }) => field.itemsOf('volumeDevices').length > 0)
  );
}

/** Reports whether a container has the capability `CAP_SYS_ADMIN`, but must not gain privileges. */
function isAdminWithoutEscalation({ containers }: PodOfResource): boolean {
  return containers.some(({ field }) => {
    const { value } = field.get('securityContext');
    const isAdmin = value?.capabilities?.add?.includes('CAP_SYS_ADMIN') === true;
    return isAdmin && value?.allowPrivilegeEscalation !== true;
  });
}

/** Reports whether an update leaves what the server warns about as it is. It then gives no warnings. */
function isUnchanged(stored: Resource<PodKind>, sent: Resource<PodKind>): boolean {
  const { kind, minor, server } = sent;
  const isSame = (definition: string, one: object | undefined, other: object | undefined) =>
    isSameStruct(
      definition,
      withoutDisabled(definition, one, server),
      withoutDisabled(definition, other, server),
      minor,
    );
  if (kind === 'PodTemplate' || kind === 'DaemonSet') {
    return isSame(TEMPLATE, podOf(stored).pod.value, podOf(sent).pod.value);
  }
  const before: WithSpec = stored.root;
  const after: WithSpec = sent.root;
  const definition = `${definitionNameOf(sent.apiVersion, kind)}Spec`;
  if (!isSame(definition, before.get('spec').value, after.get('spec').value)) return false;
  // The annotations of a Deployment count as a part of its spec.
  return kind !== 'Deployment' || annotationsOf(before) === annotationsOf(after);
}

/** An object of any kind that has pods. */
type WithSpec = Field<{ readonly metadata?: ObjectMeta; readonly spec?: object }>;

const TEMPLATE = 'core.v1.PodTemplateSpec';

function annotationsOf(object: WithSpec): string {
  return jsonText(object.get('metadata').get('annotations').value ?? {}, 'by key');
}
