import type { ExpressionResult } from '../../server/expressions/evaluation.ts';
import { PER_CALL_LIMIT } from '../../server/expressions/runtime.ts';

/** The result of an expression, as `kubeadmit eval -f json` prints it. */
export interface EvaluationJson {
  readonly version: 1;
  readonly expression: string;
  /** The value in the notation of CEL; absent if there are errors. */
  readonly value?: string;
  /** The type of the value; absent if the expression does not compile. */
  readonly type?: string;
  readonly cost?: number;
  readonly limit?: number;
  readonly errors: readonly ExpressionError[];
}

/** An error of an expression, and its place if it is an error of the compiler. */
interface ExpressionError {
  readonly message: string;
  /** From 1. */
  readonly line: number | null;
  /** From 1, in code points. */
  readonly column: number | null;
}

/** The result of an expression as JSON, for programs. */
export function evaluationJson(expression: string, result: ExpressionResult): EvaluationJson {
  const common = { version: 1, expression } as const;
  if (result.kind === 'refused') {
    const { issues, detail } = result;
    const errors = issues.map(({ line, column, message }) => ({
      message,
      line,
      column: column + 1,
    }));
    return { ...common, errors: errors.length === 0 ? [withoutPlace(detail)] : errors };
  }
  const { type, cost } = result;
  const measured = { type, cost, limit: PER_CALL_LIMIT };
  return result.kind === 'error'
    ? { ...common, ...measured, errors: [withoutPlace(result.error)] }
    : { ...common, value: result.text, ...measured, errors: [] };
}

function withoutPlace(message: string): ExpressionError {
  return { message, line: null, column: null };
}
