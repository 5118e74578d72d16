import type { Ast } from '../ast.ts';
import { codePointCount } from '../code-points.ts';
import { collectIssues, type Issues, Source } from '../source.ts';
import { CODE_POINT_LIMIT, type ParseOptions } from './parse-options.ts';
import { parseWithRecovery } from './syntax-errors.ts';
import { parseValid } from './valid-parser.ts';

/** The syntax tree of an expression, or its errors. */
export type ParseResult = { readonly ast: Ast } | { readonly errors: Issues };

/**
 * Parses an expression as the API server does: into a syntax tree with the ids and offsets of cel-go and expanded
 * macros, or into the server's errors, in the order in which it prints them. It does not throw for any input.
 */
export function parse(source: string, options: ParseOptions): ParseResult {
  const size = codePointCount(source);
  if (size > CODE_POINT_LIMIT) {
    const message = `expression code point size exceeds limit: size: ${size}, limit ${CODE_POINT_LIMIT}`;
    return { errors: collectIssues([new Source(source).issueOfAll(message)]) };
  }
  const valid = parseValid(source, options);
  if (valid !== undefined) {
    return { ast: { source, expr: valid.expr, macroCalls: valid.nodes.macroCalls } };
  }
  return { errors: collectIssues(parseWithRecovery(new Source(source), options).issues) };
}
