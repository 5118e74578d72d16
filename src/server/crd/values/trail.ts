/** The path to a value, from its end to its start. */
export interface Trail {
  readonly parent: Trail | undefined;
  readonly segment: string | number;
  /** True if the segment is a key of a map, which the server writes in brackets. */
  readonly isMapKey?: boolean;
}

/** The path of a trail, in the file. */
export function segmentsOf(trail: Trail | undefined): readonly (string | number)[] {
  const segments: (string | number)[] = [];
  for (let step = trail; step !== undefined; step = step.parent) segments.push(step.segment);
  return segments.reverse();
}

/** The path of a trail as the server writes it, starting with a dot or bracket. */
export function serverPathOf(trail: Trail | undefined): string {
  const steps: string[] = [];
  for (let step = trail; step !== undefined; step = step.parent) {
    const isBracketed = step.isMapKey || typeof step.segment === 'number';
    steps.push(isBracketed ? `[${step.segment}]` : `.${step.segment}`);
  }
  return steps.reverse().join('');
}
