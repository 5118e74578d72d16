import {
  getCheckingSuite,
  getComprehensionSuite,
  getConformanceSuite,
  type IncrementalTest,
} from '@bufbuild/cel-spec/testdata/tests.js';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/cel/check/checker.ts';
import { declareFunctions, type Overload } from '../../src/cel/declarations.ts';
import {
  Environment,
  NO_SUCH_FIELD,
  type TypeProvider,
  type Variable,
} from '../../src/cel/environment.ts';
import { type Library, overloadsOf } from '../../src/cel/library/library.ts';
import { optionalsLibrary } from '../../src/cel/library/optionals.ts';
import { standardLibrary, standardVariables } from '../../src/cel/library/standard-library.ts';
import { stringFormatValidator } from '../../src/cel/library/string-format-validator.ts';
import { stringsLibrary } from '../../src/cel/library/strings.ts';
import { MacroTable } from '../../src/cel/parse/macros.ts';
import { parse } from '../../src/cel/parse/parser.ts';
import { renderIssues } from '../../src/cel/source.ts';
import {
  ANY,
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  ERROR,
  formatType,
  INT,
  listOf,
  mapOf,
  NULL,
  opaque,
  STRING,
  struct,
  TIMESTAMP,
  TYPE,
  type Type,
  typeOf,
  typeParam,
  UINT,
  wrapperOf,
} from '../../src/cel/types.ts';
import { OPTIONAL_TYPE } from '../../src/cel/values/value.ts';
import { WELL_KNOWN_TYPES } from '../../src/cel/well-known-types.ts';
import { checkedString, onOneLine } from './checked-string.ts';
import { type NamedTest, testsOf } from './spec-tests.ts';

type Declaration = NonNullable<IncrementalTest['original']['typeEnv']>[number];
type ProtoType = Extract<Declaration['declKind'], { case: 'ident' }>['value']['type'];

/** The types and functions of a test. */
function declarations(typeEnv: readonly Declaration[]) {
  const variables: Variable[] = [];
  const overloads: Overload[] = [];
  for (const { name, declKind } of typeEnv) {
    if (declKind.case === 'ident') variables.push({ name, type: typeOfProto(declKind.value.type) });
    if (declKind.case !== 'function') continue;
    for (const overload of declKind.value.overloads) {
      const params = overload.params.map(typeOfProto);
      const result = typeOfProto(overload.resultType);
      overloads.push({
        id: overload.overloadId,
        function: name,
        isMember: overload.isInstanceFunction,
        params,
        result,
        typeParams: [...new Set([...params, result].flatMap(typeParamsOf))],
      });
    }
  }
  return { variables, overloads };
}

function typeParamsOf(type: Type): readonly string[] {
  return type.kind === 'type-param' ? [type.name] : type.parameters.flatMap(typeParamsOf);
}

const PRIMITIVES: readonly Type[] = [ERROR, BOOL, INT, UINT, DOUBLE, STRING, BYTES];
const WELL_KNOWN: readonly Type[] = [ERROR, ANY, TIMESTAMP, DURATION];

function typeOfProto(type: ProtoType): Type {
  const kind = type?.typeKind;
  switch (kind?.case) {
    case 'dyn':
      return DYN;
    case 'null':
      return NULL;
    case 'primitive':
      return PRIMITIVES[kind.value] ?? ERROR;
    case 'wrapper':
      return wrapperOf(PRIMITIVES[kind.value] ?? ERROR);
    case 'wellKnown':
      return WELL_KNOWN[kind.value] ?? ERROR;
    case 'listType':
      return listOf(typeOfProto(kind.value.elemType));
    case 'mapType':
      return mapOf(typeOfProto(kind.value.keyType), typeOfProto(kind.value.valueType));
    case 'messageType':
      return WELL_KNOWN_TYPES.findName(kind.value)?.parameters[0] ?? struct(kind.value);
    case 'typeParam':
      return typeParam(kind.value);
    case 'type':
      return kind.value.typeKind.case === undefined ? TYPE : typeOf(typeOfProto(kind.value));
    case 'abstractType':
      return opaque(kind.value.name, kind.value.parameterTypes.map(typeOfProto));
    default:
      return ERROR;
  }
}

