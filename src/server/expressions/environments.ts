import { getOrCompute } from '../../base/get-or-compute.ts';
import { compileRegularExpression } from '../../base/go/regular-expression.ts';
import { parseDuration } from '../../base/go/time.ts';
import type { FoldingEnvironment } from '../../cel/check/constant-folding.ts';
import { homogeneousLiteralsValidator, literalValidator } from '../../cel/check/validators.ts';
import {
  Environment,
  type TypeProvider,
  type Validator,
  type Variable,
} from '../../cel/environment.ts';
import { declareLibraries, type Library } from '../../cel/library/library.ts';
import { standardTypes, standardVariables } from '../../cel/library/standard-library.ts';
import { stringFormatValidator } from '../../cel/library/string-format-validator.ts';
import { MacroTable } from '../../cel/parse/macros.ts';
import type { ParseOptions } from '../../cel/parse/parse-options.ts';
import { isInRange, parseTimestamp } from '../../cel/time.ts';
import { DYN, opaque, struct, type Type } from '../../cel/types.ts';
import { WELL_KNOWN_TYPES } from '../../cel/well-known-types.ts';
import type { Minor } from '../kubernetes/minors.ts';
import { SERVER_CHANGES, serverHas } from '../kubernetes/server-changes.ts';
import { ENVIRONMENTS, type EnvironmentName } from './environment-table.ts';
import {
  deviceLibraries,
  type Expressions,
  isCompatible,
  librariesOf,
  optionalTypeOf,
} from './libraries/versioned-libraries.ts';
import {
  admissionStructs,
  type FieldTypes,
  NAMESPACE_TYPE,
  type NameMeaning,
  provideNames,
  providePatchTypes,
  provideScalars,
  provideStructs,
  REQUEST_TYPE,
  type StructOptions,
  VARIABLES_TYPE,
} from './types/declared-types.ts';
import { DEVICE_TYPE, deviceFields } from './types/device-types.ts';
import type { SelfTypes } from './types/schema-types.ts';

/** Everything that decides which names an expression can use. */
export interface Context {
  readonly environment: EnvironmentName;
  readonly minor: Minor;
  /** `new` where absent. */
  readonly expressions?: Expressions;
  /** True if `params` is declared. */
  readonly hasParams?: boolean;
  /**
   * The fields of `variables`, with their types; where absent, `variables` is not declared. Expressions that see the
   * same variables compile fastest with the same map.
   */
  readonly variables?: FieldTypes;
  /** The types of `self`, for a validation rule of a CRD. */
  readonly self?: SelfTypes;
  /** True if `oldSelf` is an optional value, for a validation rule of a CRD. */
  readonly optionalOldSelf?: boolean;
}

/** The options with which the server parses the expressions of an environment. */
export function parseOptions(context: Context): ParseOptions {
  return baseOf(context).parsing;
}

/** The parts of an environment that constant folding depends on. */
export function foldingEnvironmentOf(context: Context): FoldingEnvironment {
  return baseOf(context).folding;
}

/**
 * The functions, variables and types that an expression can use. Environments are created once for each minor, and
 * extended by the variables that an object declares itself: `self`, `variables`.
 *
 * Source: `pkg/admission/plugin/cel/compile.go` and `composition.go` of the API server, and
 * `pkg/apiserver/schema/cel/compilation.go` of apiextensions-apiserver.
 */
export function environmentOf(context: Context): Environment {
  const { self, variables } = context;
  const declared = self ?? variables;
  if (declared === undefined) return admissionEnvironment(context);
  const key = contextKey(context);
  const environments = getOrCompute(extended, declared, () => new Map());
  return getOrCompute(environments, key, () =>
    self === undefined
      ? withVariables(context, variables)
      : validationRuleEnvironment(context, self),
  );
}

/** The environments that declare `self` or `variables`, by the types of these. */
const extended = new WeakMap<object, Map<string, Environment>>();

