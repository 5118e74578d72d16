import {
  builtInTargets,
  type ResolvedRule,
} from '../../../src/analysis/requests/resolved-rules.ts';

/** A resource in a group and version that do not contain it. */
export interface Combination {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/**
 * The first combination of groups, versions and resources of a resource rule that is not served, if the rule has no
 * wildcards and matches something. Versions in which none of the resources is served are assumed to be for other
 * minors.
 */
export function missingCombination(reading: ResolvedRule): Combination | undefined {
  const listed = new Set(reading.rule.get('apiVersions').value ?? []);
  const settled = builtInTargets(reading);
  if (listed.has('*') || settled.length < reading.targets.length) return undefined;
  const served = new Set(
    settled.flatMap(({ builtIn }) =>
      builtIn.map(({ version }) => version).filter((version) => listed.has(version)),
    ),
  );
  for (const { resource, builtIn } of settled) {
    for (const group of reading.groups) {
      for (const version of served) {
        const exists = builtIn.some((known) => known.group === group && known.version === version);
        if (!exists) return { group, version, resource };
      }
    }
  }
  return undefined;
}
