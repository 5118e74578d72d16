/** The reason why a string is not a valid percentage. */
type PercentProblem = 'format' | 'over-100';

/** The server's error about a percentage (`50%`): digits and a percent sign, at most 100. */
export function percentProblem(text: string): PercentProblem | undefined {
  const digits = /^([0-9]+)%$/.exec(text)?.[1];
  if (digits === undefined) return 'format';
  return Number(digits) > 100 ? 'over-100' : undefined;
}
