import { ResourceQuantity } from './formats/resource-quantity.ts';
import type { Value } from './value.ts';

/** Amounts of resources by name. */
export type Amounts = ReadonlyMap<string, ResourceQuantity>;

/** The requests or the limits of a container. */
interface ContainerAmounts {
  readonly list: 'containers' | 'initContainers' | 'ephemeralContainers';
  /** True for an init container that runs as long as the pod. */
  readonly isSidecar: boolean;
  readonly amounts: Amounts;
}

/**
 * The amounts of all containers of a pod together. The amounts of containers that run at the same time are added. Only
 * the largest amount of the init containers counts, because each of them runs alone with the sidecars that have
 * started.
 *
 * Source: `AggregateContainerRequests` in `resource/helpers.go` of k8s.io/component-helpers.
 */
export function aggregatedAmounts(containers: readonly ContainerAmounts[]): Amounts {
  let running: Amounts = new Map();
  let sidecars: Amounts = new Map();
  let starting: Amounts = new Map();
  for (const { amounts, list, isSidecar } of containers) {
    if (list === 'containers') running = sumOf(running, amounts);
    if (list !== 'initContainers') continue;
    if (isSidecar) {
      running = sumOf(running, amounts);
      sidecars = sumOf(sidecars, amounts);
      starting = largestOf(starting, sidecars);
    } else {
      starting = largestOf(starting, sumOf(amounts, sidecars));
    }
  }
  return largestOf(running, starting);
}

/** The amounts of a map of resources. Quantities that the decoder refuses are left out. */
export function amountsOf(map: { readonly [key: string]: Value } = {}): Amounts {
  return new Map(
    Object.entries(map).flatMap(([name, amount]) => {
      const quantity = ResourceQuantity.parse(String(amount));
      return quantity === undefined ? [] : [[name, quantity] as const];
    }),
  );
}

function sumOf(a: Amounts, b: Amounts): Amounts {
  return merged(a, b, (one, other) => one.plus(other));
}

function largestOf(a: Amounts, b: Amounts): Amounts {
  return merged(a, b, (one, other) => (other.compareTo(one) > 0 ? other : one));
}

function merged(
  a: Amounts,
  b: Amounts,
  merge: (one: ResourceQuantity, other: ResourceQuantity) => ResourceQuantity,
): Amounts {
  const result = new Map(a);
  for (const [name, amount] of b) {
    const other = result.get(name);
    result.set(name, other === undefined ? amount : merge(other, amount));
  }
  return result;
}
