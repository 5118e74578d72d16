/** The word before an index of an expression, and what it is a member of. */
interface ExpressionWord {
  /** The index where the word begins. */
  readonly start: number;
  /**
   * The expression before the dot, in which each variable of a macro is replaced by an element of its list. Undefined
   * for a word without a dot.
   */
  readonly receiver: string | undefined;
  /** The variables of the macros around the word, each with an expression for one of its values. */
  readonly variables: ReadonlyMap<string, string>;
  /**
   * The literal text that the word is in, if it is in one. It may be compared with an expression, or be the value of a
   * field in an object that is written: `Object.spec.type`.
   */
  readonly literal: { readonly compared: string | undefined } | undefined;
  /** The type of the object that is written around the word, if the word is the name of a field there. */
  readonly initialized: string | undefined;
}

/** The macros with one variable for an element of a list. */
const MACROS = new Set(['all', 'exists', 'exists_one', 'existsOne', 'map', 'filter', 'sortBy']);

/** The macros that may have a variable for the index or key, and one for the element. */
const TWO_VARIABLES = new Set([
  'all',
  'exists',
  'existsOne',
  'transformList',
  'transformMap',
  'transformMapEntry',
]);

/** The macros with a variable for the value of an optional. */
const OPTIONALS = new Set(['optMap', 'optFlatMap']);

/** The operators that compare a value with a literal, or with the items of a list. */
const COMPARISONS = ['==', '!=', ' in'];

const NAME = /[A-Za-z0-9_]/;

/** Finds the word before an index of an expression that may be incomplete. */
export function expressionWord(text: string, index: number): ExpressionWord {
  const start = nameStart(text, index);
  const { open, quoted } = openBrackets(text, start);
  const variables = macroScopes(text, open);
  if (quoted !== undefined) {
    const inner = open.at(-1);
    const isListed = inner !== undefined && text[inner.at] === '[';
    const before = text.slice(0, isListed ? inner.at : quoted).trimEnd();
    const operator = COMPARISONS.find((one) => before.endsWith(one));
    const literal = (compared: string | undefined) => ({
      start,
      receiver: undefined,
      variables,
      literal: { compared },
      initialized: undefined,
    });
    if (operator === undefined) return literal(fieldBefore(text, quoted, inner));
    const end = before.slice(0, -operator.length).trimEnd().length;
    return literal(substituted(text.slice(operandStart(text, end), end), variables));
  }
  const word = { start, variables, literal: undefined, initialized: undefined };
  let dot = start;
  while (dot > 0 && /\s/.test(text[dot - 1] ?? '')) dot--;
  if (text[dot - 1] === '?') dot--;
  if (text[dot - 1] !== '.') {
    return { ...word, receiver: undefined, initialized: typeBefore(text, start, open.at(-1)) };
  }
  const receiver = text.slice(operandStart(text, dot - 1), dot - 1).trim();
  return { ...word, receiver: substituted(receiver, variables) };
}

/** The type of an object that is written with a bracket: `Object.spec` in `Object.spec{`. Undefined for a map. */
function typeOf(text: string, { at }: OpenBracket): string | undefined {
  let start = at;
  while (NAME.test(text[start - 1] ?? '') || text[start - 1] === '.') start--;
  return text[at] === '{' && start < at ? text.slice(start, at) : undefined;
}

/** The type of an object that is written around an index, if the name of a field begins there. */
function typeBefore(
  text: string,
  index: number,
  inner: OpenBracket | undefined,
): string | undefined {
  if (inner === undefined || !/^\s*\??$/.test(text.slice(inner.from, index))) return undefined;
  return typeOf(text, inner);
}

/** The field of an object that is written around an index, if its value begins there: `Object.spec.type`. */
function fieldBefore(
  text: string,
  index: number,
  inner: OpenBracket | undefined,
): string | undefined {
  if (inner === undefined) return undefined;
  const type = typeOf(text, inner);
  const [, field] = /^\s*\??(\w+)\s*:\s*$/.exec(text.slice(inner.from, index)) ?? [];
  return type === undefined || field === undefined ? undefined : `${type}.${field}`;
}

/** The index where the name begins that ends at an index. */
export function nameStart(text: string, end: number): number {
  let at = end;
  while (at > 0 && NAME.test(text[at - 1] ?? '')) at--;
  return at;
}

/** The index where the name ends that an index is in. */
export function nameEnd(text: string, index: number): number {
  let at = index;
  while (NAME.test(text[at] ?? '')) at++;
  return at;
}

