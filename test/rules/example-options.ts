import type { LintOptions } from '../../src/lint/options.ts';
import type { Rule } from '../../src/rule/rule.ts';
import { findKind, type KindName } from '../../src/server/kubernetes/kinds.ts';

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

/** The flags of the server for the examples of a rule: a server with default flags does not serve some kinds. */
export function exampleServer(rule: Rule): LintOptions {
  const kinds: readonly KindName[] = 'kinds' in rule ? rule.kinds : [];
  if (kinds.every(isServedByDefault)) return {};
  return {
    runtimeConfig: new Map([['api/all', true]]),
    featureGates: new Map([
      ['AllAlpha', true],
      ['AllBeta', true],
    ]),
  };
}

function isServedByDefault(kind: KindName): boolean {
  const versions = findKind(kind)?.versions.values() ?? [];
  return [...versions].some(({ served }) => served !== undefined);
}
