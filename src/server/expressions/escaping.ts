import { RESERVED } from '../../cel/parse/parse-options.ts';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['__', '__underscores__'],
  ['.', '__dot__'],
  ['-', '__dash__'],
  ['/', '__slash__'],
]);

/**
 * The name by which expressions select a property; undefined if it has none.
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
 * The property that an expression selects by a name; undefined if the name is not the escaped name of a property.
 *
 * Source: `Unescape` in `pkg/cel/escaping.go` of the API server.
 */
export function unescapeProperty(name: string): string | undefined {
  if (!name.includes('__')) return name;
  let isName = true;
  const property = name.replaceAll(/__[^_]+__/g, (match) => {
    const plain = UNESCAPES.get(match);
    if (plain !== undefined) return plain;
    const keyword = match.slice(2, -2);
    if (!RESERVED.has(keyword) || match !== name) isName = false;
    return keyword;
  });
  return isName ? property : undefined;
}
