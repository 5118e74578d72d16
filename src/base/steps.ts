/** Long work that is done in steps, between which other work can happen, and its result. */
export type Steps<T> = Generator<undefined, T>;

/**
 * The length in UTF-16 units from which on a text is read and checked in several steps. Shorter ones take a few
 * milliseconds.
 */
export const LONG_TEXT = 1 << 16;

/** Some work as one slice, or one slice for each item if it takes long. */
export function slicesOf<T>(items: readonly T[], isLong: boolean): readonly (readonly T[])[] {
  return isLong ? items.map((item) => [item]) : [items];
}

/** Does all steps of some work. */
export function inOneGo<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
