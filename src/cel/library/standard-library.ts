import type { Variable } from '../environment.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
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
import { functionSingletons, standardFunctions } from './standard-functions.ts';
import { STANDARD_MACROS } from './standard-macros.ts';
import { operatorSingletons, standardOperators } from './standard-operators.ts';

/** The operators, functions and macros of the language. Source: `common/stdlib/standard.go` of cel-go. */
export function standardLibrary(): Library {
  return {
    name: 'cel.lib.std',
    macros: STANDARD_MACROS,
    functions: { ...standardOperators(), ...standardFunctions() },
    singletons: { ...operatorSingletons(), ...functionSingletons() },
    patternFunctions: ['matches'],
  };
}

/** The names of types, which are variables of the language. */
export function standardVariables(): readonly Variable[] {
  const types: readonly Type[] = [
    BOOL,
    BYTES,
    DOUBLE,
    DURATION,
    INT,
    listOf(typeParam('A')),
    mapOf(typeParam('A'), typeParam('B')),
    NULL,
    STRING,
    TIMESTAMP,
    TYPE,
    UINT,
  ];
  return types.map((type) => ({ name: type.name, type: typeOf(type) }));
}
