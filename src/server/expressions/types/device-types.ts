import type { Path } from '../../../cel/cost/path.ts';
import { ANY, BOOL, mapOf, STRING, struct, type Type } from '../../../cel/types.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { hasGate, serverOf } from '../../kubernetes/server.ts';
import type { Expressions } from '../libraries/versioned-libraries.ts';
import type { FieldTypes } from './declared-types.ts';

/** The type of `device` in the selectors of dynamic resource allocation. */
export const DEVICE_TYPE = struct('kubernetes.DRADevice');

/** The most entries of the maps of a device, and the most bytes of their keys and values. */
const MOST_ENTRIES = 32n;
const LONGEST = { driver: 63n, domain: 63n, name: 32n, attribute: 64n } as const;

const FIELDS: readonly (readonly [string, Type])[] = [
  ['driver', STRING],
  ['attributes', mapOf(STRING, mapOf(STRING, ANY))],
  ['capacity', mapOf(STRING, mapOf(STRING, struct('kubernetes.Quantity')))],
];

/**
 * The fields of `device` in a minor. Attributes can be lists only with a feature gate that is off in all minors. The
 * environment of stored expressions, which the server uses since 1.35, ignores the gate of `allowMultipleAllocations`.
 *
 * Source: `newCompiler` in `cel/compile.go` of `k8s.io/dynamic-resource-allocation`.
 */
export function deviceFields(minor: Minor, expressions: Expressions): FieldTypes {
  const isShared =
    expressions === 'stored' || hasGate(serverOf(minor), 'DRAConsumableCapacity', true);
  return new Map(isShared ? [...FIELDS, ['allowMultipleAllocations', BOOL]] : FIELDS);
}

/** The largest size of the value at a path from `device`, which the estimate of a cost depends on. */
export function deviceSize({ memory, length }: Path): bigint | undefined {
  const [variable, field, ...steps] = memory.slice(0, length);
  if (variable !== 'device') return undefined;
  switch (field) {
    case undefined:
      return 0n;
    case 'driver':
      return steps.length === 0 ? LONGEST.driver : undefined;
    case 'allowMultipleAllocations':
      return steps.length === 0 ? 1n : undefined;
    case 'attributes':
      return sizeInMap(steps, LONGEST.attribute);
    case 'capacity':
      return sizeInMap(steps, undefined);
    default:
      return undefined;
  }
}

/**
 * The largest size of a part of a map from domains to maps.
 *
 * @param attribute the most bytes of a value; undefined for quantities, which have no size and cannot be selected by
 * name
 */
function sizeInMap(steps: readonly string[], attribute: bigint | undefined): bigint | undefined {
  const [outer, inner, ...rest] = steps;
  if (outer === undefined) return MOST_ENTRIES;
  if (outer === '@keys') return inner === undefined ? LONGEST.domain : undefined;
  if (!isElement(outer)) return undefined;
  if (inner === undefined) return MOST_ENTRIES;
  if (rest.length > 0) return undefined;
  if (inner === '@keys') return LONGEST.name;
  return isElement(inner) ? (attribute ?? 0n) : attribute;
}

function isElement(step: string): boolean {
  return step === '@items' || step === '@values';
}
