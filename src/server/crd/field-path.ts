import { isMap, mapValueSchema, propertySchema, type StructuralSchema } from './structural.ts';

/** The reason why a path does not lead to a field of a schema. */
export type FieldPathFault =
  | 'unknown-field'
  | 'end'
  | 'dot-or-bracket'
  | 'brackets'
  | 'quotes'
  | 'escape';

type FieldPathResult =
  | {
      readonly ok: true;
      /** The normalized path, as the server writes it; equal for all paths to the same field. */
      readonly path: string;
      /** The names of the path. */
      readonly segments: readonly string[];
      /** The first name of the path, in brackets if it is a map key; empty for an empty path. */
      readonly first: string;
      /** The schema of the field; undefined for values of a map that accepts any values. */
      readonly schema: StructuralSchema | undefined;
    }
  | { readonly ok: false; readonly fault: FieldPathFault }
  /** The server's code fails: the path continues below a map that accepts any values. */
  | { readonly ok: false; readonly fault: 'crash' };

/**
 * Follows a path such as `.spec.ports` or `.spec['a.b']` through a schema, as the server does for the `fieldPath` of a
 * rule and for selectable fields. Items of lists cannot be addressed.
 *
 * @param schema the schema; undefined if there is none, in which case the server's code fails
 * @param brackets true if the path may have names in brackets
 */
export function followFieldPath(
  text: string,
  schema: StructuralSchema | undefined,
  { brackets }: { readonly brackets: boolean },
): FieldPathResult {
  const tokens = tokensOf(text);
  const steps: string[] = [];
  const segments: string[] = [];
  let at = schema;
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index];
    let name: string | undefined;
    if (token === '[') {
      if (!brackets) return fault('brackets');
      const quoted = tokens[index + 1];
      if (quoted === undefined) return fault('end');
      if (quoted.length < 2 || !quoted.startsWith("'") || !quoted.endsWith("'")) {
        return fault('quotes');
      }
      name = unescaped(quoted.slice(1, -1));
      if (name === undefined) return fault('escape');
    } else if (token === '.') {
      name = tokens[index + 1];
      if (name === undefined) return fault('end');
    } else return fault('dot-or-bracket');
    if (at === undefined) return { ok: false, fault: 'crash' };
    if (Object.keys(at.properties ?? {}).length > 0) {
      at = propertySchema(at, name);
      if (at === undefined) return fault('unknown-field');
      steps.push(steps.length === 0 ? name : `.${name}`);
    } else if (isMap(at)) {
      at = mapValueSchema(at);
      steps.push(`[${name}]`);
    } else return fault('unknown-field');
    segments.push(name);
    index += 2;
    if (token !== '[') continue;
    const closing = tokens[index++];
    if (closing === undefined) return fault('end');
    if (closing !== ']') return fault('brackets');
  }
  return { ok: true, path: steps.join(''), segments, first: steps[0] ?? '', schema: at };
}

function fault(kind: FieldPathFault): FieldPathResult {
  return { ok: false, fault: kind };
}

/** Splits a path into dots, brackets, quoted strings and the strings in between. */
function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = text.charAt(start) === "'" ? endOfQuoted(text, start) : endOfPlain(text, start);
    tokens.push(text.slice(start, end));
    start = end;
  }
  return tokens;
}

/** The end of a quoted string: the next quote that does not follow a backslash. */
function endOfQuoted(text: string, start: number): number {
  let quote = text.indexOf("'", start + 1);
  while (quote > 0 && text.charAt(quote - 1) === '\\') quote = text.indexOf("'", quote + 1);
  return quote < 0 ? text.length : quote + 1;
}

function endOfPlain(text: string, start: number): number {
  const delimiter = text.slice(start).search(/[.[\]]/);
  if (delimiter < 0) return text.length;
  return start + Math.max(delimiter, 1);
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ["'", "'"],
  ['\\', '\\'],
]);

/** Undefined if a backslash precedes a character that cannot be escaped. */
function unescaped(text: string): string | undefined {
  let isValid = true;
  const plain = text.replace(/\\(.)/g, (_, letter: string) => {
    const character = ESCAPES.get(letter);
    isValid &&= character !== undefined;
    return character ?? '';
  });
  return isValid ? plain : undefined;
}