/** All of a context but the types of `self` and `variables`, as a text. */
export function contextKey(context: Context): string {
  const {
    environment,
    minor,
    expressions = 'new',
    hasParams = false,
    optionalOldSelf = false,
  } = context;
  return [environment, minor, expressions, hasParams, optionalOldSelf].join();
}

function validationRuleEnvironment(context: Context, self: SelfTypes): Environment {
  const { environment } = baseOf(context);
  const oldSelf =
    context.optionalOldSelf === true
      ? opaque(environment.settings.optionalName, [self.self])
      : self.self;
  return environment.extend({
    variables: [
      { name: 'self', type: self.self },
      { name: 'oldSelf', type: oldSelf },
    ],
    types: [self],
  });
}

function withVariables(
  context: Context,
  variables: FieldTypes = new Map<string, Type>(),
): Environment {
  const { minor, expressions = 'new' } = context;
  const structs = new Map([[VARIABLES_TYPE.name, variables]]);
  return admissionEnvironment(context).extend({
    variables: [{ name: 'variables', type: VARIABLES_TYPE }],
    types: [provideStructs(structs, structOptions(minor, expressions))],
  });
}

/** Reports whether a field whose name is a keyword can be selected without escaping: `self.namespace`. */
export function acceptsKeywords(minor: Minor, expressions: Expressions): boolean {
  return isCompatible(SERVER_CHANGES['keywords-as-field-names'].since, minor, expressions);
}

function structOptions(minor: Minor, expressions: Expressions): StructOptions {
  return { names: namesIn(minor), acceptsKeywords: acceptsKeywords(minor, expressions) };
}

function namesIn(minor: Minor): NameMeaning {
  return serverHas('type-names-denote-types', minor) ? 'types' : 'values';
}

const admissionEnvironments = new Map<string, Environment>();

function admissionEnvironment(context: Context): Environment {
  const { minor, expressions = 'new', hasParams = false } = context;
  const { authorizer, patches, bindings = false } = ENVIRONMENTS[context.environment];
  const key = [minor, expressions, authorizer, patches, bindings, hasParams].join();
  let environment = admissionEnvironments.get(key);
  if (environment === undefined && context.environment === 'device') {
    environment = deviceEnvironment(context);
    admissionEnvironments.set(key, environment);
  } else if (environment === undefined) {
    environment = baseOf(context).environment.extend({
      variables: admissionVariables(authorizer, hasParams),
      types: admissionTypes(patches, structOptions(minor, expressions)),
    });
    admissionEnvironments.set(key, environment);
  }
  return environment;
}

function deviceEnvironment(context: Context): Environment {
  const { minor, expressions = 'new' } = context;
  const structs = new Map([[DEVICE_TYPE.name, deviceFields(minor, expressions)]]);
  return baseOf(context).environment.extend({
    variables: [{ name: 'device', type: DEVICE_TYPE }],
    types: [provideStructs(structs, structOptions(minor, expressions))],
  });
}

function admissionVariables(authorizer: boolean, hasParams: boolean): readonly Variable[] {
  const variables: Variable[] = [
    { name: 'object', type: DYN },
    { name: 'oldObject', type: DYN },
    { name: 'namespaceObject', type: NAMESPACE_TYPE },
    { name: 'request', type: REQUEST_TYPE },
  ];
  if (hasParams) variables.push({ name: 'params', type: DYN });
  if (authorizer) {
    variables.push(
      { name: 'authorizer', type: struct('kubernetes.authorization.Authorizer') },
      {
        name: 'authorizer.requestResource',
        type: struct('kubernetes.authorization.ResourceCheck'),
      },
    );
  }
  return variables;
}

function admissionTypes(patches: boolean, options: StructOptions): readonly TypeProvider[] {
  const declared = provideStructs(admissionStructs(), options);
  return patches ? [providePatchTypes(), declared] : [declared];
}

