import type { Expr, Issue } from '../../cel/ast.ts';
import type { Environment } from '../../cel/environment.ts';
import { childrenAsParsed } from '../../cel/expression-tree.ts';
import { type ParseOptions, RESERVED } from '../../cel/parse/parse-options.ts';
import { parse } from '../../cel/parse/parser.ts';
import { rootName, writeName } from '../../cel/qualified-names.ts';
import { type Context, environmentOf, parseOptions } from './environments.ts';

/**
 * Finds the functions, macros and types in an expression that a newer context declares and an older one does not.
 *
 * @returns the name of the feature that an error in the older context is about; undefined if it has none
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
  /** The innermost feature at each offset of the expression. */
  const features = new Map<number, string>();
  const visit = (node: Expr, outer: string | undefined): void => {
    const macro = macroCalls.get(node.id);
    let feature = outer;
    let children: readonly Expr[];
    if (macro === undefined) {
      feature = newName(node, environments) ?? outer;
      children = childrenAsParsed(node);
    } else {
      const { function: name, target, args } = macro;
      children = target === undefined ? args : [target, ...args];
      if (macros.find(name, args.length, target !== undefined) === undefined) {
        feature = macroName(name, node, macros);
      }
    }
    if (feature !== undefined) features.set(node.offset, feature);
    for (const child of children) visit(child, feature);
  };
  visit(expr, undefined);
  return ({ offset, message }) => features.get(offset) ?? keywordIn(message);
}

function macroName(name: string, node: Expr, macros: ParseOptions['macros']): string {
  const hasTwoVariables = node.kind === 'comprehension' && node.iterVar2 !== undefined;
  return hasTwoVariables && macros.has(name) ? `${name}() with two variables` : `${name}()`;
}

interface Environments {
  readonly older: Environment;
  readonly newer: Environment;
}

/** The name in a node that only the newer environment declares. */
function newName(node: Expr, environments: Environments): string | undefined {
  switch (node.kind) {
    case 'ident':
    case 'select': {
      if (rootName(node) === undefined) return undefined;
      const { older, newer } = environments;
      const name = writeName(node);
      const isNew =
        newer.findVariable(name) !== undefined && older.findVariable(name) === undefined;
      return isNew ? name : undefined;
    }
    case 'call': {
      const { function: name, target, args } = node;
      if (target === undefined) return newFunction(environments, name, args.length, 'globals');
      const root = rootName(target);
      const qualified = root === undefined ? undefined : `${writeName(target)}.${name}`;
      const global =
        qualified === undefined
          ? undefined
          : newFunction(environments, qualified, args.length, 'globals');
      return global ?? newFunction(environments, name, args.length + 1, 'members');
    }
    default:
      return undefined;
  }
}

/** A function as a call, if only the newer environment has it with that number of parameters. */
function newFunction(
  { older, newer }: Environments,
  name: string,
  count: number,
  form: 'globals' | 'members',
): string | undefined {
  const isIn = (environment: Environment) =>
    environment.findFunction(name)?.[form].some(({ params }) => params.length === count) ?? false;
  return isIn(newer) && !isIn(older) ? `${name}()` : undefined;
}

/** Until 1.31, a field whose name is a keyword is found only under its escaped name. */
function keywordIn(message: string): string | undefined {
  const field = /^undefined field '(\w+)'$/.exec(message)?.[1];
  return field !== undefined && RESERVED.has(field)
    ? `the keyword ${field} as the name of a field`
    : undefined;
}
