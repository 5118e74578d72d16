import type { PlanningEnvironment } from '../cel/check/constant-folding.ts';
import { formatValidator } from '../cel/check/format-validator.ts';
import { homogeneousLiteralsValidator, literalValidator } from '../cel/check/validators.ts';
import { declareFunctions, readSignatures } from '../cel/declarations.ts';
import {
  Environment,
  type TypeProvider,
  type Validator,
  type Variable,
} from '../cel/environment.ts';
import { standardVariables } from '../cel/library/standard-library.ts';
import { MacroTable } from '../cel/parse/macros.ts';
import type { ParseOptions } from '../cel/parse/parse-options.ts';
import { isInRange, parseTimestamp } from '../cel/time.ts';
import { DYN, opaque, struct, type Type } from '../cel/types.ts';
import { WELL_KNOWN_TYPES } from '../cel/well-known-types.ts';
import { compileRegularExpression } from '../go/regular-expression.ts';
import { parseDuration } from '../go/time.ts';
import type { Minor } from '../kubernetes/minors.ts';
import { SERVER_CHANGES, serverHas } from '../kubernetes/server-changes.ts';
import { type Expressions, isCompatible, librariesOf } from './libraries.ts';
import { patternError } from './patterns.ts';
import { PLACES, type Place } from './places.ts';
import {
  admissionStructs,
  NAMESPACE_TYPE,
  type NamesStandFor,
  provideNames,
  providePatchTypes,
  provideScalars,
  provideStructs,
  REQUEST_TYPE,
  type StructOptions,
  VARIABLES_TYPE,
} from './types/declared-types.ts';
import type { SelfTypes } from './types/schema-types.ts';

/** What decides what an expression may use. */
export interface Context {
  readonly place: Place;
  readonly minor: Minor;
  /** New ones where absent. */
  readonly expressions?: Expressions;
  /** Whether `params` is declared. */
  readonly hasParams?: boolean;
  /**
   * The fields of `variables`, with their types; where absent it is not declared. One map for all
   * expressions that see the same variables is fastest.
   */
  readonly variables?: ReadonlyMap<string, Type>;
  /** Of rules of a CRD: the types of `self`. */
  readonly self?: SelfTypes;
  /** Of rules of a CRD: whether `oldSelf` is optional. */
  readonly optionalOldSelf?: boolean;
}

/** How expressions of a place are parsed. */
export function parseOptions({ minor, place, expressions = 'new' }: Context): ParseOptions {
  return base(minor, expressions, PLACES[place].patches).parsing;
}

/**
 * What an expression may use. Environments are made once for each minor; only what an object declares
 * itself (`self`, `variables`) is added for each.
 *
 * Source: `pkg/admission/plugin/cel/compile.go` and `composition.go` of the API server, and
 * `pkg/apiserver/schema/cel/compilation.go` of apiextensions-apiserver.
 */
export function environmentOf(context: Context): Environment {
  const { self, variables } = context;
  const declared = self ?? variables;
  if (declared === undefined) return policyEnvironment(context);
  const key = contextKey(context);
  let environments = extended.get(declared);
  if (environments === undefined) {
    environments = new Map();
    extended.set(declared, environments);
  }
  let environment = environments.get(key);
  if (environment === undefined) {
    environment =
      self === undefined ? withVariables(context, variables) : ruleEnvironment(context, self);
    environments.set(key, environment);
  }
  return environment;
}

/** The environments of what objects declare: of `self`, and of maps of variables. */
const extended = new WeakMap<object, Map<string, Environment>>();

function contextKey(context: Context): string {
  const { place, minor, expressions = 'new', hasParams = false, optionalOldSelf = false } = context;
  return [place, minor, expressions, hasParams, optionalOldSelf].join();
}

function ruleEnvironment(context: Context, self: SelfTypes): Environment {
  const { minor, expressions = 'new', optionalOldSelf = false } = context;
  const { environment } = base(minor, expressions, false);
  const oldSelf = optionalOldSelf ? opaque(environment.optionalName, [self.self]) : self.self;
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
  variables: ReadonlyMap<string, Type> = new Map(),
): Environment {
  const { minor, expressions = 'new' } = context;
  const structs = new Map([[VARIABLES_TYPE.name, variables]]);
  return policyEnvironment(context).extend({
    variables: [{ name: 'variables', type: VARIABLES_TYPE }],
    types: [provideStructs(structs, structOptions(minor, expressions))],
  });
}

/** What the plan of an expression needs to know. */
export function planningEnvironmentOf({
  minor,
  place,
  expressions = 'new',
}: Context): PlanningEnvironment {
  return base(minor, expressions, PLACES[place].patches).planning;
}

