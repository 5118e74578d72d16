/**
 * The number of characters to insert, delete, replace or swap with their neighbour to turn one
 * string into the other (optimal string alignment distance), for suggestions. Strings of very
 * different lengths are not compared: the result is then the length of the longer one.
 */
export function editDistance(a: string, b: string): number {
  const difference = Math.abs(a.length - b.length);
  if (a === b || difference > 8 || a.length > 64 || b.length > 64) {
    return a === b ? 0 : Math.max(a.length, b.length);
  }
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(at(next, j - 1) + 1, at(row, j) + 1, at(row, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, at(before, j - 2) + 1);
      }
      next.push(least);
    }
    before = row;
    row = next;
  }
  return at(row, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
