/** Long work that is done in steps, between which other work can happen, and its result. */
export type Steps<T> = Generator<void, T>;

/** Does all steps of some work. */
export function inOneGo<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
