import { groupAndVersion } from './api-version.ts';
/**
 * What `--runtime-config` of an API server enables and disables: `api/all`, `api/ga`, `api/beta` and `api/alpha`,
 * versions (`policy/v1beta1`), and resources (`policy/v1beta1/poddisruptionbudgets`); empty for the defaults.
 */
export type RuntimeConfig = ReadonlyMap<string, boolean>;

/** The versions that a name stands for, in the order in which the server applies them. */
export const API_LEVELS: ReadonlyMap<string, RegExp> = new Map([
  ['api/all', /^/],
  ['api/ga', /^v\d+$/],
  ['api/beta', /^v\d+beta\d+$/],
  ['api/alpha', /^v\d+alpha\d+$/],
]);

/**
 * Whether a resource is enabled in a version of its group. An entry for the resource counts before one for the version, that
 * before the levels, and of these the last one.
 *
 * Source: `MergeAPIResourceConfigs` in `pkg/server/resourceconfig/helpers.go` of apiserver.
 *
 * @param apiVersion with a group
 * @param byDefault whether it is enabled without flags
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