function fieldsOf(name: string): Readonly<Record<string, Type>> {
  const wrappers = Object.fromEntries(
    [BOOL, BYTES, DOUBLE, STRING].map((type) => [`single_${type.name}_wrapper`, wrapperOf(type)]),
  );
  return {
    ...wrappers,
    single_float_wrapper: wrapperOf(DOUBLE),
    single_int32_wrapper: wrapperOf(INT),
    single_int64_wrapper: wrapperOf(INT),
    single_uint32_wrapper: wrapperOf(UINT),
    single_uint64_wrapper: wrapperOf(UINT),
    single_int32: INT,
    single_int64: INT,
    single_value: DYN,
    single_struct: mapOf(STRING, DYN),
    single_timestamp: TIMESTAMP,
    single_duration: DURATION,
    repeated_int32: listOf(INT),
    repeated_int64: listOf(INT),
    map_string_string: mapOf(STRING, STRING),
    map_int64_nested_type: mapOf(INT, struct(name.replace('TestAll', 'NestedTestAll'))),
    single_nested_message: struct(`${name}.NestedMessage`),
    repeated_nested_message: listOf(struct(`${name}.NestedMessage`)),
    nestedgroup: struct(`${name}.NestedGroup`),
  };
}

/** The fields of cel-go's test messages that the suite of the checker needs. */
const TEST_MESSAGES: TypeProvider = {
  roots: new Set(['google']),
  findName: (name) => (structFields(name) === undefined ? undefined : typeOf(struct(name))),
  findField: (name, field) => {
    const fields = structFields(name);
    return fields === undefined ? undefined : (fields[field] ?? NO_SUCH_FIELD);
  },
  findEnumValue: (name) => (/\.TestAllTypes\.NestedEnum\.BAR$/.test(name) ? 1n : undefined),
};

function structFields(name: string): Readonly<Record<string, Type>> | undefined {
  const [, inner] = /^google\.expr\.proto[23]\.test\.TestAllTypes(\..+)?$/.exec(name) ?? [];
  if (inner === '.NestedMessage') return { bb: INT };
  if (inner === '.NestedGroup') return { nested_id: INT };
  return /^google\.expr\.proto[23]\.test\.TestAllTypes$/.test(name) ? fieldsOf(name) : undefined;
}

/** The variables that the suite of the checker declares for all its tests. */
function suiteVariables(): readonly Variable[] {
  const types = { is: STRING, ii: INT, iu: UINT, iz: BOOL, id: DOUBLE, ix: NULL, ib: BYTES };
  return Object.entries(types).map(([name, type]) => ({ name, type }));
}

const LIBRARIES: readonly Library[] = [
  standardLibrary({
    affixCost: 'affix',
    globalMatchesHasCost: true,
    durationOfInt: false,
  }),
  optionalsLibrary({ version: 1, type: OPTIONAL_TYPE }),
  stringsLibrary({
    searchBeyondEnd: 'not-found',
    skipsLongerSubstring: true,
    boundsEmptySubstring: true,
    exponentGap: '',
  }),
];

const MACROS = LIBRARIES.flatMap(({ macros = [] }) => macros);

/** The functions that the suite of the checker declares for all its tests. */
const SUITE_LIBRARY: Library = {
  name: 'suite',
  functions: {
    fg_s: { fg_s_0: '() -> string' },
    fi_s_s: { fi_s_s_0: 'string.() -> string' },
  },
};

/** Comparisons of numbers of different types, which the conformance suite does without. */
const CROSS_TYPE_COMPARISON =
  /^(?:less|greater)_(?:equals_)?(?:int64|uint64|double)_(?:int64|uint64|double)$/;

