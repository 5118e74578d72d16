import type { Expr, MapEntry, StructField } from '../ast.ts';
import {
  bytesLiteral,
  doubleLiteral,
  intLiteral,
  type Literal,
  stringLiteral,
  uintLiteral,
} from './literals.ts';
import { balancedLogic, type LogicOperator } from './logic.ts';
import type { NodeFactory, WrittenCall } from './node-factory.ts';
import { type ParseOptions, RECURSION_LIMIT, RESERVED } from './parse-options.ts';
import type { ParseNode } from './parse-tree.ts';
import type { SourceToken } from './token-stream.ts';

/** The functions of the binary operators. */
const OPERATORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '==': '_==_',
    '!=': '_!=_',
    in: '@in',
    '<': '_<_',
    '<=': '_<=_',
    '>=': '_>=_',
    '>': '_>_',
    '*': '_*_',
    '/': '_/_',
    '%': '_%_',
    '+': '_+_',
    '-': '_-_',
  }),
);

/**
 * Creates the syntax tree from a parse tree, which can be incomplete, and reports the errors that the grammar does
 * not exclude: literals out of range, reserved words, wrong arguments of macros and others. A null literal replaces
 * each part with an error.
 *
 * Source: the visitor in `parser/parser.go` of cel-go.
 */
export class TreeBuilder {
  /** True if the builder stopped because the expression is nested too deeply. */
  isTooDeep = false;
  private readonly nodes: NodeFactory;
  private readonly options: ParseOptions;
  private readonly found: (offset: number, message: string) => void;
  private depth = 0;

  constructor(
    nodes: NodeFactory,
    options: ParseOptions,
    report: (offset: number, message: string) => void,
  ) {
    this.nodes = nodes;
    this.options = options;
    this.found = report;
  }

  /** The syntax tree of the whole expression. */
  build(start: ParseNode): Expr {
    return this.visit(start.node('e'));
  }

  private visit(tree: ParseNode | undefined): Expr {
    const node = unnest(tree);
    if (node === undefined || this.isTooDeep) return this.nothing(-1);
    if (!COUNTED.has(node.form ?? '') && node.rule !== 'expr') return this.visitNode(node);
    this.depth++;
    if (this.depth > RECURSION_LIMIT) {
      this.isTooDeep = true;
      return this.nothing(-1);
    }
    const expr = this.visitNode(node);
    this.depth--;
    return expr;
  }

  private visitNode(node: ParseNode): Expr {
    switch (node.rule) {
      case 'expr':
        return this.conditional(node);
      case 'conditionalOr':
        return this.logic(node, '_||_');
      case 'conditionalAnd':
        return this.logic(node, '_&&_');
      case 'relation':
      case 'calc':
        return this.operation(node);
      case 'unary':
        return this.unary(node);
      case 'member':
        return this.member(node);
      case 'primary':
        return this.primary(node);
      case 'literal':
        return this.literal(node);
      default:
        return this.nothing(-1);
    }
  }

  private nothing(offset: number): Expr {
    return this.nodes.constant(offset, { type: 'null' });
  }

  private report(offset: number, message: string): Expr {
    if (!this.isTooDeep) this.found(offset, message);
    return this.nothing(offset);
  }

  /** @param head the call without its arguments */
  private callOf(head: Omit<WrittenCall, 'args'>, written: ParseNode | undefined): Expr {
    const args = (written?.allNodes('e') ?? []).map((arg) => this.visit(arg));
    const call = this.nodes.callOrMacro({ ...head, args });
    return call.kind === 'error' ? this.report(call.offset, call.message) : call;
  }

  private conditional(node: ParseNode): Expr {
    const condition = this.visit(node.node('e'));
    const offset = offsetOf(node.token('op'));
    const id = this.nodes.id();
    const ifTrue = this.visit(node.node('e1'));
    const ifFalse = this.visit(node.node('e2'));
    return this.nodes.call(id, offset, '_?_:_', [condition, ifTrue, ifFalse]);
  }

  private logic(node: ParseNode, name: '_||_' | '_&&_'): Expr {
    const terms = [this.visit(node.node('e'))];
    const chain: LogicOperator[] = [];
    const rest = node.allNodes('e1');
    for (const [index, operator] of node.allTokens('ops').entries()) {
      terms.push(this.visit(rest[index]));
      chain.push({ id: this.nodes.id(), offset: operator.offset });
    }
    return balancedLogic(this.nodes, name, terms, chain);
  }

  private operation(node: ParseNode): Expr {
    const operator = node.token('op');
    const name = OPERATORS.get(operator?.text ?? '');
    if (operator === undefined || name === undefined) {
      return this.report(node.start.offset, 'operator not found');
    }
    const left = this.visit(node.node('left'));
    const id = this.nodes.id();
    const right = this.visit(node.node('right'));
    return this.nodes.call(id, operator.offset, name, [left, right]);
  }