/** The part that all environments with the same libraries share. */
interface Base {
  readonly environment: Environment;
  readonly parsing: ParseOptions;
  readonly folding: FoldingEnvironment;
}

const bases = new Map<string, Base>();

function baseOf({ environment, minor, expressions = 'new' }: Context): Base {
  const { patches, bindings = false } = ENVIRONMENTS[environment];
  const key = [minor, expressions, patches, bindings].join();
  return getOrCompute(bases, key, () => {
    const libraries = librariesOf(minor, expressions, patches);
    const ofDevices = bindings ? deviceLibraries(minor, expressions) : [];
    return createBase(minor, [...libraries, ...ofDevices]);
  });
}

function createBase(minor: Minor, libraries: readonly Library[]): Base {
  const sharesNodes = !serverHas('copied-macro-operands', minor);
  const optionalName = optionalTypeOf(minor).name;
  const functions = declareLibraries(libraries, optionalName);
  const names = libraries.flatMap(({ types = [] }) =>
    types.filter(({ isDeclared }) => isDeclared === true).map(({ name }) => opaque(name)),
  );
  // The oldest release finds the names of types that libraries declare, but not of those that are only registered.
  const isOfAny = serverHas('type-names-of-any', minor);
  const optional = isOfAny ? opaque(optionalName, [DYN]) : opaque(optionalName);
  const values = [
    ...(isOfAny ? standardTypes() : []),
    ...names,
    ...(serverHas('optional-type-name', minor) ? [optional] : []),
  ];
  const environment = new Environment(
    {
      functions,
      optionalName,
      lineStartsBelongToLineBefore: !serverHas('positions-at-line-start', minor),
      sharesNodes,
      secondVariableHasNoType: !serverHas('typed-second-iteration-variables', minor),
      separatesScopes: serverHas('separate-scopes', minor),
    },
    {
      variables: isOfAny ? [] : standardVariables(),
      types: [provideScalars(namesIn(minor)), WELL_KNOWN_TYPES, provideNames(values)],
      validators: validators(minor),
    },
  );
  const typeNames = new Set(
    [...standardTypes(), ...names, { name: optionalName }].map(({ name }) => name),
  );
  const isNewGrammar = serverHas('cel-grammar-0.23', minor);
  return {
    environment,
    parsing: {
      macros: new MacroTable(libraries.flatMap(({ macros = [] }) => macros)),
      optionalSyntax: true,
      accumulator: isNewGrammar ? '@result' : '__result__',
      grammar: isNewGrammar ? '0.23' : '0.22',
      escapedNames: serverHas('field-names-in-backticks', minor),
      sharesNodes,
      emptyAtFirstColumn: !serverHas('empty-expression-before-first-column', minor),
    },
    folding: {
      functions,
      hasTypeName: (name) => typeNames.has(name) || WELL_KNOWN_TYPES.findName(name) !== undefined,
    },
  };
}

/**
 * Source: `cel.ASTValidators` in `pkg/cel/environment/base.go` of the API server. The validator of format strings is
 * part of the strings library since cel-go 0.18.
 */
function validators(minor: Minor): readonly Validator[] {
  const checks = [
    literalValidator(
      'duration',
      (literal) => literal.type === 'string' && parseDuration(literal.value) !== undefined,
    ),
    literalValidator('timestamp', (literal) => {
      if (literal.type === 'string') return parseTimestamp(literal.value) !== undefined;
      return literal.type === 'int' && isInRange(literal.value);
    }),
    literalValidator(
      'matches',
      (literal) => literal.type !== 'string' || compileRegularExpression(literal.value).ok,
    ),
    homogeneousLiteralsValidator({
      function: 'format',
      reach: serverHas('mixed-literals-anywhere-in-format', minor) ? 'anywhere' : 'literals',
    }),
  ];
  if (!serverHas('format-strings-checked', minor)) return checks;
  return [...checks, stringFormatValidator(!serverHas('computed-format-strings', minor))];
}
