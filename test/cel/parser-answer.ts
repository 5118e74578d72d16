import type { ConstantValue, Expr, MapEntry, StructField } from '../../src/cel/ast.ts';
import { optionalsLibrary } from '../../src/cel/library/optionals.ts';
import { STANDARD_MACROS } from '../../src/cel/library/standard-macros.ts';
import { twoVariableComprehensions } from '../../src/cel/library/two-variable-comprehensions.ts';
import { type Macro, MacroTable } from '../../src/cel/parse/macros.ts';
import type { ParseOptions } from '../../src/cel/parse/parse-options.ts';
import type { ParseResult } from '../../src/cel/parse/parser.ts';
import { OPTIONAL_TYPE } from '../../src/cel/values/value.ts';
import { debugString } from './debug-string.ts';

/** The way in which API servers with the grammar of cel-go 0.23 parse the expressions of admission policies. */
export const POLICY_PARSING: ParseOptions = {
  macros: new MacroTable([
    ...STANDARD_MACROS,
    ...(twoVariableComprehensions().macros ?? []),
    ...(optionalsLibrary({ version: 2, type: OPTIONAL_TYPE }).macros ?? []),
  ]),
  optionalSyntax: true,
  accumulator: '@result',
  grammar: '0.23',
};

/** `existsOne`, a macro of cel-go that Kubernetes does not load: the later name of `exists_one`. */
export const EXISTS_ONE_MACRO: Macro = { ...macroNamed('exists_one'), name: 'existsOne' };

function macroNamed(name: string): Macro {
  const macro = STANDARD_MACROS.find((standardMacro) => standardMacro.name === name);
  if (macro === undefined) throw new Error(`no macro ${name}`);
  return macro;
}

/** A tree on one line, each node with its id and its place, or the text of the errors. */
export type Answer = { readonly tree: string } | { readonly errors: string };

export function treeLine(expr: Expr): string {
  const adorn = (node: Expr | MapEntry | StructField): string =>
    'kind' in node ? `#${node.id}@${node.offset}${marks(node)}` : `#${node.id}`;
  return debugString(expr, adorn).replace(/\n\s*/gu, '');
}

function marks(node: Expr): string {
  if (node.kind !== 'list' || node.optionalIndices.length === 0) return '';
  return `?${node.optionalIndices.join('?')}`;
}

export function answerOf(result: Extract<ParseResult, { ast: unknown }>): Answer {
  return { tree: treeLine(result.ast.expr) };
}

/** A node as the server's replies have it. */
interface ServerNode {
  readonly id: number;
  readonly kind: string;
  readonly offset: number;
  readonly constType?: string;
  readonly value?: unknown;
  readonly name?: string;
  readonly field?: string;
  readonly test?: boolean;
  readonly operand?: ServerNode;
  readonly function?: string;
  readonly target?: ServerNode;
  readonly args?: readonly ServerNode[];
  readonly elements?: readonly ServerNode[];
  readonly optional?: readonly number[];
  readonly entries?: readonly {
    readonly id: number;
    readonly key?: ServerNode;
    readonly field?: string;
    readonly value: ServerNode;
    readonly optional?: boolean;
  }[];
  readonly iterVar?: string;
  readonly iterVar2?: string;
  readonly iterRange?: ServerNode;
  readonly accuVar?: string;
  readonly accuInit?: ServerNode;
  readonly loopCondition?: ServerNode;
  readonly loopStep?: ServerNode;
  readonly result?: ServerNode;
}

interface ServerReply {
  readonly ast?: ServerNode;
  readonly text?: string;
}

/**
 * The server's answer, from its reply on an expression and on `[expression\n,undeclared_]`, of which
 * the tree is taken; undefined if it has none.
 */
export function serverAnswer(alone: string, inList: string): Answer | undefined {
  const reply = readReply(alone);
  const listed = readReply(inList)?.ast?.elements?.[0];
  if (reply?.ast !== undefined) {
    return listed === undefined ? undefined : { tree: treeLine(nodeOf(listed, 1)) };
  }
  return reply?.text === undefined ? undefined : { errors: reply.text };
}

function readReply(line: string): ServerReply | undefined {
  // Integers would lose digits as numbers.
  const exact = line.replace(/("constType":"u?int","value":)(-?\d+)/gu, '$1"$2"');
  try {
    return JSON.parse(exact);
  } catch {
    return undefined;
  }
}

/** The node with ids and offsets that begin `shift` earlier. */
function nodeOf(node: ServerNode, shift: number): Expr {
  const at = (part: ServerNode | undefined): Expr =>
    part === undefined ? { ...head, kind: 'ident', name: '?' } : nodeOf(part, shift);
  const head = { id: node.id - shift, offset: node.offset - shift };
  switch (node.kind) {
    case 'const':
      return { ...head, kind: 'const', value: constantOf(node) };
    case 'ident':
      return { ...head, kind: 'ident', name: node.name ?? '' };
    case 'select': {
      const { field = '', test = false } = node;
      return { ...head, kind: 'select', operand: at(node.operand), field, testOnly: test };
    }
    case 'call': {
      const target = node.target === undefined ? undefined : at(node.target);
      const args = (node.args ?? []).map(at);
      return { ...head, kind: 'call', function: node.function ?? '', target, args };
    }
    case 'list':
      return {
        ...head,
        kind: 'list',
        elements: (node.elements ?? []).map(at),
        optionalIndices: node.optional ?? [],
      };
    case 'map':
    case 'struct':
      return entriesOf(node, head, at, shift);
    default:
      return {
        ...head,
        kind: 'comprehension',
        iterVar: node.iterVar ?? '',
        iterVar2: node.iterVar2,
        iterRange: at(node.iterRange),
        accuVar: node.accuVar ?? '',
        accuInit: at(node.accuInit),
        loopCondition: at(node.loopCondition),
        loopStep: at(node.loopStep),
        result: at(node.result),
      };
  }
}

function entriesOf(
  node: ServerNode,
  head: { readonly id: number; readonly offset: number },
  at: (part: ServerNode | undefined) => Expr,
  shift: number,
): Expr {
  const entries = (node.entries ?? []).map((entry) => ({
    id: entry.id - shift,
    offset: -1,
    key: at(entry.key),
    name: entry.field ?? '',
    value: at(entry.value),
    optional: entry.optional ?? false,
  }));
  return node.kind === 'map'
    ? { ...head, kind: 'map', entries }
    : { ...head, kind: 'struct', name: node.name ?? '', fields: entries };
}

function constantOf({ constType, value = '' }: ServerNode): ConstantValue {
  switch (constType) {
    case 'bool':
      return { type: 'bool', value: value === true };
    case 'int':
    case 'uint':
      return { type: constType, value: BigInt(String(value)) };
    case 'double':
      return { type: 'double', value: Number(value) };
    case 'string':
      return { type: 'string', value: String(value) };
    case 'bytes':
      return { type: 'bytes', value: Uint8Array.from(Buffer.from(String(value), 'base64')) };
    default:
      return { type: 'null' };
  }
}
