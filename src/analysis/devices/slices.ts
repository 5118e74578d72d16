import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import { definitionNameOf } from '../../server/kubernetes/definition-name.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { hasGate, type Server } from '../../server/kubernetes/server.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import type { CounterSet, Device } from '../../server/kubernetes/types.generated.ts';
import {
  reportInvalid,
  requireFormat,
  requireText,
  type ValueReport,
  valueTexts,
} from '../fields/value-checks.ts';
import { labelProblem, subdomainProblem } from '../metadata/names.ts';
import { isSameMember } from '../updates/same-value.ts';
import { hasOlderForm, itemsWithin } from './claims.ts';

const MOST_DEVICES = 128;
const MOST_DETAILED_DEVICES = 64;
const MOST_COUNTERS = 32;

/** The attributes with a list of values, which need a feature gate. */
export const LIST_ATTRIBUTES = ['bools', 'ints', 'strings', 'versions'] as const;

/** Reports whether the server keeps counters, and nodes of single devices. */
export function keepsCounters(server: Server): boolean {
  return hasGate(server, 'DRAPartitionableDevices', true);
}

/** Reports whether the server keeps the taints of devices. */
export function keepsTaints(server: Server): boolean {
  return hasGate(server, 'DRADeviceTaints', true);
}

/** Reports whether the server keeps attributes with a list of values. */
export function keepsListAttributes(server: Server): boolean {
  return hasGate(server, 'DRAListTypeAttributes', true);
}

/**
 * The fields of a device other than its name. In v1beta1 they are in `basic`, which newer servers leave out of most
 * paths.
 */
export function detailsOf(
  device: Field<Device>,
  { apiVersion, minor }: Resource<'ResourceSlice'>,
): Field<Device | undefined> {
  if (!hasOlderForm(apiVersion)) return device;
  const basic = (device as Field<{ readonly basic?: Device }>).get('basic');
  return serverHas('devices-converted', minor) ? basic.withPath(device.path) : basic;
}

/** The most devices of a slice: fewer if one of them has taints, counters or lists of values. */
export function mostDevices(resource: Resource<'ResourceSlice'>, server: Server): number {
  const devices = resource.root.get('spec').itemsOf('devices');
  const hasDetails = devices.some((device) => {
    const {
      attributes = {},
      consumesCounters = [],
      taints = [],
    } = detailsOf(device, resource).value ?? {};
    return (
      (taints.length > 0 && keepsTaints(server)) ||
      (consumesCounters.length > 0 && keepsCounters(server)) ||
      (keepsListAttributes(server) &&
        Object.values(attributes).some((one) =>
          LIST_ATTRIBUTES.some((name) => one?.[name] !== undefined),
        ))
    );
  });
  return hasDetails ? MOST_DETAILED_DEVICES : MOST_DEVICES;
}

/** The devices of a slice that the server validates. */
export function devicesOf(
  resource: Resource<'ResourceSlice'>,
  server: Server,
): readonly Field<Device>[] {
  const devices = resource.root.get('spec').get('devices');
  return itemsWithin(devices, mostDevices(resource, server), server.minor);
}

/** Reports whether an update leaves the devices of a slice as they are. */
export function keepsDevices(
  stored: Pick<Resource<'ResourceSlice'>, 'root'>,
  sent: Resource<'ResourceSlice'>,
): boolean {
  const [before, after] = [stored, sent].map(({ root }) => root.get('spec').value);
  const definition = definitionNameOf(sent.apiVersion, 'ResourceSliceSpec');
  return isSameMember(definition, before, after, 'devices', sent.minor);
}

/** Reports whether the server checks the declared values of devices even if the slice has too many of them. */
export function checksAllDevices(resource: Resource<'ResourceSlice'>): boolean {
  const { stored, minor } = resource;
  const isChanged = stored === undefined || !keepsDevices(stored.resource, resource);
  return isChanged && serverHas('all-device-values-checked', minor);
}

/**
 * Reports the errors of the fields that select nodes, except for those of a node selector.
 *
 * @param flags the fields that can only be true
 * @returns the number of fields that select nodes
 */
export function checkNodes(
  report: ValueReport<'invalid'>,
  nodeName: Field<string | undefined>,
  nodeSelector: Field,
  flags: readonly Field<boolean | undefined>[],
): number {
  if (nodeName.value === '') reportInvalid(report, nodeName, 'write a name, or remove the field');
  else requireFormat(report, nodeName, subdomainProblem);
  for (const flag of flags) {
    if (flag.value === false) reportInvalid(report, flag, 'write true, or remove the field');
  }
  const isGiven = [nodeName.value, nodeSelector.value, ...flags.map(({ value }) => value)];
  return isGiven.filter(Boolean).length;
}

/**
 * Reports the errors of the name of a set of counters, and of the counters of it.
 *
 * @param counted the counters with the path of an error of their number; undefined if their number is not checked
 */
export function checkCounters(
  report: ValueReport<'required' | 'invalid' | 'tooMany'>,
  name: Field<string | undefined>,
  counters: Field<CounterSet['counters']>,
  minor: Minor,
  counted: Field | undefined,
): void {
  if (requireText(report, name, 'the name of the set of counters')) {
    requireFormat(report, name, labelProblem);
  }
  const entries = counters.entries();
  if (counted !== undefined && entries.length > MOST_COUNTERS) {
    const values = {
      ...valueTexts(counters, String(MOST_COUNTERS)),
      value: String(entries.length),
    };
    report({ message: 'tooMany', at: counted, values });
    if (!serverHas('all-device-values-checked', minor)) return;
  }
  if (entries.length === 0 && !counters.pruned) {
    const values = valueTexts(counters, 'an amount for each counter, as in {memory: {value: 1Gi}}');
    report({ message: 'required', at: counters, values });
  }
  for (const { key, field } of entries) {
    const problem = labelProblem(key);
    const place = { path: counters.path };
    if (problem !== undefined)
      reportInvalid(report, field, `its name is not valid: ${problem}`, place);
  }
}
