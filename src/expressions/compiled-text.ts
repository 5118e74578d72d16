import { type Compiled, compile } from './compile.ts';
import type { Context } from './environments.ts';

/** An expression, and what came of compiling it. */
export interface CompiledText {
  readonly text: string;
  /** In which it was compiled. */
  readonly context: Context;
  readonly compiled: Compiled;
}

export function compileText(text: string, context: Context): CompiledText {
  return { text, context, compiled: compile(text, context) };
}
