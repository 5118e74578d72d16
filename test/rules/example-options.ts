import type { LintOptions } from '../../src/lint/options.ts';
import type { Rule } from '../../src/rule/rule.ts';

/**
 * The options with which the examples of a rule are linted. Examples about decisions run the policies that they
 * contain. Examples of static manifests are the files of a staticManifestsDir.
 */
export function exampleOptions({ on, id }: Rule): LintOptions {
  return {
    ...(on === 'request' ? { policies: [] } : {}),
    ...(id.startsWith('static-manifest/') ? { staticManifests: true } : {}),
  };
}
