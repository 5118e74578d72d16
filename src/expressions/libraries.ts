import type { Signatures } from '../cel/declarations.ts';
import {
  LIST_FUNCTIONS as EXTENDED_LIST_FUNCTIONS,
  OPTIONAL_FUNCTIONS,
  OPTIONAL_FUNCTIONS_2,
  SET_FUNCTIONS,
  STRING_FUNCTIONS,
  TWO_VARIABLE_FUNCTIONS,
} from '../cel/library/extension-libraries.ts';
import { STANDARD_FUNCTIONS } from '../cel/library/standard-library.ts';
import {
  type Macro,
  OPTIONAL_FLAT_MAP_MACRO,
  OPTIONAL_MAP_MACRO,
  STANDARD_MACROS,
  TWO_VARIABLE_MACROS,
} from '../cel/parse/macros.ts';
import { SORT_BY_MACRO } from '../cel/parse/sort-by-macro.ts';
import { compareMinors, MINORS, type Minor } from '../kubernetes/minors.ts';
import {
  AUTHORIZATION_FUNCTIONS,
  AUTHORIZATION_SELECTOR_FUNCTIONS,
  CIDR_FUNCTIONS,
  FORMAT_FUNCTIONS,
  IP_FUNCTIONS,
  JSON_PATCH_FUNCTIONS,
  LIST_FUNCTIONS,
  QUANTITY_FUNCTIONS,
  REGEX_FUNCTIONS,
  SEMVER_FUNCTIONS,
  URL_FUNCTIONS,
} from './function-libraries.ts';

/** Which expressions an environment is for. */
export type Expressions =
  /** In objects that are created or changed; a server one minor older must understand them. */
  | 'new'
  /** In the stored object already, word for word; they may use all that the server knows. */
  | 'stored';

/** Functions, macros and types that come and go together. */
export interface Library {
  /** As the server names it. */
  readonly name: string;
  readonly functions: Signatures;
  readonly macros?: readonly Macro[];
  /** The compatibility version from which on it is there; from the start where absent. */
  readonly since?: Minor;
  /** The release from which on it is there, whatever the compatibility version. */
  readonly release?: Minor;
  /** Opaque types whose names are values. */
  readonly types?: readonly string[];
  /** Only where patches are written. */
  readonly forPatches?: true;
}

/**
 * The libraries of the API server, in the order in which it loads them: where two have overloads of one
 * function, those of the first one are tried first.
 *
 * Source: `pkg/cel/environment/base.go` of the API server. The library of selectors belongs to a gate that
 * is off in 1.31; for stored expressions gates do not count, so that it is there for them.
 */
export const LIBRARIES: readonly Library[] = [
  { name: 'cel.lib.std', functions: STANDARD_FUNCTIONS, macros: STANDARD_MACROS },
  { name: 'kubernetes.urls', functions: URL_FUNCTIONS },
  { name: 'kubernetes.regex', functions: REGEX_FUNCTIONS },
  { name: 'kubernetes.lists', functions: LIST_FUNCTIONS },
  { name: 'kubernetes.authz', functions: AUTHORIZATION_FUNCTIONS },
  {
    name: 'cel.lib.optional',
    functions: OPTIONAL_FUNCTIONS,
    macros: [OPTIONAL_MAP_MACRO, OPTIONAL_FLAT_MAP_MACRO],
  },
  { name: 'cel.lib.optional', functions: OPTIONAL_FUNCTIONS_2, release: '1.33' },
  { name: 'kubernetes.quantity', functions: QUANTITY_FUNCTIONS },
  { name: 'cel.lib.ext.strings', functions: STRING_FUNCTIONS },
  { name: 'cel.lib.ext.sets', functions: SET_FUNCTIONS },
  { name: 'kubernetes.net.ip', functions: IP_FUNCTIONS, since: '1.30', types: ['net.IP'] },
  { name: 'kubernetes.net.cidr', functions: CIDR_FUNCTIONS, since: '1.30', types: ['net.CIDR'] },
  { name: 'kubernetes.format', functions: FORMAT_FUNCTIONS, since: '1.31' },
  {
    name: 'kubernetes.authzSelectors',
    functions: AUTHORIZATION_SELECTOR_FUNCTIONS,
    since: '1.31',
  },
  {
    name: 'cel.lib.ext.comprev2',
    functions: TWO_VARIABLE_FUNCTIONS,
    macros: TWO_VARIABLE_MACROS,
    since: '1.32',
  },
  { name: 'kubernetes.Semver', functions: SEMVER_FUNCTIONS, since: '1.33' },
  {
    name: 'cel.lib.ext.lists',
    functions: EXTENDED_LIST_FUNCTIONS,
    macros: [SORT_BY_MACRO],
    since: '1.34',
  },
  { name: 'kubernetes.jsonpatch', functions: JSON_PATCH_FUNCTIONS, forPatches: true },
];

/**
 * Whether something that came with a compatibility version is there. New expressions are compiled as the
 * minor before would, so that going back to it is possible; 1.30 keeps to 1.29 for the same reason.
 *
 * Source: `DefaultCompatibilityVersion` in `pkg/cel/environment/base.go`.
 */
export function isCompatible(since: Minor, minor: Minor, expressions: Expressions): boolean {
  const age = MINORS.indexOf(minor) - MINORS.indexOf(since);
  return expressions === 'new' ? age >= 1 : age >= 0;
}

/** The libraries that expressions may use, in the order in which they are loaded. */
export function librariesOf(
  minor: Minor,
  expressions: Expressions,
  forPatches: boolean,
): readonly Library[] {
  return LIBRARIES.filter(
    ({ since, release, forPatches: onlyForPatches }) =>
      (since === undefined || isCompatible(since, minor, expressions)) &&
      (release === undefined || compareMinors(release, minor) <= 0) &&
      (onlyForPatches === undefined || forPatches),
  );
}
