import { RESERVED } from '../cel/parse/parse-options.ts';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['__', '__underscores__'],
  ['.', '__dot__'],
  ['-', '__dash__'],
  ['/', '__slash__'],
]);

/**
 * The name of a property in expressions; undefined where it cannot be used there.
 *
 * Source: `Escape` in `pkg/cel/escaping.go` of the API server.
 */
export function escapeProperty(name: string): string | undefined {
  if (RESERVED.has(name)) return `__${name}__`;
  if (!/^[a-zA-Z_./-][a-zA-Z0-9_./-]*$/.test(name)) return undefined;
  return name.replaceAll(/__|[-./]/g, (match) => ESCAPES.get(match) ?? match);
}

const UNESCAPES: ReadonlyMap<string, string> = new Map(
  [...ESCAPES].map(([plain, escaped]) => [escaped, plain]),
);

/**
 * The property that a name in an expression stands for; undefined where it stands for none.
 *
 * Source: `Unescape` in `pkg/cel/escaping.go` of the API server.
 */
export function unescapeProperty(name: string): string | undefined {
  if (!name.includes('__')) return name;
  let isName = true;
  const found = name.replaceAll(/__[^_]+__/g, (match) => {
    const plain = UNESCAPES.get(match);
    if (plain !== undefined) return plain;
    const word = match.slice(2, -2);
    if (!RESERVED.has(word) || match !== name) isName = false;
    return word;
  });
  return isName ? found : undefined;
}
