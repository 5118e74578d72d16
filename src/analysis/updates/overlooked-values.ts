import { isOfKind, type Resource } from '../../rule/resource.ts';
import { isDns1123Subdomain } from '../../server/kubernetes/formats/dns.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';
import { semanticText } from '../semantic-text.ts';
import { isSameStruct } from './same-value.ts';
import type { ServerError } from './server-error.ts';
import { overlookedInService } from './services.ts';

type Predicate = (error: ServerError) => boolean;

/** The kinds of whose updates the server validates only the metadata and what cannot change. */
export const ONLY_CHANGES: readonly KindName[] = [
  'PriorityClass',
  'ServiceCIDR',
  'PodCertificateRequest',
];

/** The errors that the server never reports for an update, by kind. */
const OVERLOOKED: ReadonlyMap<KindName, Predicate> = new Map<KindName, Predicate>([
  // The usages are the stored ones, which may be unknown or repeated.
  ['CertificateSigningRequest', ({ field }) => field.startsWith('spec.usages[')],
  // Data that does not change is not read again.
  ['ControllerRevision', ({ field }) => field === 'data'],
]);

/** The errors in the values of classes, Services, claims and the like that the server ignores in an update. */
export function overlookedInValues(stored: Resource, sent: Resource): Predicate {
  const predicates: Predicate[] = [];
  if (ONLY_CHANGES.includes(sent.kind) && !isExtended(stored, sent)) {
    predicates.push(({ field }) => !field.startsWith('metadata.'));
  }
  predicates.push((error) => OVERLOOKED.get(sent.kind)?.(error) ?? false);
  if (isOfKind(stored, 'ResourceClaim')) {
    predicates.push(({ field }) => field.startsWith('spec.'));
  }
  if (isOfKind(stored, 'DeviceClass') && isOfKind(sent, 'DeviceClass')) {
    predicates.push(overlookedInClass(stored, sent));
  }
  if (isOfKind(stored, 'ResourceSlice') && isOfKind(sent, 'ResourceSlice')) {
    predicates.push(overlookedInSlice(stored, sent));
  }
  if (isOfKind(stored, 'DeviceTaintRule') && isOfKind(sent, 'DeviceTaintRule')) {
    const effects = [stored, sent].map(
      ({ root }) => root.get('spec').get('taint').get('effect').value,
    );
    if (effects[0] === effects[1]) {
      predicates.push(({ field }) => field === 'spec.taint.effect');
    }
  }
  if (isOfKind(stored, 'ClusterTrustBundle') && isOfKind(sent, 'ClusterTrustBundle')) {
    const [before, after] = [stored, sent].map(
      ({ root }) => root.get('spec').get('trustBundle').value ?? '',
    );
    if (before === after) predicates.push(({ field }) => field === 'spec.trustBundle');
  }
  if (isOfKind(stored, 'Endpoints') && isOfKind(sent, 'Endpoints')) {
    const isKept = isSame(stored.root.get('subsets').value, sent.root.get('subsets').value);
    if (isKept) predicates.push(({ field }) => field.startsWith('subsets'));
  }
  if (isOfKind(stored, 'EndpointSlice') && isOfKind(sent, 'EndpointSlice')) {
    const isKept = isSame(stored.root.get('endpoints').value, sent.root.get('endpoints').value);
    if (isKept) predicates.push(({ field }) => field.startsWith('endpoints'));
  }
  if (isOfKind(stored, 'Event') && isOfKind(sent, 'Event')) {
    predicates.push(overlookedInEvent(stored, sent));
  }
  if (isOfKind(stored, 'Ingress')) predicates.push(overlookedInIngress(stored, sent));
  if (isOfKind(stored, 'HorizontalPodAutoscaler')) {
    predicates.push(overlookedInAutoscaler(stored));
  }
  if (isOfKind(stored, 'PersistentVolumeClaim')) predicates.push(overlookedInClaim(stored));
  if (isOfKind(stored, 'Service') && isOfKind(sent, 'Service')) {
    predicates.push(overlookedInService(stored, sent));
  }
  return (error) => predicates.some((overlooks) => overlooks(error));
}

/** The requirements of events.k8s.io/v1 for a new Event, and for a series that has changed. */
function overlookedInEvent(stored: Resource<'Event'>, sent: Resource<'Event'>): Predicate {
  const { apiVersion, root } = sent;
  if (apiVersion === 'v1') return () => false;
  const [before, after] = [stored.root.get('series').value, root.get('series').value];
  const isSeriesKept = isSameStruct('events.v1.EventSeries', before, after, sent.minor);
  return ({ field }) =>
    ONLY_OF_NEW_EVENTS.has(field) || (isSeriesKept && field.startsWith('series.'));
}

