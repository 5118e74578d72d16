import { getOrCompute } from '../../../base/get-or-compute.ts';
import { bindingsLibrary } from '../../../cel/library/bindings.ts';
import type { Library } from '../../../cel/library/library.ts';
import { listsLibrary } from '../../../cel/library/lists.ts';
import { optionalsLibrary } from '../../../cel/library/optionals.ts';
import { setsLibrary } from '../../../cel/library/sets.ts';
import { standardLibrary } from '../../../cel/library/standard-library.ts';
import { stringsLibrary } from '../../../cel/library/strings.ts';
import { twoVariableComprehensions } from '../../../cel/library/two-variable-comprehensions.ts';
import { OPTIONAL_TYPE, TypeValue } from '../../../cel/values/value.ts';
import { holdsIn, MINORS, type Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import { authorizerLibrary, authorizerSelectorsLibrary } from './authorizer.ts';
import { cidrLibrary } from './cidr.ts';
import { formatLibrary } from './format.ts';
import { ipLibrary } from './ip.ts';
import { jsonPatchLibrary } from './json-patch.ts';
import {
  deviceIncludesLibrary,
  kubernetesIncludesLibrary,
  kubernetesListsLibrary,
} from './lists.ts';
import { quantityLibrary } from './quantity.ts';
import { regexLibrary } from './regex.ts';
import { semverLibrary } from './semver.ts';
import { urlLibrary } from './url.ts';

/** The expressions that an environment is for. It is `environment.Type` in the API server. */
export type Expressions =
  /**
   * Expressions of objects that are created or changed. A server that is one minor older must be able to compile them.
   */
  | 'new'
  /** Expressions that the stored object already contains unchanged. They can use everything that the server has. */
  | 'stored';

interface VersionedLibrary {
  /** The library as a minor has it. */
  readonly create: (minor: Minor) => Library;
  /** The compatibility version that introduced it; absent for a library of all versions. */
  readonly since?: Minor;
  /** True if only the environments of patches load the library. */
  readonly isForPatches?: true;
}

/** `defaultMaxRangeSize` in `ext/lists.go` of cel-go. */
const LARGEST_RANGE = 1_000_000n;

/**
 * The libraries of the API server, in the order in which it loads them. If two libraries have overloads of one
 * function, the overloads of the first one are tried first.
 *
 * The library of selectors belongs to a feature gate that is off in 1.31. Environments of stored expressions ignore
 * feature gates, so they have it.
 *
 * Source: `pkg/cel/environment/base.go` of the API server.
 */
export const LIBRARIES: readonly VersionedLibrary[] = [
  {
    create: (minor) =>
      standardLibrary({
        affixCost: serverHas('costs-of-affixes', minor) ? 'affix' : 'string',
        globalMatchesHasCost: serverHas('global-matches-costs', minor),
        durationOfInt: !serverHas('no-durations-of-ints', minor),
      }),
  },
  {
    create: (minor) =>
      urlLibrary({
        strictColons: serverHas('strict-colons-in-hosts', minor),
        estimatesSize: serverHas('library-values-in-costs', minor),
      }),
  },
  { create: regexLibrary },
  { create: kubernetesListsLibrary },
  { create: authorizerLibrary },
  {
    create: (minor) =>
      optionalsLibrary({
        version: holdsIn({ since: '1.33' }, minor) ? 2 : 1,
        type: optionalTypeOf(minor),
      }),
  },
  {
    create: (minor) =>
      quantityLibrary({ keepsReceivers: serverHas('sums-keep-quantities', minor) }),
  },
  {
    create: (minor) =>
      stringsLibrary({
        searchBeyondEnd: serverHas('search-beyond-end', minor) ? 'not-found' : 'error',
        skipsLongerSubstring: serverHas('last-index-of-longer-strings', minor),
        boundsEmptySubstring: serverHas('empty-strings-found-within', minor),
        exponentGap: serverHas('exponents-without-spaces', minor) ? '' : '\u202f',
      }),
  },
  { create: setsLibrary },
  { create: ipLibrary, since: '1.30' },
  {
    create: (minor) =>
      cidrLibrary({ comparesFirstAddress: !serverHas('cidr-contains-by-prefix', minor) }),
    since: '1.30',
  },
  {
    create: (minor) =>
      formatLibrary({
        strictColons: serverHas('strict-colons-in-hosts', minor),
        qualifiedNameSubject: serverHas('label-key-messages', minor)
          ? 'a valid label key'
          : 'a qualified name',
        lengthUnit: serverHas('label-lengths-in-bytes', minor) ? 'bytes' : 'characters',
      }),
    since: '1.31',
  },
  { create: authorizerSelectorsLibrary, since: '1.31' },
  { create: twoVariableComprehensions, since: '1.32' },
  { create: semverLibrary, since: '1.33' },
  {
    create: (minor) =>
      listsLibrary(serverHas('bounded-ranges', minor) ? { largestRange: LARGEST_RANGE } : {}),
    since: '1.34',
  },
  { create: kubernetesIncludesLibrary, since: '1.37' },
  { create: jsonPatchLibrary, isForPatches: true },
];

/**
 * Reports whether a feature of a compatibility version is available. New expressions are compiled as the previous minor
 * would compile them, so that a downgrade is possible. For the same reason, 1.30 is compatible with 1.29.
 *
 * Source: `DefaultCompatibilityVersion` in `pkg/cel/environment/base.go` of the API server.
 */
export function isCompatible(since: Minor, minor: Minor, expressions: Expressions): boolean {
  const age = MINORS.indexOf(minor) - MINORS.indexOf(since);
  return expressions === 'new' ? age >= 1 : age >= 0;
}

/** The libraries that expressions can use, in the order in which they are loaded. */
export function librariesOf(
  minor: Minor,
  expressions: Expressions,
  forPatches: boolean,
): readonly Library[] {
  const all = allLibrariesOf(minor);
  return LIBRARIES.flatMap(({ since, isForPatches }, index) => {
    const isLoaded =
      (since === undefined || isCompatible(since, minor, expressions)) &&
      (isForPatches === undefined || forPatches);
    const library = all[index];
    return isLoaded && library !== undefined ? [library] : [];
  });
}

/**
 * The libraries that only selectors of devices can use. `includes` belongs to a feature gate that is off, which the
 * environment of stored expressions ignores. Since 1.37, the function is one of all environments.
 *
 * Source: `newCompiler` in `cel/compile.go` of `k8s.io/dynamic-resource-allocation`.
 */
export function deviceLibraries(minor: Minor, expressions: Expressions): readonly Library[] {
  const hasIncludes = expressions === 'stored' && holdsIn({ since: '1.36', until: '1.36' }, minor);
  return hasIncludes ? [bindingsLibrary(), deviceIncludesLibrary()] : [bindingsLibrary()];
}

const created = new Map<Minor, readonly Library[]>();

/** All libraries as a minor has them, whether or not it loads them, in the order of {@link LIBRARIES}. */
export function allLibrariesOf(minor: Minor): readonly Library[] {
  return getOrCompute(created, minor, () => LIBRARIES.map(({ create }) => create(minor)));
}

/** The type of optional values: `type(optional.none())`. */
export function optionalTypeOf(minor: Minor): TypeValue {
  return serverHas('optional-type-name', minor) ? OPTIONAL_TYPE : OLD_OPTIONAL_TYPE;
}

const OLD_OPTIONAL_TYPE = new TypeValue('optional');
