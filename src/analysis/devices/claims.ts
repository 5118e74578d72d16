import type { Field } from '../../rule/field.ts';
import { type ApiObject, isOfKind, type Resource } from '../../rule/resource.ts';
import { definitionNameOf } from '../../server/kubernetes/definition-name.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { hasGate, type Server } from '../../server/kubernetes/server.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import type {
  DeviceClaim,
  DeviceClaimConfiguration,
  DeviceClassConfiguration,
  DeviceRequest,
  DeviceSelector,
  DeviceSubRequest,
  ExactDeviceRequest,
} from '../../server/kubernetes/types.generated.ts';
import {
  reportInvalid,
  requireCount,
  requireUnique,
  type ValueReport,
} from '../fields/value-checks.ts';
import { labelProblem } from '../metadata/names.ts';
import { isSameMember } from '../updates/same-value.ts';

/** The kinds that ask for devices. */
export const CLAIM_KINDS = ['ResourceClaim', 'ResourceClaimTemplate'] as const;

export const SELECTING_KINDS = [...CLAIM_KINDS, 'DeviceClass'] as const;

/** The most requests, constraints, configurations, selectors, and names of requests in a list. */
export const MOST_ITEMS = 32;

/** The most alternatives of a request. */
export const MOST_ALTERNATIVES = 8;

/** The devices that a request asks for, or one of its alternatives. */
type WantedDevices = Field<DeviceSubRequest | ExactDeviceRequest>;

/** The devices that a claim, or a claim made of a template, asks for. */
export function deviceClaimOf(
  resource: Resource<(typeof CLAIM_KINDS)[number]>,
): Field<DeviceClaim | undefined> {
  if (isOfKind(resource, 'ResourceClaimTemplate')) {
    return resource.root.get('spec').get('spec').get('devices');
  }
  const { root } = resource as Resource<'ResourceClaim'>;
  return root.get('spec').get('devices');
}

/** The requests of a claim that the server validates. */
export function requestsOf(
  claim: Field<DeviceClaim | undefined>,
  minor: Minor,
): readonly Field<DeviceRequest>[] {
  return itemsWithin(claim.get('requests'), MOST_ITEMS, minor);
}

/** The alternatives of a request. Without its feature gate, the server drops them. */
export function alternativesOf(
  request: Field<DeviceRequest>,
  server: Server,
): readonly Field<DeviceSubRequest>[] {
  return hasGate(server, 'DRAPrioritizedList', true) ? request.itemsOf('firstAvailable') : [];
}

/** Reports whether the server sees the tolerations of claims. */
export function hasTolerations(server: Server): boolean {
  return (
    hasGate(server, 'DRADeviceTaints', true) || !serverHas('dropped-tolerations', server.minor)
  );
}

/** The fields of `exactly`, which requests of earlier versions have themselves. */
const FIELDS_OF_EXACTLY = [
  'deviceClassName',
  'selectors',
  'allocationMode',
  'count',
  'adminAccess',
  'tolerations',
  'capacity',
  'derivedAttributes',
] as const;

const NEWER_VERSIONS: ReadonlySet<string> = new Set([
  'resource.k8s.io/v1beta2',
  'resource.k8s.io/v1',
]);

/** Reports whether an object is of v1beta1 or an earlier version, in which requests and devices have another form. */
export function hasOlderForm(apiVersion: string): boolean {
  return !NEWER_VERSIONS.has(apiVersion);
}

/**
 * A field with the path of the checks that the server declares for each version of a kind. Since 1.37, it is the path
 * in that version, and before, the one in the newest version.
 */
export function asDeclared<T>(field: Field<T>, { apiVersion, minor }: ApiObject): Field<T> {
  if (!hasOlderForm(apiVersion) || !serverHas('all-device-values-checked', minor)) return field;
  const path = field.path.replace('.exactly.', '.');
  return field.withPath(path.replace(/(\.devices\[\d+\])\./, '$1.basic.'));
}

/**
 * The devices that a request asks for with `exactly`. In v1beta1 they are in the request itself.
 *
 * Source: `Convert_v1beta1_DeviceRequest_To_resource_DeviceRequest` in `pkg/apis/resource/v1beta1/conversion.go` of
 * Kubernetes.
 */
export function exactlyOf(
  request: Field<DeviceRequest>,
  apiVersion: string,
  minor: Minor,
): Field<ExactDeviceRequest | undefined> {
  if (!hasOlderForm(apiVersion)) return request.get('exactly');
  const old = request as Field<DeviceRequest & ExactDeviceRequest>;
  if (!serverHas('devices-converted', minor)) return old;
  return FIELDS_OF_EXACTLY.some((name) => !old.get(name).absent)
    ? old.withPath(`${request.path}.exactly`)
    : request.get('exactly').with(undefined);
}

/**
 * The devices that a request asks for: those of `exactly`, or of each alternative. Of a request with both, older
 * servers validate both, and newer ones neither.
 */
