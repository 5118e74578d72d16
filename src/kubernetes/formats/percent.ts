/** Why a text is no percentage of something, or too large a one. */
export type PercentProblem = 'format' | 'over-100';

/** What the server has against a percentage (`50%`): digits and a percent sign, up to 100. */
export function percentProblem(text: string): PercentProblem | undefined {
  const digits = /^([0-9]+)%$/.exec(text)?.[1];
  if (digits === undefined) return 'format';
  return Number(digits) > 100 ? 'over-100' : undefined;
}
