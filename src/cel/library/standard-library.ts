import type { Variable } from '../environment.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  STRING,
  TIMESTAMP,
  TYPE,
  type Type,
  typeOf,
  typeParam,
  UINT,
} from '../types.ts';
import type { Library } from './library.ts';
import {
  functionSingletons,
  type StandardOptions,
  standardFunctions,
} from './standard-functions.ts';
import { STANDARD_MACROS } from './standard-macros.ts';
import { operatorSingletons, standardOperators } from './standard-operators.ts';

/** The operators, functions and macros of the language. Source: `common/stdlib/standard.go` of cel-go. */
export function standardLibrary(options: StandardOptions): Library {
  return {
    name: 'cel.lib.std',
    macros: STANDARD_MACROS,
    functions: { ...standardOperators(), ...standardFunctions(options) },
    singletons: { ...operatorSingletons(), ...functionSingletons() },
    patternFunctions: ['matches'],
  };
}

/**
 * The types that have names in the language.
 *
 * @param parameter the parameters of the types `list` and `map`: names until cel-go 0.26, dyn since
 */
export function standardTypes(parameter: (name: string) => Type = () => DYN): readonly Type[] {
  return [
    BOOL,
    BYTES,
    DOUBLE,
    DURATION,
    INT,
    listOf(parameter('A')),
    mapOf(parameter('A'), parameter('B')),
    NULL,
    STRING,
    TIMESTAMP,
    TYPE,
    UINT,
  ];
}

/** The names of these types as variables, which they are until cel-go 0.26. */
export function standardVariables(): readonly Variable[] {
  return standardTypes(typeParam).map((type) => ({ name: type.name, type: typeOf(type) }));
}
