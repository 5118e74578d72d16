/** A finding or draft that may explain others. */
interface Cause {
  readonly explainsFields?: readonly string[];
}

const BELOW = '.*';

/**
 * The lengths of the fields that causes explain with all that is below them, such as `spec.*`. Only the beginnings of
 * other fields with these lengths have to be looked up: a field can have as many beginnings as characters.
 */
export function explainedLengths(causes: Iterable<Cause>): ReadonlySet<number> {
  const lengths = new Set<number>();
  for (const { explainsFields = [] } of causes) {
    for (const field of explainsFields) {
      if (field.endsWith(BELOW)) lengths.add(field.length - BELOW.length);
    }
  }
  return lengths;
}

/** A field and those around it, as causes may name them: `spec.ports` and `spec.*`. */
export function namesOfField(
  field: string | null,
  lengths: ReadonlySet<number>,
): readonly string[] {
  if (field === null) return [];
  const around = [...lengths].filter((at) => field[at] === '.' || field[at] === '[');
  return [field, ...around.map((at) => `${field.slice(0, at)}${BELOW}`)];
}