const ONLY_OF_NEW_EVENTS: ReadonlySet<string> = new Set([
  ...['eventTime', 'type', 'source', 'firstTimestamp', 'lastTimestamp', 'count'],
]);

/** Expressions are not compiled again if no selector changes, and parameters may stay too long if no configuration does. */
function overlookedInClass(
  stored: Resource<'DeviceClass'>,
  sent: Resource<'DeviceClass'>,
): Predicate {
  const [before, after] = [stored.root.get('spec').value, sent.root.get('spec').value];
  const keepsSelectors = isSame(before?.selectors, after?.selectors);
  const keepsConfigurations = isSame(before?.config, after?.config);
  return ({ cause, field }) =>
    (keepsSelectors && field.endsWith('.cel.expression')) ||
    (keepsConfigurations && cause === 'FieldValueTooLong' && field.endsWith('.opaque.parameters'));
}

/**
 * Taints and capacities of a device are not validated again if they do not change. Before 1.37, capacities are, which makes a
 * difference only for a stored object that is invalid.
 */
function overlookedInSlice(
  stored: Resource<'ResourceSlice'>,
  sent: Resource<'ResourceSlice'>,
): Predicate {
  const [before, after] = [stored, sent].map(({ root }) => root.get('spec').get('devices').items());
  const kept = (after ?? []).flatMap((device) => {
    const { value } = device;
    const old = before?.find((one) => one.value?.name === value?.name)?.value;
    if (old === undefined) return [];
    const names = (['taints', 'capacity'] as const).filter((name) =>
      isSame(old[name], value?.[name]),
    );
    return names.map((name) => `${device.path}.${name}`);
  });
  return ({ field }) => kept.some((path) => field.startsWith(path));
}

function isSame(before: unknown, after: unknown): boolean {
  return semanticText(before) === semanticText(after);
}

/** The server validates the ranges of a ServiceCIDR if a second one is added. */
function isExtended(stored: Resource, sent: Resource): boolean {
  if (!isOfKind(stored, 'ServiceCIDR') || !isOfKind(sent, 'ServiceCIDR')) return false;
  const [before, after] = [stored, sent].map(({ root }) => root.get('spec').get('cidrs').items());
  return before?.length === 1 && after?.length === 2;
}

/** If a stored name of a Secret is invalid, so may be the others; the same holds for rules of wildcard hosts. */
function overlookedInIngress(stored: Resource<'Ingress'>, sent: Resource): Predicate {
  const secrets = stored.root.get('spec').get('tls').items();
  const keepsSecrets = secrets.some(({ value: { secretName = '' } = {} }) => {
    return secretName !== '' && !isDns1123Subdomain(secretName);
  });
  const rules = isOfKind(sent, 'Ingress') ? sent.root.get('spec').get('rules').items() : [];
  const wildcards = rules
    .filter(({ value }) => value?.host?.includes('*'))
    .map(({ path }) => `${path}.http`);
  const kept = wildcards.filter((path) => isStoredRule(stored, sent, path));
  return ({ field }) =>
    (keepsSecrets && /^spec\.tls\[\d+\]\.secretName$/.test(field)) ||
    kept.some((path) => field.startsWith(path));
}

/** Reports whether the stored Ingress has the same rule of a wildcard host, valid or not. */
function isStoredRule(stored: Resource<'Ingress'>, sent: Resource, path: string): boolean {
  if (!isOfKind(sent, 'Ingress')) return false;
  const rules = sent.root.get('spec').get('rules').items();
  const rule = rules.find((one) => path.startsWith(`${one.path}.`))?.value;
  const before = stored.root.get('spec').get('rules').value ?? [];
  return before.some((one) => isSame(one, rule));
}

/** If a stored metric has an invalid version of its object, so may the others. */
function overlookedInAutoscaler(stored: Resource<'HorizontalPodAutoscaler'>): Predicate {
  const metrics = stored.root.get('spec').get('metrics').value ?? [];
  const isInvalid = metrics.some(({ type, object }) => {
    const { apiVersion = '' } = object?.describedObject ?? {};
    return type === 'Object' && object !== undefined && apiVersion.split('/').length > 2;
  });
  return ({ field }) => isInvalid && field.endsWith('.object.describedObject.apiVersion');
}

/** If a stored source of a claim has an invalid group, so may the new one. */
function overlookedInClaim(stored: Resource<'PersistentVolumeClaim'>): Predicate {
  const { dataSource, dataSourceRef } = stored.root.get('spec').value ?? {};
  const isInvalid = [dataSource, dataSourceRef].some((source) => {
    const { apiGroup = '' } = source ?? {};
    return apiGroup !== '' && !isDns1123Subdomain(apiGroup);
  });
  return ({ field }) => isInvalid && /^spec\.dataSource(?:Ref)?\.apiGroup$/.test(field);
}