  private unary(node: ParseNode): Expr {
    if (node.form === undefined) return this.nothing(node.start.offset);
    const operators = node.allTokens('ops');
    const [first] = operators;
    if (first === undefined || operators.length % 2 === 0) return this.visit(node.node('member'));
    const id = this.nodes.id();
    const operand = this.visit(node.node('member'));
    const name = node.form === 'LogicalNot' ? '!_' : '-_';
    return this.nodes.call(id, first.offset, name, [operand]);
  }

  private member(node: ParseNode): Expr {
    const operand = this.visit(node.node('left'));
    switch (node.form) {
      case 'Select':
        return this.select(node, operand);
      case 'MemberCall': {
        const name = node.token('id');
        if (name === undefined) return this.nothing(node.start.offset);
        const id = this.nodes.id();
        const offset = offsetOf(node.token('open'));
        const head = { id, offset, function: name.text, target: operand };
        return this.callOf(head, node.node('args'));
      }
      default:
        return this.index(node, operand);
    }
  }

  private select(node: ParseNode, operand: Expr): Expr {
    const operator = node.token('op');
    const name = node.node('id') ?? node.token('id');
    if (operator === undefined || name === undefined) return this.nothing(node.start.offset);
    const nameOffset = 'start' in name ? name.start.offset : name.offset;
    const field = this.fieldName(name, nameOffset);
    if (node.token('opt') === undefined) {
      return this.nodes.select(operator.offset, operand, field ?? '');
    }
    if (!this.options.optionalSyntax)
      return this.report(operator.offset, "unsupported syntax '.?'");
    const value = this.nodes.constant(nameOffset, { type: 'string', value: field ?? '' });
    return this.nodes.call(this.nodes.id(), operator.offset, '_?._', [operand, value]);
  }

  /** The name of a field; undefined if it is not one, which is reported at `errorOffset`. */
  private fieldName(name: ParseNode | SourceToken, errorOffset: number): string | undefined {
    if ('text' in name) return name.text;
    const text = name.token('id')?.text ?? '';
    if (name.form === 'SimpleIdentifier') return text;
    const isEscaped = name.form !== undefined;
    if (isEscaped && this.options.escapedNames === true) return text.slice(1, -1);
    this.report(errorOffset, isEscaped ? "unsupported syntax: '`'" : 'unsupported ident kind');
    return undefined;
  }

  private index(node: ParseNode, operand: Expr): Expr {
    const operator = node.token('op');
    if (operator === undefined) return this.nothing(node.start.offset);
    const id = this.nodes.id();
    const index = this.visit(node.node('index'));
    const isOptional = node.token('opt') !== undefined;
    if (isOptional && !this.options.optionalSyntax) {
      return this.report(operator.offset, "unsupported syntax '[?'");
    }
    const name = isOptional ? '_[?_]' : '_[_]';
    return this.nodes.call(id, operator.offset, name, [operand, index]);
  }

  private primary(node: ParseNode): Expr {
    switch (node.form) {
      case 'Ident':
      case 'GlobalCall':
      case 'IdentOrGlobalCall':
        return this.named(node);
      case 'CreateList':
        return this.list(node);
      case 'CreateStruct':
        return this.map(node);
      case 'CreateMessage':
        return this.message(node);
      default:
        return this.nothing(-1);
    }
  }

  private named(node: ParseNode): Expr {
    const name = node.token('id');
    if (name === undefined) return this.nothing(node.start.offset);
    if (RESERVED.has(name.text)) {
      return this.report(node.start.offset, `reserved identifier: ${name.text}`);
    }
    const qualified = `${node.token('leadingDot') === undefined ? '' : '.'}${name.text}`;
    const parenthesis = node.token('op');
    if (node.form === 'Ident' || (node.form === 'IdentOrGlobalCall' && parenthesis === undefined)) {
      return this.nodes.ident(name.offset, qualified);
    }
    const id = this.nodes.id();
    const head = { id, offset: offsetOf(parenthesis), function: qualified, target: undefined };
    return this.callOf(head, node.node('args'));
  }

  private list(node: ParseNode): Expr {
    const offset = offsetOf(node.token('op'));
    const id = this.nodes.id();
    const optionalIndices: number[] = [];
    const elements = (node.node('elems')?.allNodes('elems') ?? []).map((element, index) => {
      const value = this.visit(element.node('e'));
      const mark = element.token('opt');
      if (mark !== undefined && this.options.optionalSyntax) optionalIndices.push(index);
      else if (mark !== undefined) this.report(mark.offset, "unsupported syntax '?'");
      return value;
    });
    return { kind: 'list', id, offset, elements, optionalIndices };
  }

  private map(node: ParseNode): Expr {
    const offset = offsetOf(node.token('op'));
    const id = this.nodes.id();
    return { kind: 'map', id, offset, entries: this.entries(node.node('entries')) };
  }

