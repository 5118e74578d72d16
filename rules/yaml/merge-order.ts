import { isJudged } from '../../src/analysis/written-values.ts';
import type { ManifestObject } from '../../src/rule/manifest.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { Path } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'yaml/merge-order',
  severity: 'warning',
  summary: 'A merge key stands before the keys that it must not override.',
  details: `
By the rule of YAML, what a mapping says itself wins over what \`<<\` brings in, wherever the two stand. The YAML reader of
kubectl takes them in the order of the text instead: what comes last wins. A \`<<\` below a key that it also has
overrides that key.

Put \`<<\` first in the mapping; then every reader agrees.
`,
  reference: 'https://yaml.org/type/merge.html',
  messages: {
    overrides: {
      text: 'this merge overrides {keys}, which the mapping itself has above it',
      help: 'put << first, so that the own keys win',
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
    ],
  },
  checkText({ part, objects }, { report }) {
    if (part.content.kind === 'refused') return;
    for (const { path, span, overrides } of part.content.document.merges) {
      if (overrides.length === 0 || !objects.some((object) => isWithin(path, object))) continue;
      const keys = overrides.map(({ key }) => `'${key}'`).join(', ');
      const related = overrides.map((own) => ({ span: own.span, message: 'this is overridden' }));
      report('overrides', { span, field: null, related: [] }, { keys }, { related });
    }
  },
});

/** Whether a path of a document lies in an object that kubeadmit judges. */
function isWithin(path: Path, object: ManifestObject): boolean {
  return isJudged(object) && object.origin.path.every((segment, index) => segment === path[index]);
}
