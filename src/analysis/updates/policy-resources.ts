import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import { areDeeplyEqual } from '../../server/crd/values/enum.ts';
import {
  formatCidr,
  hasHostBits,
  isIPv4Mapped,
  isStrictSubset,
  parseCidr,
} from '../../server/kubernetes/formats/cidr.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import type { IPBlock, LabelSelector } from '../../server/kubernetes/types.generated.ts';
import { asMapping } from '../../server/kubernetes/value.ts';
import { selectorExpressions } from '../metadata/label-selector.ts';
import { hasBadLabel, isBadRequirement } from '../metadata/selector-errors.ts';
import { networkPolicyIPBlocks } from '../network-policy/directed-rules.ts';
import { type ByKind, ofKind } from './by-kind.ts';
import { overlookedInMetadata } from './metadata.ts';
import {
  type ChangeError,
  matches,
  type Overlooks,
  overlooksNothing,
  type ServerError,
} from './server-error.ts';

/** The errors that the server reports for a new object but not for an update. */
const OVERLOOKED: ByKind<Overlooks> = {
  ResourceQuota(_, sent) {
    const overlooksName = overlookedInMetadata(sent.root.get('metadata').value ?? {});
    // The only other warning is about requests that are higher than limits.
    return (error) =>
      (error.cause === 'Warning' && error.field !== 'metadata.ownerReferences') ||
      overlooksName(error);
  },
  PriorityLevelConfiguration: overlookedInLevel,
  NetworkPolicy: overlookedInNetworkPolicy,
  PodDisruptionBudget: (stored) =>
    hasSelectorError(stored, stored.root.get('spec').get('selector'))
      ? isOfSelectorValue
      : overlooksNothing,
};

/** The errors of the server that only an update can have. */
const ADDED: ByKind<readonly ChangeError[]> = {
  ResourceQuota(stored, sent) {
    const [before, at] = [stored, sent].map(({ root }) => root.get('spec').get('scopes'));
    return before === undefined || at === undefined || haveSameMembers(before.value, at.value)
      ? []
      : [{ cause: 'FieldValueInvalid', field: at.path, kind: 'immutable', at, before }];
  },
  NetworkPolicy(stored, sent) {
    if (!keepsStoredRanges(sent)) return [];
    return oddRanges(sent, storedRanges(stored)).map((at) => ({
      cause: 'Warning',
      field: at.path,
      kind: 'address-range',
      at,
    }));
  },
};

/**
 * The errors that the server reports for a new object of these kinds but not for an update.
 *
 * @param stored the object before the update, valid or not
 * @param sent the object after the update, of the same kind and name
 */
export function overlookedInPolicy(stored: Resource, sent: Resource): Overlooks {
  return ofKind(OVERLOOKED, stored, sent) ?? overlooksNothing;
}

/**
 * The errors of the server that only an update can have: the scopes of a quota cannot change. It also includes warnings
 * about irregular address ranges that the server would refuse in a new object (1.36).
 *
 * @param stored the object before the update
 * @param sent the object after the update, of the same kind and name
 */
export function addedToPolicy(stored: Resource, sent: Resource): readonly ChangeError[] {
  return ofKind(ADDED, stored, sent) ?? [];
}

/**
 * Names and address ranges that are stored already (in 1.36 and later), and label values in all selectors if the stored
 * `podSelector` has an error.
 */
function overlookedInNetworkPolicy(
  stored: Resource<'NetworkPolicy'>,
  sent: Resource<'NetworkPolicy'>,
): Overlooks {
  const overlooksName = serverHas('stored-policy-names-kept', sent.minor)
    ? overlookedInMetadata(sent.root.get('metadata').value ?? {})
    : overlooksNothing;
  const overlooksValue = hasSelectorError(stored, stored.root.get('spec').get('podSelector'))
    ? isOfSelectorValue
    : overlooksNothing;
  const kept = rangesNotReadAgain(stored, sent);
  return (error) =>
    overlooksName(error) ||
    overlooksValue(error) ||
    (error.cause === 'FieldValueInvalid' && kept.has(error.field));
}

function isOfSelectorValue(error: ServerError): boolean {
  return matches({ cause: 'FieldValueInvalid', field: SELECTOR_VALUE }, error);
}

