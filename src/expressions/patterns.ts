import { RE2JS } from 're2js';
import { compileRegularExpression } from '../go/regular-expression.ts';

/** What Go says of a pattern that does not compile: `error parsing regexp: missing closing ): \`(\``. */
export function patternError(pattern: string): string | undefined {
  if (compileRegularExpression(pattern).ok) return undefined;
  try {
    RE2JS.compile(pattern);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return undefined;
}
