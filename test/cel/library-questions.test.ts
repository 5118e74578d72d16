import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Overload } from '../../src/cel/declarations.ts';
import { overloadsOf } from '../../src/cel/library/library.ts';
import { type Type, unwrapOptional } from '../../src/cel/types.ts';
import type { StructuralSchema } from '../../src/crd/structural.ts';
import { compile } from '../../src/expressions/compile.ts';
import type { EnvironmentName } from '../../src/expressions/environment-table.ts';
import { LIBRARIES } from '../../src/expressions/libraries/versioned-libraries.ts';
import { SchemaTypes, SelfTypes } from '../../src/expressions/types/schema-types.ts';
import { NEWEST_MINOR } from '../../src/kubernetes/minors.ts';

/** A line of a file of questions, as far as it tells how the expression compiles. */
interface Question {
  readonly env?: EnvironmentName;
  readonly expression: string;
  readonly schema?: StructuralSchema;
}

/** The ids of the overloads that the expressions of a file call. */
function askedOverloads(file: string): ReadonlySet<string> {
  const text = readFileSync(new URL(`../../fixtures/cel/${file}.jsonl`, import.meta.url), 'utf8');
  const questions = text
    .trimEnd()
    .split('\n')
    .map((line): Question => JSON.parse(line));
  return new Set(questions.flatMap(calledOverloads));
}

function calledOverloads({ env = 'crd', expression, schema }: Question): readonly string[] {
  const type = schema === undefined ? undefined : new SchemaTypes(NEWEST_MINOR).typeOf(schema);
  const compiled = compile(expression, {
    environment: env,
    minor: NEWEST_MINOR,
    expressions: 'stored',
    ...(type === undefined ? {} : { self: new SelfTypes(type, true) }),
  });
  if (!compiled.ok) return [];
  return [...compiled.checked.references.values()].flatMap((reference) =>
    reference.kind === 'function' ? reference.overloads : [],
  );
}

const libraries = LIBRARIES.map(({ create, isForPatches = false }) => {
  const { name, functions } = create(NEWEST_MINOR);
  return { name, isForPatches, overloads: overloadsOf({ functions }, 'optional_type') };
});

/** Their functions ask the authorizer of a server. */
const AUTHORIZATION: ReadonlySet<string> = new Set([
  'kubernetes.authz',
  'kubernetes.authzSelectors',
]);

function missing(overloads: readonly Overload[], asked: ReadonlySet<string>): readonly string[] {
  return overloads
    .filter(({ id }) => !asked.has(id))
    .map(({ function: name, id }) => `${name} ${id}`);
}

describe('the questions of fixtures/cel/libraries.jsonl', () => {
  const asked = askedOverloads('libraries');
  const evaluated = libraries.filter(({ name }) => !AUTHORIZATION.has(name));

  it.each(evaluated)('call all overloads of $name', ({ overloads }) => {
    expect(missing(overloads, asked)).toEqual([]);
  });
});

describe('the questions of fixtures/cel/costs.jsonl', () => {
  const asked = askedOverloads('costs');
  // Validation rules cannot call the functions of patches.
  const estimated = libraries.filter(({ isForPatches }) => !isForPatches);

  it.each(estimated)('call all overloads of $name', ({ overloads }) => {
    expect(missing(overloads, asked)).toEqual([]);
  });
});

describe('functions that parse a string into a value of their library', () => {
  const parsers = libraries.flatMap(({ overloads }) =>
    overloads.filter(
      ({ params: [first], result }) => first?.kind === 'string' && isOfLibrary(result),
    ),
  );

  it('are many', () => {
    expect(parsers.length).toBeGreaterThan(4);
  });

  it.each(parsers)('$id parses literals, too', ({ parseLiteral }) => {
    expect(parseLiteral).toBeDefined();
  });
});

function isOfLibrary(type: Type): boolean {
  return (type.kind === 'opaque' || type.kind === 'struct') && !unwrapOptional(type).isOptional;
}
