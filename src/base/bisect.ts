/**
 * The index of the first item for which a condition holds, by bisection. The number of the items if it holds for none.
 *
 * @param isAfter holds for all items after one for which it holds
 */
export function firstIndex<T>(items: ArrayLike<T>, isAfter: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item === undefined || isAfter(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
