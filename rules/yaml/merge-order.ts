import { isJudged } from '../../src/analysis/written-values.ts';
import { firstNames } from '../../src/base/first-names.ts';
import { firstLocations } from '../../src/result/first-locations.ts';
import type { ManifestObject } from '../../src/rule/manifest.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { Path } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'yaml/merge-order',
  on: 'text',
  severity: 'warning',
  summary: 'A merge key is before the keys that it must not override.',
  details: `
In YAML, the keys of a mapping override those that \`<<\` adds, at any position. But kubectl's parser reads them in order, and
the last one is used. So a \`<<\` after a key that it also adds overrides that key. It is
reported if the values differ.

Put \`<<\` first in the mapping. Then all parsers read it in the same way.
`,
  reference: 'https://yaml.org/type/merge.html',
  messages: {
    overrides: {
      text: 'this merge overrides {keys}, which the mapping sets before it',
      help: 'move << before all other keys, so that they are not overridden',
      rows: ['lint-yaml-merge-last', 'yaml-merge-key'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          annotations: &shared { owner: shop, cost-center: "4711" }
          labels:
            owner: payments
            <<: *shared
          # ^^ expect: overrides
        spec:
          hard: { pods: "10" }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          annotations: &shared { owner: shop, cost-center: "4711" }
          labels:
            <<: *shared
            owner: payments
        spec:
          hard: { pods: "10" }
      `,
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          annotations: &shared { owner: shop, cost-center: "4711" }
          labels:
            owner: shop
            <<: *shared
        spec:
          hard: { pods: "10" }
      `,
    ],
  },
  check({ part, objects }, { report }) {
    if (part.content.kind === 'refused') return;
    for (const { path, span, overrides } of part.content.document.merges) {
      if (overrides.length === 0 || !objects.some((object) => isWithin(path, object))) continue;
      const keys = namesOf(overrides.map(({ key }) => key));
      const related = firstLocations(overrides, (own) => ({
        span: own.span,
        message: 'the overridden key',
      }));
      report({
        message: 'overrides',
        at: { span, field: null, related: [] },
        values: { keys },
        related,
      });
    }
  },
});

/** The number of keys that a message names. */
const MOST_NAMED = 5;

function namesOf(keys: readonly string[]): string {
  return firstNames(
    keys.map((key) => `'${key}'`),
    MOST_NAMED,
  );
}

/** Reports whether a path of a document is in an object that kubeadmit checks. */
function isWithin(path: Path, object: ManifestObject): boolean {
  return isJudged(object) && object.origin.path.every((segment, index) => segment === path[index]);
}
