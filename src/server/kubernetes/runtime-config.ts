import { groupAndVersion } from './api-version.ts';
/**
 * The settings of `--runtime-config` of an API server: `api/all`, `api/ga`, `api/beta` and `api/alpha`, versions
 * (`policy/v1beta1`), and resources (`policy/v1beta1/poddisruptionbudgets`), each enabled or disabled. It is empty for
 * the defaults.
 */
export type RuntimeConfig = ReadonlyMap<string, boolean>;

/** The versions that each name selects, in the order in which the server applies the names. */
export const API_LEVELS: ReadonlyMap<string, RegExp> = new Map([
  ['api/all', /^/],
  ['api/ga', /^v\d+$/],
  ['api/beta', /^v\d+beta\d+$/],
  ['api/alpha', /^v\d+alpha\d+$/],
]);

/**
 * Reports whether a resource is enabled in a version of its group. An entry for the resource has precedence over an
 * entry for the version, which has precedence over the levels. Of the levels, the last one counts.
 *
 * Source: `MergeAPIResourceConfigs` in `pkg/server/resourceconfig/helpers.go` of apiserver.
 *
 * @param apiVersion an apiVersion with a group
 * @param byDefault true if the resource is enabled without flags
 */
export function isResourceEnabled(
  config: RuntimeConfig,
  apiVersion: string,
  plural: string,
  byDefault: boolean,
): boolean {
  const explicit = config.get(`${apiVersion}/${plural}`) ?? config.get(apiVersion);
  if (explicit !== undefined) return explicit;
  const { version } = groupAndVersion(apiVersion);
  let isEnabled = byDefault;
  for (const [level, pattern] of API_LEVELS) {
    if (pattern.test(version)) isEnabled = config.get(level) ?? isEnabled;
  }
  return isEnabled;
}
