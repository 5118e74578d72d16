import type { Expr, Issue } from '../cel/ast.ts';
import type { Environment } from '../cel/environment.ts';
import { childrenAsParsed } from '../cel/expression-tree.ts';
import { type ParseOptions, RESERVED } from '../cel/parse/parse-options.ts';
import { parse } from '../cel/parse/parser.ts';
import { rootName, writeName } from '../cel/qualified-names.ts';
import { type Context, environmentOf, parseOptions } from './environments.ts';

/**
 * Finds the names of what an expression uses that is declared in one context and not yet in an older one:
 * functions, macros, and names of types.
 *
 * @returns what a mistake is about that the older context finds; undefined where there is no name for it
 */
export function namedFeatures(
  expression: string,
  older: Context,
  newer: Context,
): (issue: Issue) => string | undefined {
  const parsed = parse(expression, parseOptions(newer));
  if ('errors' in parsed) return () => undefined;
  const { expr, macroCalls } = parsed.ast;
  const macros = parseOptions(older).macros;
  const environments = { older: environmentOf(older), newer: environmentOf(newer) };
  /** The innermost features at offsets of the expression. */
  const features = new Map<number, string>();
  const visit = (node: Expr, around: string | undefined): void => {
    const macro = macroCalls.get(node.id);
    let feature = around;
    let parts: readonly Expr[];
    if (macro === undefined) {
      feature = newName(node, environments) ?? around;
      parts = childrenAsParsed(node);
    } else {
      const { function: name, target, args } = macro;
      parts = target === undefined ? args : [target, ...args];
      if (macros.find(name, args.length, target !== undefined) === undefined) {
        feature = macroName(name, node, macros);
      }
    }
    if (feature !== undefined) features.set(node.offset, feature);
    for (const part of parts) visit(part, feature);
  };
  visit(expr, undefined);
  return ({ offset, message }) => features.get(offset) ?? keywordIn(message);
}

function macroName(name: string, node: Expr, macros: ParseOptions['macros']): string {
  const isTwoVariables = node.kind === 'comprehension' && node.iterVar2 !== undefined;
  return isTwoVariables && macros.has(name) ? `${name}() with two variables` : `${name}()`;
}

/** The name of a node that only the newer environment declares. */
function newName(
  node: Expr,
  { older, newer }: { readonly older: Environment; readonly newer: Environment },
): string | undefined {
  switch (node.kind) {
    case 'ident':
    case 'select': {
      if (rootName(node) === undefined) return undefined;
      const name = writeName(node);
      const isNew =
        newer.findVariable(name) !== undefined && older.findVariable(name) === undefined;
      return isNew ? name : undefined;
    }
    case 'call': {
      const { function: name, target, args } = node;
      if (target === undefined) return takes(newer, older, name, args.length, 'globals');
      const root = rootName(target);
      const full = root === undefined ? undefined : `${writeName(target)}.${name}`;
      return (
        (full === undefined ? undefined : takes(newer, older, full, args.length, 'globals')) ??
        takes(newer, older, name, args.length + 1, 'members')
      );
    }
    default:
      return undefined;
  }
}

/** The name of a function as of a call, where only the newer environment has it with so many parameters. */
function takes(
  newer: Environment,
  older: Environment,
  name: string,
  count: number,
  form: 'globals' | 'members',
): string | undefined {
  const isIn = (environment: Environment) =>
    environment.findFunction(name)?.[form].some(({ params }) => params.length === count) ?? false;
  return isIn(newer) && !isIn(older) ? `${name}()` : undefined;
}

/** Until 1.31, a field with the name of a keyword is found only under that name with underscores. */
function keywordIn(message: string): string | undefined {
  const field = /^undefined field '(\w+)'$/.exec(message)?.[1];
  return field !== undefined && RESERVED.has(field)
    ? `the keyword ${field} as the name of a field`
    : undefined;
}
