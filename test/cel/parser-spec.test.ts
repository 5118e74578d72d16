import { getParsingSuite } from '@bufbuild/cel-spec/testdata/tests.js';
import { describe, expect, it } from 'vitest';
import type { Expr, MapEntry, StructField } from '../../src/cel/ast.ts';
import { STANDARD_MACROS } from '../../src/cel/library/standard-macros.ts';
import { MacroTable } from '../../src/cel/parse/macros.ts';
import { parse } from '../../src/cel/parse/parser.ts';
import { renderIssues } from '../../src/cel/source.ts';
import { debugString } from './debug-string.ts';
import { EXISTS_ONE_MACRO } from './parser-answer.ts';
import { testsOf } from './spec-tests.ts';

const MACROS = new MacroTable([...STANDARD_MACROS, EXISTS_ONE_MACRO]);
const NO_MACROS = new MacroTable([]);

/** The suite's parser has lower limits than the API server's: depth 32, four recoveries from errors. */
const LOWER_LIMITS =
  /max recursion depth exceeded|recursion limit exceeded: 32|(attempt|lookahead) limit exceeded: 4/u;

const CONSTANTS = {
  null: 'NullValue',
  bool: 'BoolValue',
  int: 'Int64Value',
  uint: 'Uint64Value',
  double: 'DoubleValue',
  string: 'StringValue',
  bytes: 'BytesValue',
} as const;

const NODES = {
  ident: 'Ident',
  select: 'Select',
  call: 'Call',
  list: 'List',
  map: 'Struct',
  struct: 'Struct',
  comprehension: 'Comprehension',
} as const;

function adorn(node: Expr | MapEntry | StructField): string {
  if (!('kind' in node)) return '^#*expr.Expr_CreateStruct_Entry#';
  if (node.kind === 'const') return `^#*expr.Constant_${CONSTANTS[node.value.type]}#`;
  return `^#*expr.Expr_${NODES[node.kind]}Expr#`;
}

describe("cel-go's parser tests", () => {
  const tests = testsOf(getParsingSuite()).map(({ test }) => ({
    ...test,
    expr: test.original.expr,
  }));
  const comparable = tests.filter(({ error }) => !LOWER_LIMITS.test(error ?? ''));

  it('can be compared, but for other limits', () => {
    expect([comparable.length, tests.length]).toEqual([182, 194]);
  });

  it.each(comparable)('$expr', ({ expr, ast, error, original }) => {
    const result = parse(expr, {
      macros: original.disableMacros ? NO_MACROS : MACROS,
      optionalSyntax: false,
      accumulator: '@result',
      grammar: '0.23',
    });
    // If there is a tree, the error comes from the checker.
    if (ast !== undefined) {
      expect('ast' in result && debugString(result.ast.expr, adorn)).toBe(ast);
    } else {
      const named = error?.replaceAll('ERROR: :', 'ERROR: <input>:');
      expect('errors' in result && renderIssues(expr, result.errors)).toBe(named);
    }
  });
});
