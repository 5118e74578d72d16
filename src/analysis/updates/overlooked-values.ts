import type { Cause } from '../../result/finding.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import { definitionNameOf } from '../../server/kubernetes/definition-name.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import type { EndpointSlice } from '../../server/kubernetes/types.generated.ts';
import { type DeclaredErrors, declaredErrors } from '../declared/declared-errors.ts';
import { keepsInClass } from '../devices/claims.ts';
import { keepsDevices } from '../devices/slices.ts';
import { VALUE_MESSAGES } from '../fields/value-checks.ts';
import { templateWithOtherPriority } from '../pod-groups/workload-templates.ts';
import { keptSources } from '../storage/data-sources.ts';
import { type ByKind, ofKind } from './by-kind.ts';
import { isSameMember, isSameStruct } from './same-value.ts';
import { matches, type Overlooks, overlooksNothing, type ServerError } from './server-error.ts';
import { overlookedInService } from './services.ts';

/** The kinds of whose updates the server validates only the metadata and what cannot change. */
export const ONLY_CHANGES: readonly KindName[] = [
  'PriorityClass',
  'ServiceCIDR',
  'PodCertificateRequest',
];

/** The errors in the values of an object that the server ignores in an update. */
const OVERLOOKED: ByKind<Overlooks, readonly [storedErrors: () => readonly ServerError[]]> = {
  // The usages are the stored ones, which may be unknown or repeated.
  CertificateSigningRequest: () => atField(/^spec\.usages\[/),
  // Only new objects need finalizers with a domain.
  StorageVersion: () => atField(/^metadata\.finalizers\[/),
  // Data that does not change is not read again.
  ControllerRevision: (_, { minor }) =>
    serverHas('revision-data-objects', minor) ? atField(/^data$/) : overlooksNothing,
  // Only a new class must have another name than those of the system.
  PriorityClass: () => atField(/^metadata\.name$/, 'FieldValueForbidden'),
  ResourceClaim: (_, { minor }) =>
    serverHas('device-claim-spec-kept', minor) ? atField(/^spec\./) : overlooksNothing,
  DeviceClass: overlookedInClass,
  ResourceSlice: overlookedInSlice,
  DeviceTaintRule(stored, sent) {
    const [before, after] = [stored, sent].map(({ root }) => root.get('spec').get('taint').value);
    return before?.effect === after?.effect ? atField(/^spec\.taint\.effect$/) : overlooksNothing;
  },
  ClusterTrustBundle(stored, sent) {
    const [before, after] = [stored, sent].map(
      ({ root }) => root.get('spec').get('trustBundle').value ?? '',
    );
    return before === after ? atField(/^spec\.trustBundle$/) : overlooksNothing;
  },
  Endpoints: (stored, sent) =>
    keepsEndpoints(stored, sent, 'subsets') ? atField(/^subsets/) : overlooksNothing,
  EndpointSlice: (stored, sent) =>
    keepsEndpoints(stored, sent, 'endpoints', withoutTopology)
      ? ({ cause, field }) => cause !== 'Warning' && field.startsWith('endpoints')
      : overlooksNothing,
  Event: overlookedInEvent,
  Ingress: overlookedInIngress,
  HorizontalPodAutoscaler: overlookedInAutoscaler,
  PersistentVolumeClaim: overlookedInClaim,
  Service: overlookedInService,
  Eviction: overlookedInDeclared,
  ResourcePoolStatusRequest: overlookedInDeclared,
  CompositePodGroup: overlookedInDeclared,
  // Only a new group with a parent needs a template.
  PodGroup: (stored, sent) => {
    const overlooks = overlookedInDeclared(stored, sent);
    const isTemplate = atField(/^spec\.workloadRef$/, 'FieldValueRequired');
    return (error) => isTemplate(error) || overlooks(error);
  },
  // Two lists may stay in a Workload, but not two priorities, which the server reports at the same place.
  Workload: (stored, sent) => {
    const overlooks = overlookedInDeclared(stored, sent);
    const hasPriorities = templateWithOtherPriority(sent) !== undefined;
    return (error) => !(hasPriorities && error.field === 'spec') && overlooks(error);
  },
  // A requester cannot change, so that its domain is not validated again.
  EvictionRequest: (stored, sent) => {
    const overlooks = overlookedInDeclared(stored, sent);
    const isDomain = atField(/^spec\.requester$/, 'FieldValueInvalid');
    return (error) => isDomain(error) || overlooks(error);
  },
  VolumeAttachment: (_, { minor }) =>
    serverHas('attachment-updates-validated', minor) ? overlooksNothing : isFormatOfAttachment,
};

function atField(field: RegExp, cause?: Cause): Overlooks {
  const pattern = { field, ...(cause && { cause }) };
  return (error) => matches(pattern, error);
}

/**
 * The errors in the values of classes, Services, claims and the like that the server ignores in an update.
 *
 * @param storedErrors the errors and warnings of the stored object, if it was new
 */
export function overlookedInValues(
  stored: Resource,
  sent: Resource,
  storedErrors: () => readonly ServerError[],
): Overlooks {
  const overlooks = ofKind(OVERLOOKED, stored, sent, storedErrors) ?? overlooksNothing;
  const isUnchecked = ONLY_CHANGES.includes(sent.kind) && !isExtended(stored, sent);
  return (error) => (isUnchecked && !error.field.startsWith('metadata.')) || overlooks(error);
}

/** The declared checks of values that do not change are not made again. */
function overlookedInDeclared(stored: Resource, sent: Resource): Overlooks {
  const made = keysOf(declaredErrors(sent, stored));
  const ofNew = keysOf(declaredErrors(sent));
  return ({ cause, field }) => {
    const key = `${cause} ${field}`;
    return ofNew.has(key) && !made.has(key);
  };
}

function keysOf({ values }: DeclaredErrors): ReadonlySet<string> {
  return new Set(
    values.map(({ message, at, path = at.path }) => `${VALUE_MESSAGES[message].cause} ${path}`),
  );
}

/** The requirements of events.k8s.io/v1 for a new Event, and for a series that has changed. */
function overlookedInEvent(stored: Resource<'Event'>, sent: Resource<'Event'>): Overlooks {
  const { apiVersion, root } = sent;
  if (apiVersion === 'v1') return overlooksNothing;
  const [before, after] = [stored.root.get('series').value, root.get('series').value];
  const isSeriesKept = isSameStruct('events.v1.EventSeries', before, after, sent.minor);
  return ({ field }) =>
    ONLY_OF_NEW_EVENTS.has(field) || (isSeriesKept && field.startsWith('series.'));
}

const ONLY_OF_NEW_EVENTS: ReadonlySet<string> = new Set([
  ...['eventTime', 'type', 'source', 'firstTimestamp', 'lastTimestamp', 'count'],
]);

/**
 * Up to 1.34, a class is validated like a new one. Since then, parameters may stay too long if no configuration
 * changes, and since 1.37 expressions are not compiled again if no selector changes.
 */
function overlookedInClass(
  stored: Resource<'DeviceClass'>,
  sent: Resource<'DeviceClass'>,
): Overlooks {
  if (!serverHas('kept-in-device-classes', sent.minor)) return overlooksNothing;
  const isNotCompiled =
    serverHas('kept-selectors', sent.minor) && keepsInClass('selectors', stored, sent);
  const keepsConfigurations = keepsInClass('config', stored, sent);
  return ({ cause, field }) =>
    (isNotCompiled && field.endsWith('.cel.expression')) ||
    (keepsConfigurations && cause === 'FieldValueTooLong' && field.endsWith('.opaque.parameters'));
}

/** Taints of a device, and since 1.37 its capacities, are not validated again if they do not change. */
function overlookedInSlice(
  stored: Resource<'ResourceSlice'>,
  sent: Resource<'ResourceSlice'>,
): Overlooks {
  const keepsCapacity = serverHas('stored-device-capacity-kept', sent.minor);
  // Declared checks of an effect are skipped only if no device changes.
  const keepsAll = !keepsCapacity || keepsDevices(stored, sent);
  const [before, after] = [stored, sent].map(({ root }) => root.get('spec').itemsOf('devices'));
  const kept = (after ?? []).flatMap((device) => {
    const { value } = device;
    const old = before?.find((one) => one.value?.name === value?.name)?.value;
    if (old === undefined) return [];
    const kept = keepsCapacity ? (['taints', 'capacity'] as const) : (['taints'] as const);
    const names = kept.filter((name) =>
      isSameMember(definitionNameOf(sent.apiVersion, 'Device'), old, value, name, sent.minor),
    );
    return names.map((name) => `${device.path}.${name}`);
  });
  return ({ field }) =>
    kept.some((path) => field.startsWith(path)) && (keepsAll || !/\.effect$/.test(field));
}

/** Reports whether an error is about the format of a name in a VolumeAttachment. */
function isFormatOfAttachment({ cause, field }: ServerError): boolean {
  const isName = field === 'spec.attacher' || field === 'spec.source.persistentVolumeName';
  return isName && cause !== 'FieldValueRequired';
}

/** Reports whether the addresses in an object do not change, and the server does not validate such addresses. */
function keepsEndpoints<K extends KindName>(
  stored: Resource<K>,
  sent: Resource<K>,
  name: string,
  prepared: (value: Resource<K>['root']['value']) => object | undefined = (value) => value,
): boolean {
  if (!serverHas('stored-endpoints-kept', sent.minor)) return false;
  const definition = definitionNameOf(sent.apiVersion, sent.kind);
  const [before, after] = [stored, sent].map(({ root }) => prepared(root.value));
  return isSameMember(definition, before, after, name, sent.minor);
}

/** An EndpointSlice as the server stores it, which drops the topology of the endpoints. */
function withoutTopology(slice: EndpointSlice | undefined): EndpointSlice {
  const { endpoints = [] } = slice ?? {};
  return { ...slice, endpoints: endpoints.map(({ deprecatedTopology: _, ...rest }) => rest) };
}

/** The server validates the ranges of a ServiceCIDR if a second one is added. */
function isExtended(stored: Resource, sent: Resource): boolean {
  if (!isOfKind(stored, 'ServiceCIDR') || !isOfKind(sent, 'ServiceCIDR')) return false;
  const [before, after] = [stored, sent].map(({ root }) => root.get('spec').itemsOf('cidrs'));
  return before?.length === 1 && after?.length === 2;
}

/**
 * If a stored name of a Secret is invalid, so may be the others. The same holds for the rules of wildcard hosts.
 *
 * Source: `ValidateIngressUpdate` in `pkg/apis/networking/validation/validation.go` of Kubernetes.
 */
function overlookedInIngress(
  stored: Resource<'Ingress'>,
  sent: Resource<'Ingress'>,
  storedErrors: () => readonly ServerError[],
): Overlooks {
  const keepsSecrets = () => storedErrors().some(({ field }) => SECRET_NAME.test(field));
  const keepsRules = () =>
    storedErrors().some(({ field }) =>
      wildcardRules(stored).some((path) => field.startsWith(path)),
    );
  return ({ field }) =>
    (SECRET_NAME.test(field) && keepsSecrets()) ||
    (wildcardRules(sent).some((path) => field.startsWith(path)) && keepsRules());
}

const SECRET_NAME = /^spec\.tls\[\d+\]\.secretName$/;

/** The paths of the rules for hosts with a wildcard. */
function wildcardRules({ root }: Resource<'Ingress'>): readonly string[] {
  const rules = root.get('spec').itemsOf('rules');
  return rules.filter(({ value }) => value?.host?.includes('*')).map(({ path }) => `${path}.http`);
}

/** If a stored metric has an invalid version of its object, so may the others. */
function overlookedInAutoscaler(stored: Resource<'HorizontalPodAutoscaler'>): Overlooks {
  const metrics = stored.root.get('spec').get('metrics').value ?? [];
  const isInvalid = metrics.some(({ type, object }) => {
    const { apiVersion = '' } = object?.describedObject ?? {};
    return type === 'Object' && object !== undefined && apiVersion.split('/').length > 2;
  });
  return ({ field }) => isInvalid && field.endsWith('.object.describedObject.apiVersion');
}

/** If a stored source of a claim has a group, the server does not validate the group of the new one. */
function overlookedInClaim(stored: Resource<'PersistentVolumeClaim'>): Overlooks {
  const { dataSource, dataSourceRef } = keptSources(stored);
  const hasGroup = [dataSource, dataSourceRef].some((source) => source?.apiGroup !== undefined);
  return ({ field }) => hasGroup && /^spec\.dataSource(?:Ref)?\.apiGroup$/.test(field);
}
