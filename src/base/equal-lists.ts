/** Reports whether two lists have the same items in the same order. */
export function areEqualLists<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