/** The server does not check again the unchanged fields whose checks are new in 1.37. */
function overlookedInLevel(
  stored: Resource<'PriorityLevelConfiguration'>,
  sent: Resource<'PriorityLevelConfiguration'>,
): Overlooks {
  if (!serverHas('priority-level-limited-needs-type', sent.minor)) return overlooksNothing;
  const before = stored.root.get('spec').value;
  const after = sent.root.get('spec').value;
  const type = after?.type;
  const isTypeKept = before?.type === type;
  const isLimitedKept = isKept(before?.limited, after?.limited);
  const isExemptKept = isKept(before?.exempt, after?.exempt);
  const [response, kept] = [after, before].map((spec) => spec?.limited?.limitResponse);
  const isKnownResponse =
    type === 'Limited' && (response?.type === 'Reject' || response?.type === 'Queue');
  const hadLimits = before?.limited !== undefined;
  const isResponseTypeKept = hadLimits && (kept?.type ?? '') === (response?.type ?? '');
  const isResponseKept = isResponseTypeKept && isKept(kept?.queuing, response?.queuing);
  return ({ field }) => {
    switch (field) {
      case 'spec.limited':
        return isTypeKept && isLimitedKept && type !== 'Exempt' && type !== 'Limited';
      case 'spec.exempt':
        return isTypeKept && isExemptKept && type !== 'Limited';
      case 'spec.limited.limitResponse.type':
        return isResponseTypeKept && type !== 'Limited';
      case 'spec.limited.limitResponse.queuing':
        return isResponseKept && !isKnownResponse;
      default:
        return false;
    }
  };
}

/** Reports whether an update does not change a field. */
function isKept(before: object | undefined, after: object | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return areDeeplyEqual(asMapping(before), asMapping(after));
}

const SELECTOR_VALUE = /[sS]elector\.matchExpressions\[\d+\]\.values\[\d+\]$/;

/** Reports whether the server finds an error in a selector. */
function hasSelectorError(
  resource: Resource<'NetworkPolicy' | 'PodDisruptionBudget'>,
  selector: Field<LabelSelector | undefined>,
): boolean {
  return (
    hasBadLabel(selector.value?.matchLabels) ||
    selectorExpressions(resource, selector).some(({ expression }) =>
      isBadRequirement(expression.value ?? {}),
    )
  );
}

/** In Kubernetes 1.35 and earlier, an update was also checked like a new object, so the exemption had no effect. */
function keepsStoredRanges({ server }: Resource): boolean {
  return serverHas('stored-address-ranges-kept', server);
}

/** The texts of all ranges of a policy, in all its fields. */
function storedRanges(stored: Resource<'NetworkPolicy'>): ReadonlySet<string> {
  return new Set(
    networkPolicyIPBlocks(stored).flatMap((block) => [
      block.get('cidr').value ?? '',
      ...(block.get('except').value ?? []),
    ]),
  );
}

/**
 * The paths of the ranges that the server does not read strictly again, since their texts are stored.
 * It still compares exceptions with their range, and an empty `cidr` is missing, stored or not.
 */
function rangesNotReadAgain(
  stored: Resource<'NetworkPolicy'>,
  sent: Resource<'NetworkPolicy'>,
): ReadonlySet<string> {
  const paths = new Set<string>();
  if (!keepsStoredRanges(sent)) return paths;
  const known = storedRanges(stored);
  for (const block of networkPolicyIPBlocks(sent)) {
    const cidr = block.get('cidr');
    if (known.has(cidr.value ?? '')) paths.add(cidr.path);
    for (const except of block.itemsOf('except')) {
      const { value = '' } = except;
      if (known.has(value) && !isRefusedAsException(value, block)) paths.add(except.path);
    }
  }
  return paths;
}

function isRefusedAsException(text: string, block: Field<IPBlock | undefined>): boolean {
  const range = parseCidr(block.get('cidr').value ?? '');
  const exception = parseCidr(text);
  return range !== undefined && exception !== undefined && !isStrictSubset(exception, range);
}

/**
 * The ranges that the server only warns about, because it accepted them without validation: ranges that are stored, and
 * all exceptions of a stored range that cannot be read.
 */
function oddRanges(
  sent: Resource<'NetworkPolicy'>,
  known: ReadonlySet<string>,
): readonly Field<string | undefined>[] {
  return networkPolicyIPBlocks(sent).flatMap((block) => {
    const cidr = block.get('cidr');
    const isUnread = parseCidr(cidr.value ?? '') === undefined;
    const exceptions = block.itemsOf('except');
    const passed = [cidr, ...exceptions].filter(({ value = '' }) => known.has(value));
    return [
      ...passed.filter(({ value = '' }) => isRefusedWhenNew(value)),
      ...(isUnread ? exceptions.filter(({ value = '' }) => isOddlyWritten(value)) : []),
    ];
  });
}

function isRefusedWhenNew(text: string): boolean {
  const range = parseCidr(text);
  return (
    range !== undefined && (range.hasLeadingZeros || isIPv4Mapped(range) || hasHostBits(range))
  );
}

function isOddlyWritten(text: string): boolean {
  const range = parseCidr(text);
  const isIPv6 = range !== undefined && range.address.bytes.length > 4;
  return isRefusedWhenNew(text) || (isIPv6 && formatCidr(range) !== text);
}

function haveSameMembers(one: readonly string[] = [], other: readonly string[] = []): boolean {
  const [a, b] = [new Set(one), new Set(other)];
  return a.size === b.size && [...a].every((member) => b.has(member));
}
