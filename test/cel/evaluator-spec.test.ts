import { getConformanceSuite, type IncrementalTest } from '@bufbuild/cel-spec/testdata/tests.js';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/cel/check/checker.ts';
import { Environment, type Variable } from '../../src/cel/environment.ts';
import { Program } from '../../src/cel/evaluate/index.ts';
import { declareLibraries } from '../../src/cel/library/library.ts';
import { optionalsLibrary } from '../../src/cel/library/optionals.ts';
import { standardLibrary, standardVariables } from '../../src/cel/library/standard-library.ts';
import { stringsLibrary } from '../../src/cel/library/strings.ts';
import { twoVariableComprehensions } from '../../src/cel/library/two-variable-comprehensions.ts';
import { MacroTable } from '../../src/cel/parse/macros.ts';
import { parse } from '../../src/cel/parse/parser.ts';
import { DYN, opaque, typeOf } from '../../src/cel/types.ts';
import { OPTIONAL_TYPE, type Value } from '../../src/cel/values/value.ts';
import { valueText } from '../../src/cel/values/value-text.ts';
import { WELL_KNOWN_TYPES } from '../../src/cel/well-known-types.ts';
import { runtimeOf } from '../../src/server/expressions/runtime.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { EXISTS_ONE_MACRO } from './parser-answer.ts';
import { type NamedTest, testsOf } from './spec-tests.ts';
import { valueOfSpec } from './spec-values.ts';

const LIBRARIES = [
  standardLibrary({
    affixCost: 'affix',
    globalMatchesHasCost: true,
    durationOfInt: false,
  }),
  optionalsLibrary({ version: 2, type: OPTIONAL_TYPE }),
  stringsLibrary({
    searchBeyondEnd: 'not-found',
    skipsLongerSubstring: true,
    boundsEmptySubstring: true,
    exponentGap: '',
  }),
  twoVariableComprehensions(),
];

const MACROS = [...LIBRARIES.flatMap(({ macros = [] }) => macros), EXISTS_ONE_MACRO];

const FUNCTIONS = declareLibraries(LIBRARIES, OPTIONAL_TYPE.name);

/** The result of a test: its value, or the fact that it fails. */
function run({ original }: IncrementalTest): string {
  const parsed = parse(original.expr, {
    macros: new MacroTable(original.disableMacros ? [] : MACROS),
    optionalSyntax: true,
    accumulator: '@result',
    grammar: '0.23',
  });
  if ('errors' in parsed) return 'error';
  const variables: Variable[] = original.typeEnv.map(({ name }) => ({ name, type: DYN }));
  const environment = new Environment(
    { container: original.container, functions: FUNCTIONS },
    {
      variables: [
        ...standardVariables(),
        { name: 'optional_type', type: typeOf(opaque('optional_type')) },
        ...variables,
      ],
      types: [WELL_KNOWN_TYPES],
    },
  );
  const result = check(parsed.ast, environment);
  if (!('checked' in result)) return 'error';
  const bindings = new Map<string, Value>();
  for (const [name, { kind }] of Object.entries(original.bindings)) {
    const value = kind.case === 'value' ? valueOfSpec(kind.value) : undefined;
    if (value !== undefined) bindings.set(name, value);
  }
  const runtime = runtimeOf({
    environment: 'vap-variable',
    minor: NEWEST_MINOR,
    variables: new Map(),
  });
  const program = new Program(result.checked, { ...runtime, functions: FUNCTIONS });
  const outcome = program.evaluate((name) => bindings.get(name));
  return outcome.ok ? valueText(outcome.value) : 'error';
}

/** The result of cel-go. Undefined if no value of Kubernetes represents it. */
function wanted({ original: { resultMatcher } }: IncrementalTest): string | undefined {
  switch (resultMatcher.case) {
    case undefined:
      return 'true';
    case 'value': {
      const value = valueOfSpec(resultMatcher.value);
      return value === undefined ? undefined : valueText(value);
    }
    case 'typedResult': {
      const { result } = resultMatcher.value;
      const value = result === undefined ? undefined : valueOfSpec(result);
      return value === undefined ? undefined : valueText(value);
    }
    case 'evalError':
      return 'error';
    default:
      return undefined;
  }
}

/** The tests that are not relevant to evaluations in Kubernetes, with the reasons. */
const OUT_OF_SCOPE: readonly {
  readonly reason: string;
  readonly holds: (test: NamedTest) => boolean;
}[] = [
  {
    reason: 'libraries that Kubernetes does not load',
    holds: ({ name }) =>
      /\/(bindings|block|encoders|math|proto2|network)_ext\/|cel\.bind/.test(name),
  },
  {
    reason: 'version 4 of the strings library, where Kubernetes has version 2',
    holds: ({ name }) => name.includes('/string_ext/'),
  },
  {
    reason: 'names in backticks, which are off',
    holds: ({ test }) => test.original.expr.includes('`'),
  },
  {
    reason:
      'cel-go does not follow: of equal keys the last one counts, and on scalars nothing is present',
    holds: ({ name }) =>
      /\/(map_value_repeat_key\w*|map_null_entry_no_such_key|map_present_key_invalid_field)$/.test(
        name,
      ),
  },
  {
    reason: 'needs the messages of the conformance suite, or of protobuf',
    holds: ({ test: { original } }) =>
      /cel\.expr\.conformance|TestAllTypes|NestedEnum|GlobalEnum|FieldMask|\b[A-Z]\w+ ?\{/.test(
        `${original.container} ${original.expr}`,
      ) ||
      JSON.stringify([original.typeEnv, original.bindings], (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
      ).includes('cel.expr.conformance') ||
      Object.values(original.bindings).some(
        ({ kind }) => kind.case !== 'value' || valueOfSpec(kind.value) === undefined,
      ),
  },
  {
    reason: 'is checked only, or not checked',
    holds: ({ test: { original } }) => original.checkOnly || original.disableCheck,
  },
  {
    reason: 'declares functions',
    holds: ({ test: { original } }) =>
      original.typeEnv.some(({ declKind }) => declKind.case === 'function'),
  },
  {
    reason: 'expects a message, an enumeration or something unknown',
    holds: ({ test }) => wanted(test) === undefined,
  },
];

const all = testsOf(getConformanceSuite());
const inScope = all.filter((test) => !OUT_OF_SCOPE.some(({ holds }) => holds(test)));

describe('the values of the conformance suite', () => {
  it('is not left out by accident', () => {
    const counts = OUT_OF_SCOPE.map(({ holds }) => all.filter(holds).length);
    expect([all.length, inScope.length, ...counts]).toEqual([
      2344, 1096, 263, 209, 56, 4, 694, 166, 5, 227,
    ]);
  });

  it.each(inScope.map((test) => [test.name, test.test] as const))('%s', (_, test) => {
    expect(run(test)).toBe(wanted(test));
  });
});
