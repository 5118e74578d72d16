import { trimSpace } from '../../base/go/white-space.ts';
import type { Cause } from '../../result/finding.ts';
import type { Resource } from '../../rule/resource.ts';
import { parseIpSloppily } from '../../server/kubernetes/formats/cidr.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import {
  hasAddresses,
  isOnNodes,
  isReachedFromOutside,
  needsHealthCheck,
} from '../../server/kubernetes/service-traits.ts';
import type { ServiceSpec } from '../../server/kubernetes/types.generated.ts';
import { addressProblem } from '../fields/addresses.ts';
import { semanticText } from '../semantic-text.ts';
import { type Allocation, allocationOf } from '../services/allocation.ts';
import { type ChangeError, fixedValue, type Overlooks } from './server-error.ts';

type Service = Resource<'Service'>;

const SOURCE_RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges';

/**
 * The errors of changes of a Service. Its addresses cannot change, and neither can the class and the port for health
 * checks of its load balancer.
 *
 * Source: `ValidateServiceUpdate` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function changesOfService(stored: Service, sent: Service): readonly ChangeError[] {
  const [before, after] = [stored.root.get('spec'), sent.root.get('spec')];
  const [old, now] = [allocationOf(stored), allocationOf(sent)];
  if (now.faults.length > 0) return [];
  const errors: ChangeError[] = [];
  const fix = (
    name: keyof ServiceSpec,
    cause: Cause = 'FieldValueInvalid',
    options: Parameters<typeof fixedValue>[3] = {},
  ): void => {
    errors.push(fixedValue(before.get(name), after.get(name), cause, options));
  };
  const haveAddresses = hasAddresses(before.value) && hasAddresses(after.value);
  if (haveAddresses && !(old.isHeadless && now.isHeadless)) {
    for (const index of changedItems(old.clusterIPs, now.clusterIPs)) {
      fix('clusterIP', 'FieldValueInvalid', { field: `spec.clusterIPs[${index}]` });
    }
    const isHeadful = !old.isHeadless && !now.isHeadless;
    if (isHeadful && changedItems(old.families, now.families).length > 0) {
      fix('ipFamilies', 'FieldValueInvalid', { field: 'spec.ipFamilies[0]' });
    }
    if (releasesSecond(old, now, isHeadful)) {
      const reason = 'it must be SingleStack to release the second address and family';
      fix('ipFamilyPolicy', 'FieldValueInvalid', { reason });
    }
  }
  const areBalanced = [before, after].every(({ value }) => value?.type === 'LoadBalancer');
  if (areBalanced && before.value?.loadBalancerClass !== after.value?.loadBalancerClass) {
    fix('loadBalancerClass');
  }
  const areChecked = needsHealthCheck(before.value) && needsHealthCheck(after.value);
  if (areChecked && old.healthCheckNodePort !== now.healthCheckNodePort) {
    fix('healthCheckNodePort', 'FieldValueForbidden');
  }
  return errors;
}

/** The indices of items that have changed; only the first counts if the number of items has changed too. */
function changedItems(before: readonly string[], after: readonly string[]): readonly number[] {
  const count = before.length === after.length ? before.length : Math.min(1, before.length);
  return [...before.keys()].slice(0, count).filter((index) => before[index] !== after[index]);
}

function releasesSecond(old: Allocation, now: Allocation, isHeadful: boolean): boolean {
  const isReleased =
    (old.clusterIPs.length > 1 && now.clusterIPs.length === 1) ||
    (isHeadful && old.families.length > 1 && now.families.length === 1);
  return isReleased && now.policy !== 'SingleStack';
}

/**
 * Addresses and ranges that are stored already are not read again, and fields that the new type does not have are
 * dropped.
 */
export function overlookedInService(stored: Service, sent: Service): Overlooks {
  const before = stored.root.get('spec').value ?? {};
  const spec = sent.root.get('spec');
  const kept = new Set<string>();
  for (const [index, ip] of spec.itemsOf('externalIPs').entries()) {
    const { value = '' } = ip;
    // The server still has to understand the address.
    const isOdd = addressProblem(value, sent.server) !== undefined && parseIpSloppily(value);
    if (isOdd && before.externalIPs?.includes(value)) {
      kept.add(`spec.externalIPs[${index}]`);
    }
  }
  const keepsRanges = serverHas('stored-source-ranges-kept', sent.minor);
  const ranges = keepsRanges ? (before.loadBalancerSourceRanges ?? []).map(trimSpace) : [];
  for (const [index, range] of spec.itemsOf('loadBalancerSourceRanges').entries()) {
    if (ranges.includes(trimSpace(range.value ?? ''))) {
      kept.add(`spec.LoadBalancerSourceRanges[${index}]`);
    }
  }
  const [oldText, text] = [stored, sent].map(
    ({ root }) => root.get('metadata').get('annotations').value?.[SOURCE_RANGES],
  );
  if (keepsRanges && oldText === text) kept.add(`metadata.annotations[${SOURCE_RANGES}]`);
  const dropped = new Set(droppedFields(stored, sent));
  return ({ cause, field }) =>
    (cause === 'FieldValueInvalid' && kept.has(field)) || dropped.has(field);
}

/**
 * The paths of fields that the server drops, because the updated Service does not need them any more, and they do not
 * change.
 *
 * Source: `dropTypeDependentFields` in `pkg/registry/core/service/strategy.go` of Kubernetes.
 */
function droppedFields(stored: Service, sent: Service): readonly string[] {
  const [before, after] = [stored.root.get('spec').value ?? {}, sent.root.get('spec').value ?? {}];
  const [old, now] = [allocationOf(stored), allocationOf(sent)];
  const isSame = (one: unknown, other: unknown) => semanticText(one) === semanticText(other);
  const keepsAddresses = old.clusterIP === now.clusterIP && isSame(old.clusterIPs, now.clusterIPs);
  const keepsPorts = now.nodePorts.every((port) => port === 0 || old.nodePorts.includes(port));
  const nodePorts = now.nodePorts.map((_, index) => `ports[${index}].nodePort`);
  const groups: readonly (readonly [(spec: ServiceSpec) => boolean, boolean, string[]])[] = [
    [hasAddresses, keepsAddresses, ['clusterIPs']],
    [hasAddresses, isSame(old.families, now.families), ['ipFamilies']],
    [hasAddresses, old.policy === now.policy, ['ipFamilyPolicy']],
    [isOnNodes, keepsPorts, nodePorts],
    [
      needsHealthCheck,
      old.healthCheckNodePort === now.healthCheckNodePort,
      ['healthCheckNodePort'],
    ],
    [isBalanced, isKept('allocateLoadBalancerNodePorts'), ['allocateLoadBalancerNodePorts']],
    [isBalanced, isKept('loadBalancerClass'), ['loadBalancerClass']],
    [isReachedFromOutside, isKept('externalTrafficPolicy'), ['externalTrafficPolicy']],
  ];
  return groups
    .filter(([needs, keeps]) => keeps && needs(before) && !needs(after))
    .flatMap(([, , names]) => names.map((name) => `spec.${name}`));

  function isKept(name: keyof ServiceSpec): boolean {
    return before[name] === after[name];
  }
}

function isBalanced({ type }: ServiceSpec): boolean {
  return type === 'LoadBalancer';
}