function run({ original }: IncrementalTest, isCheckerSuite: boolean): string {
  const parsed = parse(original.expr, {
    macros: new MacroTable(original.disableMacros ? [] : MACROS),
    optionalSyntax: false,
    accumulator: '@result',
    grammar: '0.23',
  });
  if ('errors' in parsed) return renderIssues(original.expr, parsed.errors);
  const { variables, overloads } = declarations(original.typeEnv);
  const libraries = isCheckerSuite ? [...LIBRARIES, SUITE_LIBRARY] : LIBRARIES;
  const declared = [
    ...libraries
      .flatMap((library) => overloadsOf(library, OPTIONAL_TYPE.name))
      .filter(({ id }) => isCheckerSuite || !CROSS_TYPE_COMPARISON.test(id)),
    ...overloads,
  ];
  const functions = declareFunctions(
    declared.map((overload) => [overload.function, () => [overload]] as const),
  );
  const environment = new Environment(
    { container: original.container, functions },
    {
      variables: [
        ...standardVariables(),
        { name: 'optional_type', type: typeOf(opaque('optional_type')) },
        ...(isCheckerSuite ? suiteVariables() : []),
        ...variables,
      ],
      types: isCheckerSuite ? [WELL_KNOWN_TYPES, TEST_MESSAGES] : [WELL_KNOWN_TYPES],
      validators: isCheckerSuite ? [] : [stringFormatValidator(false)],
    },
  );
  const result = check(parsed.ast, environment);
  if ('crash' in result) return result.crash;
  return 'errors' in result
    ? renderIssues(original.expr, result.errors)
    : `${formatType(result.checked.type)} ${checkedString(result.checked)}`;
}

function wanted({ checkedAst, type, error }: IncrementalTest): string {
  return error ?? `${type} ${onOneLine(checkedAst ?? '')}`;
}

/** The tests that are not relevant to the checker of Kubernetes, with the reasons. */
const OUT_OF_SCOPE: readonly {
  readonly reason: string;
  readonly holds: (test: NamedTest) => boolean;
}[] = [
  {
    reason: 'libraries that Kubernetes does not load',
    holds: ({ name }) => /\/(bindings|block|encoders|math|proto2)_ext\/|cel\.bind/.test(name),
  },
  {
    reason: 'needs the messages of the conformance suite',
    holds: ({ test: { original } }) =>
      JSON.stringify([original.container, original.expr]).includes('cel.expr.conformance') ||
      /TestAllTypes|NestedEnum|GlobalEnum|FieldMask/.test(original.expr) ||
      original.typeEnv.some(({ declKind }) =>
        JSON.stringify(declKind, (_, value) =>
          typeof value === 'bigint' ? String(value) : value,
        ).includes('cel.expr.conformance'),
      ),
  },
  {
    reason: 'nothing to compare: the check is off, or the parser refuses it',
    holds: ({ test }) =>
      (test.checkedAst === undefined && test.error === undefined) ||
      /unsupported syntax|Syntax error|invalid (?:argument to has|duration|timestamp)|limit exceeded/.test(
        test.error ?? '',
      ),
  },
  {
    reason: 'comparisons of numbers of different types, which Kubernetes allows',
    holds: ({ test }) => /^1 (?:<|>)=? 1\.0 && /.test(test.original.expr),
  },
  {
    reason: 'version 4 of the strings library takes more, and has other words',
    holds: ({ name, test }) =>
      (/format\(|quote|reverse/.test(test.original.expr) && test.error !== undefined) ||
      /(?:NaN|infinity) support for decimal/.test(name),
  },
];

const suites = {
  checking: getCheckingSuite(),
  conformance: getConformanceSuite(),
  comprehension: getComprehensionSuite(),
};

/**
 * The number of tests of a suite that each reason excludes, in the order of the reasons, and the number of tests that
 * are run. A test counts for the first reason that applies.
 */
const SCOPE: Readonly<Record<string, readonly number[]>> = {
  checking: [0, 12, 9, 6, 0, 108],
  conformance: [263, 548, 40, 0, 17, 1476],
  comprehension: [10, 0, 3, 0, 10, 69],
};

describe.each(Object.entries(suites))('the %s suite of cel-go', (suiteName, suite) => {
  const all = testsOf(suite);
  const inScope = all.filter((test) => !OUT_OF_SCOPE.some(({ holds }) => holds(test)));

  it('is run but for what is out of scope', () => {
    const counts = OUT_OF_SCOPE.map(
      (reason) =>
        all.filter((test) => OUT_OF_SCOPE.find(({ holds }) => holds(test)) === reason).length,
    );
    expect([...counts, inScope.length]).toEqual(SCOPE[suiteName]);
  });

  it.each(inScope.map((test) => [test.name, test.test] as const))('%s', (_, test) => {
    expect(run(test, suiteName === 'checking')).toBe(wanted(test));
  });
});
