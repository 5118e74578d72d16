import { describe, expect, it } from 'vitest';
import { parse } from '../../src/cel/parse/parser.ts';
import { parseWithRecovery } from '../../src/cel/parse/syntax-errors.ts';
import { renderIssues, Source } from '../../src/cel/source.ts';
import { celLines } from './cel-fixtures.ts';
import { type Answer, answerOf, POLICY_PARSING, treeLine } from './parser-answer.ts';

interface Golden {
  readonly expression: string;
  readonly tree?: string;
  readonly errors?: string;
}

/**
 * Expressions of real manifests and of cel-go's suites, most of them changed at random, with the answers of an API
 * server that has the grammar of cel-go 0.23.
 */
function goldens(name: string): readonly Golden[] {
  return celLines(`parse-${name}`);
}

function answer(expression: string): Answer {
  const result = parse(expression, POLICY_PARSING);
  return 'ast' in result ? answerOf(result) : { errors: renderIssues(expression, result.errors) };
}

describe('parse, as the API server', () => {
  it.each(goldens('trees'))('makes the tree of $expression', ({ expression, tree }) => {
    expect(answer(expression)).toEqual({ tree });
  });

  it.each(goldens('errors'))('reports the errors of $expression', ({ expression, errors }) => {
    expect(answer(expression)).toEqual({ errors });
  });

  it.each(goldens('trees'))('reads $expression alike when it looks for errors', (golden) => {
    const { issues, expr } = parseWithRecovery(new Source(golden.expression), POLICY_PARSING);
    expect(issues).toEqual([]);
    expect(expr && treeLine(expr)).toBe(golden.tree);
  });
});
