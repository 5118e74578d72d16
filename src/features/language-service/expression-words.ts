/** The word before an index of an expression, and what it is a member of. */
export interface ExpressionWord {
  /** The index where the word begins. */
  readonly start: number;
  /**
   * The expression before the dot, in which each variable of a macro is replaced by an element of its list. Undefined for
   * a word without a dot.
   */
  readonly receiver: string | undefined;
  /** The names of the variables of the macros around the word. */
  readonly variables: readonly string[];
}

const MACROS = new Set(['all', 'exists', 'exists_one', 'existsOne', 'map', 'filter']);

const NAME = /[A-Za-z0-9_]/;

/** Finds the word before an index of an expression that may be incomplete. */
export function expressionWord(text: string, index: number): ExpressionWord {
  const start = nameStart(text, index);
  const scopes = macroScopes(text, start);
  const variables = [...scopes.keys()];
  let dot = start;
  while (dot > 0 && /\s/.test(text[dot - 1] ?? '')) dot--;
  if (text[dot - 1] === '?') dot--;
  if (text[dot - 1] !== '.') return { start, receiver: undefined, variables };
  const receiver = substituted(text.slice(operandStart(text, dot - 1), dot - 1).trim(), scopes);
  return { start, receiver, variables };
}

/** The index where the name begins that ends at an index. */
function nameStart(text: string, end: number): number {
  let at = end;
  while (at > 0 && NAME.test(text[at - 1] ?? '')) at--;
  return at;
}

/** The index where the operand begins that ends at an index. */
function operandStart(text: string, end: number): number {
  let at = end;
  while (at > 0) {
    const c = text[at - 1] ?? '';
    if (NAME.test(c) || c === '.') at--;
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

/** The variables of the macros around an index, with an expression for an element of their lists. */
function macroScopes(text: string, index: number): ReadonlyMap<string, string> {
  const scopes = new Map<string, string>();
  const open: { readonly at: number; commas: number }[] = [];
  let quote = '';
  const enter = ({ at, commas }: { readonly at: number; readonly commas: number }) => {
    if (commas === 0) return;
    const call = text.slice(nameStart(text, at), at);
    const variable = /^\s*([A-Za-z_]\w*)\s*,/.exec(text.slice(at + 1))?.[1];
    const dot = at - call.length - 1;
    if (!MACROS.has(call) || variable === undefined || text[dot] !== '.') return;
    const list = substituted(text.slice(operandStart(text, dot), dot), scopes);
    scopes.set(variable, `${list}[0]`);
  };
  for (let at = 0; at < index; at++) {
    const c = text[at] ?? '';
    if (quote !== '') {
      if (c === '\\') at++;
      else if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if (c === '(' || c === '[' || c === '{') open.push({ at, commas: 0 });
    else if (c === ')' || c === ']' || c === '}') open.pop();
    else if (c === ',') {
      const top = open.at(-1);
      if (top !== undefined) top.commas++;
    }
  }
  for (const bracket of open) enter(bracket);
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
    /\s*(?:\.\s*\??([A-Za-z_]\w*)|\[\s*\??(?:(\d+)|"([^"\\]*)"|'([^'\\]*)'|([A-Za-z_]\w*))\s*\])/y;
  let at = root.length;
  while (at < expression.length) {
    step.lastIndex = at;
    const found = step.exec(expression);
    if (found === null) return undefined;
    const [all, field, index, double, single] = found;
    steps.push(field ?? double ?? single ?? Number(index ?? 0));
    at += all.length;
  }
  return [root, ...steps];
}
