/** The lines of a generated table by their first word, which is a name. It is not part of the line that is returned. */
export function linesByName(table: string): ReadonlyMap<string, string> {
  return new Map(
    table.split('\n').map((line) => {
      const end = line.indexOf(' ');
      return [line.slice(0, end), line.slice(end + 1)];
    }),
  );
}
