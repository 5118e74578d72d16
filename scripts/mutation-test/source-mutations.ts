import { parseAst } from 'vite';

/** A small change of a source file that a test should notice. */
export interface SourceMutation {
  /** The code that is replaced: an expression, a statement, or the selection of a method (`.some`). */
  readonly target: 'expression' | 'statement' | 'method';
  /** Offsets in the text, in UTF-16 code units; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The name of the kind of change, for the report. */
  readonly operator: string;
}

/** A node of the syntax tree, as ESTree describes it. */
interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Comparisons at their boundary, negated comparisons, arithmetic and logic. */
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['%', '*'],
  ['&&', '||'],
  ['||', '&&'],
]);

const METHODS: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
]);

/** Properties of nodes with types, which do not exist at run time. */
const TYPES = new Set([
  'typeAnnotation',
  'typeParameters',
  'typeArguments',
  'superTypeArguments',
  'returnType',
  'implements',
]);

/** Statements of types, and statements that only connect modules. */
const IGNORED = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
]);

/** All mutations of a TypeScript file, in the order of the text. */
export function mutationsOf(text: string): readonly SourceMutation[] {
  const mutations: SourceMutation[] = [];
  const visit = (node: SyntaxNode) => {
    if (IGNORED.has(node.type)) return;
    mutations.push(...mutationsAt(node, text));
    for (const [key, value] of Object.entries(node)) {
      if (TYPES.has(key) || (key === 'key' && node.computed !== true)) continue;
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) visit(child);
      }
    }
  };
  const program: unknown = parseAst(text, { lang: 'ts' });
  if (isNode(program)) visit(program);
  return mutations.sort((a, b) => a.start - b.start || a.end - b.end);
}

function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'start' in value &&
    typeof value.start === 'number'
  );
}

function mutationsAt(node: SyntaxNode, text: string): readonly SourceMutation[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return ofOperator(node, text);
    case 'UnaryExpression':
      return node.operator === '!' && isNode(node.argument)
        ? [replace(node, sourceOf(node.argument, text), 'negation removed')]
        : [];
    case 'IfStatement':
    case 'ConditionalExpression':
      return isNode(node.test)
        ? [
            replace(node.test, 'true', 'condition always true'),
            replace(node.test, 'false', 'condition always false'),
          ]
        : [];
    case 'WhileStatement':
      return isNode(node.test) ? [replace(node.test, 'false', 'loop removed')] : [];
    case 'ReturnStatement':
      return isNode(node.argument) && sourceOf(node.argument, text) !== 'undefined'
        ? [replace(node.argument, 'undefined', 'result removed')]
        : [];
    case 'Literal':
      return ofLiteral(node);
    case 'ExpressionStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      // A directive is not a statement. The call of the constructor above cannot be removed.
      return node.directive !== undefined || sourceOf(node, text).startsWith('super(')
        ? []
        : [replace(node, ';', 'statement removed')];
    case 'MemberExpression':
      return ofMethod(node, text);
    default:
      return [];
  }
}

function ofOperator(node: SyntaxNode, text: string): readonly SourceMutation[] {
  const { left, right, operator } = node;
  if (!isNode(left) || !isNode(right) || typeof operator !== 'string') return [];
  if (operator === '??') return [replace(node, sourceOf(right, text), 'left side of ?? removed')];
  const other = OPERATORS.get(operator);
  if (other === undefined || (operator === '+' && (isString(left) || isString(right)))) return [];
  const [first, second] = [sourceOf(left, text), sourceOf(right, text)];
  // `a || b` in place of the left side of `&&` needs its parentheses, which are outside of the node.
  return [replace(node, `(${first}) ${other} (${second})`, `${operator} to ${other}`)];
}

function isString(node: SyntaxNode): boolean {
  return (
    node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
  );
}

function ofLiteral(node: SyntaxNode): readonly SourceMutation[] {
  const { value } = node;
  if (typeof value === 'boolean') return [replace(node, String(!value), 'boolean inverted')];
  if (typeof value === 'number') return [replace(node, String(value + 1), 'number increased')];
  return [];
}

function ofMethod(node: SyntaxNode, text: string): readonly SourceMutation[] {
  if (!isNode(node.property) || !isNode(node.object) || node.computed === true) return [];
  const name = sourceOf(node.property, text);
  const other = METHODS.get(name);
  if (other === undefined) return [];
  const { start, end } = node.property;
  return [{ target: 'method', start, end, replacement: other, operator: `${name} to ${other}` }];
}

function replace(
  { start, end }: SyntaxNode,
  replacement: string,
  operator: string,
): SourceMutation {
  const target = operator === 'statement removed' ? 'statement' : 'expression';
  return { target, start, end, replacement, operator };
}

function sourceOf(node: SyntaxNode, text: string): string {
  return text.slice(node.start, node.end);
}
