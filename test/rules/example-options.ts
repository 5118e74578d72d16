import type { LintOptions } from '../../src/lint/options.ts';
import type { Rule } from '../../src/rule/rule.ts';
import { findKind, type KindName, servedVersions } from '../../src/server/kubernetes/kinds.ts';
import { MINORS } from '../../src/server/kubernetes/minors.ts';

/**
 * The options with which the examples of a rule are linted. Examples about decisions run the policies that they
 * contain. Examples of static manifests are the files of a staticManifestsDir.
 */
export function exampleOptions(rule: Rule): LintOptions {
  const { on, id } = rule;
  return {
    ...(on === 'request' ? { policies: [] } : {}),
    ...(id.startsWith('static-manifest/') ? { staticManifests: true } : {}),
    ...exampleServer(rule),
  };
}

const ALL_ON = {
  runtimeConfig: new Map([['api/all', true]]),
  featureGates: new Map([
    ['AllAlpha', true],
    ['AllBeta', true],
  ]),
} as const;

/**
 * The server for the examples of a rule: a server with default flags does not serve some kinds, and the newest minor
 * does not have all of them.
 */
export function exampleServer(rule: Rule): LintOptions {
  const kinds: readonly KindName[] = 'kinds' in rule ? rule.kinds : [];
  if (kinds.every(isServedByDefault)) return {};
  const minor = MINORS.findLast((candidate) =>
    kinds.some((kind) => {
      const facts = findKind(kind);
      return (
        facts !== undefined && servedVersions(facts, { minor: candidate, ...ALL_ON }).length > 0
      );
    }),
  );
  return { ...ALL_ON, ...(minor !== undefined && { kubernetesVersions: [minor] }) };
}

function isServedByDefault(kind: KindName): boolean {
  const versions = findKind(kind)?.versions.values() ?? [];
  return [...versions].some(({ served }) => served !== undefined);
}
