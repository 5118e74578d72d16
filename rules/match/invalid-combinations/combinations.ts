import { type RuleReading, settledTargets } from '../../../src/analysis/requests/rule-targets.ts';

/** A resource in a group and version that do not have it. */
export interface Combination {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/**
 * The first combination of a rule's groups, versions and resources that no server has, if the rule
 * matches something all the same and has no wildcards. Versions in which none of the resources is
 * served are taken for what other minors need.
 */
export function missingCombination(reading: RuleReading): Combination | undefined {
  const listed = new Set(reading.rule.get('apiVersions').value ?? []);
  const settled = settledTargets(reading);
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