  private entries(list: ParseNode | undefined): readonly MapEntry[] {
    const keys = list?.allNodes('keys') ?? [];
    const values = list?.allNodes('values') ?? [];
    const entries: MapEntry[] = [];
    for (const [index, colon] of (list?.allTokens('cols') ?? []).entries()) {
      const id = this.nodes.id();
      const keyNode = keys[index];
      const valueNode = values[index];
      if (keyNode === undefined || valueNode === undefined) return [];
      const optional = this.isOptional(keyNode);
      if (optional === undefined) continue;
      const key = this.visit(keyNode.node('e'));
      const value = this.visit(valueNode);
      entries.push({ id, offset: colon.offset, key, value, optional });
    }
    return entries;
  }

  /** Reports whether a key or field is optional (`?a`); undefined if that is not allowed. */
  private isOptional(node: ParseNode): boolean | undefined {
    const optional = node.token('opt') !== undefined;
    if (!optional || this.options.optionalSyntax) return optional;
    this.report(node.start.offset, "unsupported syntax '?'");
    return undefined;
  }

  private message(node: ParseNode): Expr {
    const path = node.allTokens('ids').map(({ text }) => text);
    const name = `${node.token('leadingDot') === undefined ? '' : '.'}${path.join('.')}`;
    const offset = offsetOf(node.token('op'));
    const id = this.nodes.id();
    const list = node.node('entries');
    const fields = list === undefined ? [] : this.fields(list);
    return { kind: 'struct', id, offset, name, fields };
  }

  private fields(list: ParseNode): readonly StructField[] {
    const colons = list.allTokens('cols');
    const values = list.allNodes('values');
    const fields: StructField[] = [];
    for (const [index, node] of list.allNodes('fields').entries()) {
      const colon = colons[index];
      const valueNode = values[index];
      if (colon === undefined || valueNode === undefined) return [];
      const id = this.nodes.id();
      const optional = this.isOptional(node);
      if (optional === undefined) continue;
      const nameNode = node.node('id') ?? node.token('id');
      if (nameNode === undefined) return [];
      const name = this.fieldName(nameNode, list.start.offset);
      if (name === undefined) continue;
      const value = this.visit(valueNode);
      fields.push({ id, offset: colon.offset, name, value, optional });
    }
    return fields;
  }

  private literal(node: ParseNode): Expr {
    const { offset } = node.start;
    const literal = this.literalValue(node);
    if (literal === undefined) return this.nothing(-1);
    if ('error' in literal) return this.report(offset, literal.error);
    return this.nodes.constant(offset, literal.value);
  }

  private literalValue(node: ParseNode): Literal | undefined {
    const text = (node.token('sign')?.text ?? '') + (node.token('tok')?.text ?? '');
    switch (node.form) {
      case 'Int':
        return intLiteral(text);
      case 'Uint':
        return uintLiteral(text);
      case 'Double':
        return doubleLiteral(text);
      case 'String':
        return stringLiteral(text, this.options.grammar === '0.22' ? 'replaced' : 'refused');
      case 'Bytes':
        return bytesLiteral(text);
      case 'BoolTrue':
      case 'BoolFalse':
        return { value: { type: 'bool', value: node.form === 'BoolTrue' } };
      case 'Null':
        return { value: { type: 'null' } };
      default:
        return undefined;
    }
  }
}

/** The alternatives that count towards the recursion limit, in addition to the conditional expression. */
const COUNTED: ReadonlySet<string> = new Set(['operator', 'Select', 'MemberCall', 'Index']);

function offsetOf(token: SourceToken | undefined): number {
  return token?.offset ?? -1;
}

/** Descends through rules that consist of a single other rule. */
function unnest(tree: ParseNode | undefined): ParseNode | undefined {
  let node = tree;
  while (node !== undefined) {
    const inner = innerOf(node);
    if (inner === 'itself') return node;
    node = inner;
  }
  return undefined;
}

function innerOf(node: ParseNode): ParseNode | 'itself' | undefined {
  switch (node.rule) {
    case 'expr':
      return node.token('op') === undefined ? node.node('e') : 'itself';
    case 'conditionalOr':
    case 'conditionalAnd':
      return node.allTokens('ops').length === 0 ? node.node('e') : 'itself';
    case 'relation':
    case 'calc':
      return node.form === undefined ? node.node('e') : 'itself';
    case 'unary':
      return node.form === 'MemberExpr' ? node.node('member') : 'itself';
    case 'member':
      return node.form === 'PrimaryExpr' ? node.node('e') : 'itself';
    case 'primary':
      if (node.form === 'Nested') return node.node('e');
      return node.form === 'ConstantLiteral' ? node.node('literal') : 'itself';
    default:
      return 'itself';
  }
}