/** Whether a field whose name is a keyword is found under its plain name. */
export function acceptsKeywords(minor: Minor, expressions: Expressions): boolean {
  return isCompatible(SERVER_CHANGES['keywords-as-field-names'].since, minor, expressions);
}

function structOptions(minor: Minor, expressions: Expressions): StructOptions {
  return { names: namesIn(minor), acceptsKeywords: acceptsKeywords(minor, expressions) };
}

function namesIn(minor: Minor): NamesStandFor {
  return serverHas('type-names-denote-types', minor) ? 'types' : 'values';
}

const policyEnvironments = new Map<string, Environment>();

function policyEnvironment(context: Context): Environment {
  const { place, minor, expressions = 'new', hasParams = false } = context;
  const { authorizer, patches } = PLACES[place];
  const key = [minor, expressions, authorizer, patches, hasParams].join();
  let environment = policyEnvironments.get(key);
  if (environment === undefined) {
    environment = base(minor, expressions, patches).environment.extend({
      variables: policyVariables(authorizer, hasParams),
      types: policyTypes(patches, structOptions(minor, expressions)),
    });
    policyEnvironments.set(key, environment);
  }
  return environment;
}

function policyVariables(authorizer: boolean, hasParams: boolean): readonly Variable[] {
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

function policyTypes(patches: boolean, options: StructOptions): readonly TypeProvider[] {
  const declared = provideStructs(admissionStructs(), options);
  return patches ? [providePatchTypes(), declared] : [declared];
}

interface Base {
  readonly environment: Environment;
  readonly parsing: ParseOptions;
  readonly planning: PlanningEnvironment;
}

const bases = new Map<string, Base>();

/** What the environments of all places share. */
function base(minor: Minor, expressions: Expressions, patches: boolean): Base {
  const key = [minor, expressions, patches].join();
  let known = bases.get(key);
  if (known === undefined) {
    known = makeBase(minor, expressions, patches);
    bases.set(key, known);
  }
  return known;
}

function makeBase(minor: Minor, expressions: Expressions, patches: boolean): Base {
  const libraries = librariesOf(minor, expressions, patches);
  const isOptionalNamed = serverHas('optional-type-name', minor);
  const sharesNodes = !serverHas('copied-macro-operands', minor);
  const optionalName = isOptionalNamed ? 'optional_type' : 'optional';
  const overloads = libraries.flatMap(({ functions }) => readSignatures(functions, optionalName));
  const names = libraries.flatMap(({ types = [] }) => types.map((name) => opaque(name)));
  // The oldest release does not look for the names of registered types; those of libraries it declares.
  const values = isOptionalNamed ? [...names, opaque(optionalName)] : names;
  const environment = new Environment({
    functions: declareFunctions(overloads),
    variables: standardVariables(),
    types: [provideScalars(namesIn(minor)), WELL_KNOWN_TYPES, provideNames(values)],
    optionalName,
    linesBeginLate: !serverHas('positions-at-line-start', minor),
    sharesNodes,
    secondVariableHasNoType: !serverHas('typed-second-iteration-variables', minor),
    validators: validators(minor),
  });
  const typeNames = new Set(
    [...standardVariables(), ...names, { name: optionalName }].map(({ name }) => name),
  );
  const isNewGrammar = serverHas('cel-grammar-0.23', minor);
  return {
    environment,
    parsing: {
      macros: new MacroTable(libraries.flatMap(({ macros = [] }) => macros)),
      optionalSyntax: true,
      accumulator: isNewGrammar ? '@result' : '__result__',
      grammar: isNewGrammar ? '0.23' : '0.22',
      sharesNodes,
      emptyAtFirstColumn: !serverHas('empty-expression-before-first-column', minor),
    },
    planning: {
      hasTypeName: (name) => typeNames.has(name) || WELL_KNOWN_TYPES.findName(name) !== undefined,
      patternFunctions: PATTERN_FUNCTIONS,
      patternError,
    },
  };
}

/** Source: `FindRegexOptimization` and its like in `pkg/cel/library/regex.go` of the API server, and cel-go's. */
const PATTERN_FUNCTIONS: ReadonlySet<string> = new Set(['matches', 'find', 'findAll']);

/**
 * Source: `cel.ASTValidators` in `pkg/cel/environment/base.go` of the API server; that of formats comes with
 * the strings library since cel-go 0.18.
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
  return [...checks, formatValidator(!serverHas('computed-format-strings', minor))];
}
