/**
 * The first of some names, and the number of the others: `a, b and 3 more`. A message must not list all names of an
 * object: with one finding for each, the report would grow with their square.
 *
 * @param most the number of names that are listed
 */
export function firstNames(names: readonly string[], most: number): string {
  const more = names.length - most;
  const shown = names.slice(0, most).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
