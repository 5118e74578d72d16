import type { TextRange } from '../../analysis/cel/text-ranges.ts';
import { trimSpace } from '../../base/go/white-space.ts';
import type { Call, Expr } from '../../cel/ast.ts';
import { utf16Index } from '../../cel/code-points.ts';
import {
  compileExpression,
  type ExpressionInput,
  evaluateExpression,
} from '../../server/expressions/evaluation.ts';
import { MINORS, type Minor } from '../../server/kubernetes/minors.ts';
import { selectionsIn } from '../admit/explain.ts';
import { OperandRanges } from '../operand-ranges.ts';
import { type EvaluationJson, evaluationJson } from './evaluation-json.ts';

/**
 * The parts of an expression, each evaluated on its own: the operands of `&&`, `||` and `?:`, then the fields and
 * variables that it reads. Parts within macros are not among them, because they have a value for each element.
 */
export function expressionParts(
  expression: string,
  input: ExpressionInput,
  minor: Minor,
): readonly EvaluationJson[] {
  const compiled = compileExpression(expression, input, minor, 'stored');
  if (!compiled.ok) return [];
  const text = input.kind === 'admission' ? trimSpace(expression) : expression;
  const { checked } = compiled;
  const { expr } = checked.ast;
  const operands = operandsOf(expr, text).map(({ from, to }) => text.slice(from, to));
  const parts = new Set([...operands, ...selectionsIn(expr, checked).keys()]);
  parts.delete(text);
  return [...parts].map((part) => evaluationJson(part, evaluateExpression(part, input, minor)));
}

const OPERATORS: ReadonlyMap<string, '&&' | '||'> = new Map([
  ['_&&_', '&&'],
  ['_||_', '||'],
]);

/** The ranges of the operands of the outermost operators, and of the operators in them. */
function operandsOf(root: Expr, text: string): readonly TextRange[] {
  const ranges = new OperandRanges(text);
  const found: TextRange[] = [];
  const visit = (expr: Expr) => {
    if (expr.kind !== 'call') return;
    const operands = rangesOf(expr, ranges, utf16Index(text, expr.offset));
    for (const [index, operand] of expr.args.entries()) {
      const range = operands?.[index];
      // A chain such as a && b && c is one operator with several operands.
      const isChain = operand.kind === 'call' && operand.function === expr.function;
      if (range !== undefined && !isChain) found.push(range);
      if (range !== undefined) visit(operand);
    }
  };
  visit(root);
  return found;
}

function rangesOf(expr: Call, ranges: OperandRanges, at: number): readonly TextRange[] | undefined {
  const operator = OPERATORS.get(expr.function);
  if (operator !== undefined) return ranges.ofLogic(operator, at);
  return expr.function === '_?_:_' ? ranges.ofConditional(at) : undefined;
}

/** The first minor that accepts an expression in a new object. Undefined if the newest refuses it. */
export function sinceWhen(expression: string, input: ExpressionInput): Minor | undefined {
  const refused = MINORS.findLastIndex(
    (minor) => !compileExpression(expression, input, minor, 'new').ok,
  );
  return MINORS[refused + 1];
}
