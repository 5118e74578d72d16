type TimeOf = (n: number) => number | Promise<number>;

/**
 * Measures how a time grows with n.
 *
 * @returns the least times at n, 2n, 4n and 8n, and the exponent log8(time at 8n / time at n)
 */
export async function measureGrowth(n: number, timeOf: TimeOf) {
  const times: number[] = [];
  for (const factor of [1, 2, 4, 8]) {
    times.push(await leastTime(n * factor, factor > 2 ? 1 : 3, timeOf));
  }
  const [first = 1] = times;
  return { times, exponent: Math.log((times.at(-1) ?? 0) / first) / Math.log(8) };
}

/**
 * The least time of some runs. Each has another n, because results that are kept from one run to the next must not
 * count.
 */
export async function leastTime(n: number, runs: number, timeOf: TimeOf): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) least = Math.min(least, await timeOf(n + run));
  return least;
}
