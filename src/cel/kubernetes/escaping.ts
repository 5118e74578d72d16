import { RESERVED } from '../parse/parse-options.ts';

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
