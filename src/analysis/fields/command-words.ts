const WORD = /\s*(?:"([^"\\]*)"|'([^']*)'|([^\s"'`$\\|&;<>(){}*?]+))(?=\s|$)/gy;

/**
 * The words of a command line, as a shell separates them. Undefined if they are not certain, because the line has
 * operators, variables, escapes, or quotes inside of a word.
 */
export function commandWords(line: string): readonly string[] | undefined {
  const text = line.trim();
  const matches = [...text.matchAll(WORD)];
  const length = matches.reduce((sum, [whole]) => sum + whole.length, 0);
  if (length !== text.length) return undefined;
  return matches.map(([, ...words]) => words.find((word) => word !== undefined) ?? '');
}