/** The index where the operand begins that ends at an index. */
function operandStart(text: string, end: number): number {
  let at = end;
  while (at > 0) {
    const c = text[at - 1] ?? '';
    if (NAME.test(c) || c === '.' || (c === '?' && text[at - 2] === '.')) at--;
    else if (c === ')' || c === ']') {
      const opening = openingBefore(text, at - 1);
      if (opening === undefined) return at;
      at = opening;
    } else if (c === '"' || c === "'") {
      const opening = text.lastIndexOf(c, at - 2);
      if (opening < 0) return at;
      at = opening;
    } else return at;
  }
  return at;
}

/** The index of the bracket that one at an index closes. */
function openingBefore(text: string, closing: number): number | undefined {
  let depth = 0;
  for (let at = closing; at >= 0; at--) {
    const c = text[at] ?? '';
    if (c === ')' || c === ']' || c === '}') depth++;
    else if (c === '(' || c === '[' || c === '{') {
      depth--;
      if (depth === 0) return at;
    }
  }
  return undefined;
}

interface OpenBracket {
  /** Its index. */
  readonly at: number;
  /** The number of commas directly in it. */
  commas: number;
  /** The index after the last of them, or after the bracket. */
  from: number;
}

/** The brackets that are open at an index, from the outermost one, and the index of the quote of an open literal. */
function openBrackets(
  text: string,
  index: number,
): { readonly open: readonly OpenBracket[]; readonly quoted: number | undefined } {
  const open: OpenBracket[] = [];
  let quoted: number | undefined;
  for (let at = 0; at < index; at++) {
    const c = text[at] ?? '';
    if (quoted !== undefined) {
      if (c === '\\') at++;
      else if (c === text[quoted]) quoted = undefined;
    } else if (c === '"' || c === "'") quoted = at;
    else if (c === '(' || c === '[' || c === '{') open.push({ at, commas: 0, from: at + 1 });
    else if (c === ')' || c === ']' || c === '}') open.pop();
    else if (c === ',') {
      const top = open.at(-1);
      if (top === undefined) continue;
      top.commas++;
      top.from = at + 1;
    }
  }
  return { open, quoted };
}

/** The variables of the macros with some open brackets, each with an expression for one of its values. */
function macroScopes(text: string, open: readonly OpenBracket[]): ReadonlyMap<string, string> {
  const scopes = new Map<string, string>();
  for (const { at, commas } of open) {
    const call = text.slice(nameStart(text, at), at);
    const dot = at - call.length - 1;
    const [, first, second] =
      /^\s*([A-Za-z_]\w*)\s*,(?:\s*([A-Za-z_]\w*)\s*,)?/.exec(text.slice(at + 1)) ?? [];
    if (commas === 0 || first === undefined || text[dot] !== '.') continue;
    const target = substituted(text.slice(operandStart(text, dot), dot), scopes);
    if (second !== undefined && commas > 1 && TWO_VARIABLES.has(call)) {
      scopes.set(first, 'dyn(0)');
      scopes.set(second, `${target}[0]`);
    } else if (MACROS.has(call)) scopes.set(first, `${target}[0]`);
    else if (OPTIONALS.has(call)) scopes.set(first, `${target}.value()`);
  }
  return scopes;
}

function substituted(expression: string, scopes: ReadonlyMap<string, string>): string {
  const [name = ''] = /^[A-Za-z_]\w*/.exec(expression) ?? [];
  const element = scopes.get(name);
  return element === undefined ? expression : element + expression.slice(name.length);
}

/** The steps of an expression that only selects: `object.spec.containers[0]`. Undefined for any other. */
export function selectionSteps(
  expression: string,
): readonly [root: string, ...steps: (string | number)[]] | undefined {
  const [root] = /^[A-Za-z_]\w*/.exec(expression) ?? [];
  if (root === undefined) return undefined;
  const steps: (string | number)[] = [];
  const step =
    /\s*(?:\.value\(\)|\.\s*\??([A-Za-z_]\w*)|\[\s*\??(?:(\d+)|"([^"\\]*)"|'([^'\\]*)'|([A-Za-z_]\w*))\s*\])/y;
  let at = root.length;
  while (at < expression.length) {
    step.lastIndex = at;
    const found = step.exec(expression);
    if (found === null) return undefined;
    const [all, field, index, double, single] = found;
    // The value of an optional is the value itself.
    if (all.trim() !== '.value()') steps.push(field ?? double ?? single ?? Number(index ?? 0));
    at += all.length;
  }
  return [root, ...steps];
}
