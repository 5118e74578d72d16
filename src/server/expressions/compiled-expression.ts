import { type Compiled, compile } from './compile.ts';
import type { Context } from './environments.ts';

/** The text of an expression with the result of compiling it. */
export interface CompiledExpression {
  readonly text: string;
  readonly context: Context;
  readonly compiled: Compiled;
}

export function compileExpression(text: string, context: Context): CompiledExpression {
  return { text, context, compiled: compile(text, context) };
}