export function wantedDevices(
  request: Field<DeviceRequest>,
  apiVersion: string,
  server: Server,
): readonly WantedDevices[] {
  const exactly = exactlyOf(request, apiVersion, server.minor);
  const alternatives = alternativesOf(request, server);
  const own = exactly.value === undefined ? [] : [exactly as Field<ExactDeviceRequest>];
  const isBoth = own.length > 0 && alternatives.length > 0;
  if (isBoth && serverHas('only-one-form-of-requests', server.minor)) return [];
  return isWithin(alternatives, MOST_ALTERNATIVES, server.minor) ? [...own, ...alternatives] : own;
}

/** The lists of selectors of devices in a claim, a template or a class. */
export function selectorLists(
  resource: Resource<(typeof SELECTING_KINDS)[number]>,
  server: Server,
): readonly Field<readonly DeviceSelector[] | undefined>[] {
  if (isOfKind(resource, 'DeviceClass')) return [resource.root.get('spec').get('selectors')];
  if (!isOfKind(resource, ...CLAIM_KINDS)) return [];
  return requestsOf(deviceClaimOf(resource), server.minor)
    .flatMap((request) => wantedDevices(request, resource.apiVersion, server))
    .map((devices) => devices.get('selectors'));
}

/** Reports whether an update leaves the selectors or the configurations of a class as they are. */
export function keepsInClass(
  name: 'selectors' | 'config',
  stored: Pick<Resource<'DeviceClass'>, 'root'>,
  sent: Resource<'DeviceClass'>,
): boolean {
  const [before, after] = [stored, sent].map(({ root }) => root.get('spec').value);
  const definition = definitionNameOf(sent.apiVersion, 'DeviceClassSpec');
  return isSameMember(definition, before, after, name, sent.minor);
}

/**
 * Reports whether the server checks all declared values in a list of a claim, even those of which it refuses the
 * parent.
 */
export function checksAllIn(
  name: 'requests' | 'constraints',
  resource: Resource<(typeof CLAIM_KINDS)[number]>,
): boolean {
  const { stored, apiVersion, minor } = resource;
  if (!serverHas('all-device-values-checked', minor)) return false;
  if (stored === undefined) return true;
  // Declared checks are skipped for values that an update leaves as they are.
  const [before, after] = [stored.resource, resource].map((one) => deviceClaimOf(one).value);
  return !isSameMember(definitionNameOf(apiVersion, 'DeviceClaim'), before, after, name, minor);
}

/** The list of configurations of devices in a claim, a template or a class. */
export function configurationsOf(
  resource: Resource<(typeof SELECTING_KINDS)[number]>,
): Field<readonly (DeviceClaimConfiguration | DeviceClassConfiguration)[] | undefined> {
  if (isOfKind(resource, 'DeviceClass')) return resource.root.get('spec').get('config');
  return deviceClaimOf(resource as Resource<(typeof CLAIM_KINDS)[number]>).get('config');
}

/**
 * Reports the errors of a list of names of requests: each is the name of a request of the claim, or of a request and
 * one of its alternatives, as in `gpu/large`.
 */
export function checkRequestNames(
  report: ValueReport<'invalid' | 'duplicate' | 'tooMany'>,
  names: Field<readonly string[] | undefined>,
  claim: Field<DeviceClaim | undefined>,
  server: Server,
): void {
  requireCount(report, names, MOST_ITEMS);
  if (!isWithin(names.items(), MOST_ITEMS, server.minor)) return;
  const known = namesOf(claim, server);
  for (const name of names.items()) {
    const { value = '' } = name;
    const parts = value.split('/');
    const problem = parts.length > 2 ? undefined : parts.map(labelProblem).find(Boolean);
    if (problem !== undefined) reportInvalid(report, name, problem);
    else if (!known.has(value)) {
      reportInvalid(report, name, 'no request, or no alternative of a request, has this name');
    }
  }
  requireUnique(report, names.items(), ({ value = '' }) => value, 'each name can occur once');
}

/** The names of the requests of a claim, and of their alternatives after the name of the request and a slash. */
function namesOf(claim: Field<DeviceClaim | undefined>, server: Server): ReadonlySet<string> {
  return new Set(
    claim.itemsOf('requests').flatMap((request) => {
      const name = request.get('name').value ?? '';
      const alternatives = alternativesOf(request, server).map(
        (one) => `${name}/${one.get('name').value ?? ''}`,
      );
      return [name, ...alternatives];
    }),
  );
}

/** The items of a list that the server validates. */
export function itemsWithin<T>(
  list: Field<readonly T[] | undefined>,
  most: number,
  minor: Minor,
): readonly Field<T>[] {
  const items = list.items() as readonly Field<T>[];
  return isWithin(items, most, minor) ? items : [];
}

/** Reports whether the server validates the items of a list that can have a number of them. */
export function isWithin(items: readonly unknown[], most: number, minor: Minor): boolean {
  return items.length <= most || !serverHas('long-device-lists-refused-alone', minor);
}
