import type { Expr } from '../../src/cel/ast.ts';
import type { CheckedAst, Reference } from '../../src/cel/check/checked-ast.ts';
import { type Type, typeText } from '../../src/cel/types.ts';
import type { StructuralSchema } from '../../src/server/crd/structural.ts';
import { compile, variableType } from '../../src/server/expressions/compile.ts';
import type { EnvironmentName } from '../../src/server/expressions/environment-table.ts';
import { acceptsKeywords } from '../../src/server/expressions/environments.ts';
import type { Expressions } from '../../src/server/expressions/libraries/versioned-libraries.ts';
import { SchemaTypes, SelfTypes } from '../../src/server/expressions/types/schema-types.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

/** An expression and its place, in the form in which the oracle is asked. */
export interface Question {
  readonly env: EnvironmentName;
  readonly expression: string;
  readonly schema?: StructuralSchema;
  readonly root?: boolean;
  readonly optionalOldSelf?: boolean;
  readonly params?: boolean;
  readonly stored?: boolean;
  readonly variables?: readonly { readonly name: string; readonly expression: string }[];
}

/** The result of a compiler for an expression, in a form that can be compared. */
export interface Answer {
  /** The errors in one piece. */
  readonly text?: string;
  /** The words on a wrong result. */
  readonly typeError?: string;
  readonly type?: string;
  /** The types and references of all nodes: `bool^equals int^x int`. */
  readonly nodes?: string;
  readonly crash?: string;
}

/** The result of kubeadmit. */
export function answerOf(question: Question, minor: Minor): Answer {
  const { env, expression, stored = false } = question;
  const expressions: Expressions = stored ? 'stored' : 'new';
  const common = { minor, expressions, hasParams: question.params ?? env !== 'webhook' };
  let context: Parameters<typeof compile>[1] = { ...common, environment: env };
  if (env.startsWith('crd')) {
    const schema = question.schema ?? {};
    const isRoot = (question.root ?? false) || schema['x-kubernetes-embedded-resource'] === true;
    const type = new SchemaTypes(minor).typeOf(schema, isRoot);
    if (type === undefined) throw new Error('the schema has no CEL type');
    const self = new SelfTypes(type, acceptsKeywords(minor, expressions));
    context = { ...context, self, optionalOldSelf: question.optionalOldSelf ?? false };
  } else if (env !== 'webhook') {
    const variables = new Map<string, Type>();
    for (const variable of question.variables ?? []) {
      // Variables are compiled with the authorizer and without the types of patches.
      const inner = { ...common, environment: 'vap-variable', variables } as const;
      const compiled = compile(variable.expression, inner);
      variables.set(variable.name, variableType(compiled.ok ? compiled.type : undefined));
    }
    context = { ...context, variables };
  }
  const compiled = compile(expression, context);
  if (compiled.ok) {
    return { type: typeText(compiled.type), nodes: describe(compiled.checked) };
  }
  switch (compiled.reason) {
    case 'crash':
      return { crash: compiled.detail };
    case 'result':
    case 'dyn-result':
    case 'program':
      return { typeError: compiled.detail.replace(/^messageExpression inst/, 'program inst') };
    default:
      return {
        text: levelled(compiled.detail.replace(/^(messageExpression )?compilation failed: /, '')),
      };
  }
}

/** Without the form in which Go prints a node: its text in 1.30, its address in 1.31. */
function levelled(text: string): string {
  return text.replaceAll(/(already exists for expression: ).*(?=\(\d+\) old:)\(\d+\)/g, '$1');
}

/** The nodes in the order of the tree; their ids differ between releases. */
function describe({ ast, types, references }: CheckedAst): string {
  const nodes: string[] = [];
  const visit = (expr: Expr | undefined): void => {
    if (expr === undefined) return;
    const type = types.get(expr.id);
    const reference = references.get(expr.id);
    // The name in an optional selection has no type.
    if (type !== undefined) nodes.push(node(typeText(type), nameOf(reference)));
    if (reference?.kind === 'variable' && expr.kind === 'select') return;
    const isNamespaced = reference?.kind === 'function' && reference.isNamespaced;
    for (const child of childrenOf(expr, isNamespaced)) visit(child);
  };
  visit(ast.expr);
  return nodes.join(' ');
}

function nameOf(reference: Reference | undefined): string {
  if (reference === undefined) return '';
  return reference.kind === 'variable' ? reference.name : reference.overloads.join('|');
}

function childrenOf(expr: Expr, isNamespaced: boolean): readonly (Expr | undefined)[] {
  switch (expr.kind) {
    case 'select':
      return [expr.operand];
    case 'call':
      return [isNamespaced ? undefined : expr.target, ...expr.args];
    case 'list':
      return expr.elements;
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case 'struct':
      return expr.fields.map(({ value }) => value);
    case 'comprehension':
      return [expr.iterRange, expr.accuInit, expr.loopCondition, expr.loopStep, expr.result];
    default:
      return [];
  }
}

function node(type: string, reference: string): string {
  return `${type}${reference === '' ? '' : `^${reference}`}`;
}

const CHILDREN = [
  'operand',
  'target',
  'args',
  'elements',
  'entries',
  'key',
  'iterRange',
  'accuInit',
  'loopCondition',
  'loopStep',
  'result',
] as const;

/** The result of the oracle. */
export function answerOfOracle(reply: Reply, minor: Minor): Answer {
  // A crash after the type is known is one of the evaluation.
  if (reply.panic !== undefined && reply.type === undefined) return { crash: reply.panic };
  if (reply.text !== undefined) return { text: levelled(reply.text) };
  if (reply.typeError !== undefined) return { typeError: typeErrorOf(reply.typeError, minor) };
  const nodes: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
      return;
    }
    const one = value as { readonly [key: string]: unknown };
    const isEntry = one.kind === undefined;
    if (!isEntry && one.type !== undefined) {
      const overloads = Array.isArray(one.overloads) ? one.overloads.join('|') : '';
      nodes.push(node(String(one.type), overloads === '' ? String(one.ref ?? '') : overloads));
    }
    for (const key of CHILDREN) visit(one[key]);
    if (isEntry) visit(one.value);
  };
  visit(reply.ast);
  return { type: reply.type ?? '', nodes: nodes.join(' ') };
}

/** Kubernetes 1.31 and earlier does not print the type; the oracle always prints it. */
function typeErrorOf(text: string, minor: Minor): string {
  return serverHas('result-type-in-message', minor) ? text : text.replace(/ but got .*$/, '');
}

export interface Reply {
  readonly ok?: boolean;
  readonly text?: string;
  readonly typeError?: string;
  readonly type?: string;
  readonly ast?: unknown;
  readonly panic?: string;
  readonly requestError?: string;
}
