import { describe, expect, it } from 'vitest';
import { refusedLiterals } from '../../rules/cel/refused-literal/refused-literals.ts';
import type { CheckedAst } from '../../src/cel/check/checked-ast.ts';
import type { Overload } from '../../src/cel/declarations.ts';
import { overloadsOf } from '../../src/cel/library/library.ts';
import type { StructuralSchema } from '../../src/server/crd/structural.ts';
import { compile } from '../../src/server/expressions/compile.ts';
import type { EnvironmentName } from '../../src/server/expressions/environment-table.ts';
import { environmentOf } from '../../src/server/expressions/environments.ts';
import { LIBRARIES } from '../../src/server/expressions/libraries/versioned-libraries.ts';
import { SchemaTypes, SelfTypes } from '../../src/server/expressions/types/schema-types.ts';
import { type Minor, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { celLines } from './cel-fixtures.ts';

/** A line of a file of questions, as far as these tests need it. */
interface Question {
  readonly env?: EnvironmentName;
  readonly expression: string;
  readonly schema?: StructuralSchema;
  readonly answers?: readonly {
    readonly minors: readonly Minor[];
    readonly answer: { readonly error?: string };
  }[];
}

interface CompiledQuestion extends Question {
  readonly checked: CheckedAst;
}

/** The questions of a file that compile in the newest minor. */
function compiledQuestions(file: string): readonly CompiledQuestion[] {
  return celLines<Question>(file).flatMap((question) => {
    const checked = compileQuestion(question);
    return checked === undefined ? [] : [{ ...question, checked }];
  });
}

function compileQuestion({ env = 'crd', expression, schema }: Question): CheckedAst | undefined {
  const type = schema === undefined ? undefined : new SchemaTypes(NEWEST_MINOR).typeOf(schema);
  const compiled = compile(expression, {
    environment: env,
    minor: NEWEST_MINOR,
    expressions: 'stored',
    ...(type === undefined ? {} : { self: new SelfTypes(type, true) }),
  });
  return compiled.ok ? compiled.checked : undefined;
}

/** The ids of the overloads that expressions call. */
function calledOverloads(questions: readonly CompiledQuestion[]): ReadonlySet<string> {
  return new Set(
    questions.flatMap(({ checked }) =>
      [...checked.references.values()].flatMap((reference) =>
        reference.kind === 'function' ? reference.overloads : [],
      ),
    ),
  );
}

const libraries = LIBRARIES.map(({ create, isForPatches = false }) => {
  const { name, functions } = create(NEWEST_MINOR);
  return { name, isForPatches, overloads: overloadsOf({ functions }, 'optional_type') };
});

function missing(overloads: readonly Overload[], called: ReadonlySet<string>): readonly string[] {
  return overloads
    .filter(({ id }) => !called.has(id))
    .map(({ function: name, id }) => `${name} ${id}`);
}

const evaluations = compiledQuestions('libraries');

describe('the questions of fixtures/cel/libraries.jsonl', () => {
  const called = calledOverloads(evaluations);
  // The functions of the other libraries need the authorizer of a server.
  const evaluated = libraries.filter(({ name }) => !name.startsWith('kubernetes.authz'));

  it.each(evaluated)('call all overloads of $name', ({ overloads }) => {
    expect(missing(overloads, called)).toEqual([]);
  });
});

describe('the questions of fixtures/cel/costs.jsonl', () => {
  const called = calledOverloads(compiledQuestions('costs'));
  // Validation rules cannot call the functions of patches.
  const estimated = libraries.filter(({ isForPatches }) => !isForPatches);

  it.each(estimated)('call all overloads of $name', ({ overloads }) => {
    expect(missing(overloads, called)).toEqual([]);
  });
});

describe('calls of global functions that a server refuses for a string literal', () => {
  const { functions } = environmentOf({ environment: 'vap-variable', minor: NEWEST_MINOR });
  const refused = evaluations.flatMap(({ expression, checked, answers = [] }) => {
    const error = answers.find(({ minors }) => minors.includes(NEWEST_MINOR))?.answer.error;
    return error !== undefined && isCallOfLiterals(checked) ? [{ expression, checked, error }] : [];
  });

  it('are many', () => {
    expect(refused.length).toBeGreaterThan(10);
  });

  it.each(refused)('$expression', ({ checked, error }) => {
    expect(refusedLiterals(checked, functions).map(({ reason }) => reason)).toEqual([error]);
  });
});

/** Reports whether an expression is a call of a global function with literals only, the first of which is a string. */
function isCallOfLiterals({ ast: { expr }, references }: CheckedAst): boolean {
  if (expr.kind !== 'call') return false;
  const reference = references.get(expr.id);
  const isGlobal =
    expr.target === undefined || (reference?.kind === 'function' && reference.isNamespaced);
  const [first] = expr.args;
  return (
    isGlobal &&
    expr.args.every(({ kind }) => kind === 'const') &&
    first?.kind === 'const' &&
    first.value.type === 'string'
  );
}
