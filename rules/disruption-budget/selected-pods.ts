import { selectorExpressions } from '../../src/analysis/metadata/label-selector.ts';
import { contradictionIn, selectsEverything } from '../../src/analysis/requests/selector-reach.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'disruption-budget/selected-pods',
  kinds: ['PodDisruptionBudget'],
  severity: 'warning',
  summary: 'A budget selects the pods of one application.',
  details: `
A budget without a \`selector\` is for no pod at all. One with an empty selector (\`{}\`) is for every pod of the
namespace, whatever they belong to (in \`policy/v1beta1\` it was for none). A pod with two budgets cannot be
evicted: the request fails with an error 500, so an empty selector and any other budget of the namespace
block each other. Demands that exclude each other select nothing.

The key \`pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match\` is what an API server writes to show the
old meaning to old clients. \`policy/v1\` drops it when it reads the object, and what is left counts.

Copy the labels of the pods of one Deployment or StatefulSet.
`,
  reference: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  messages: {
    absent: {
      text: 'without a selector the budget is for no pod',
      help: 'add the labels of the pods under selector.matchLabels',
      rows: ['lint-pdb-no-selector'],
    },
    every: {
      text: 'an empty selector is for every pod of the namespace; with a second budget evictions fail',
      help: 'name the labels of the pods of one application',
      rows: ['lint-pdb-empty-selector'],
    },
    legacy: {
      text: 'this key is left over from policy/v1beta1; the server drops the expression',
      help: 'leave it out and name the labels of the pods',
      rows: ['lint-pdb-legacy-expression'],
    },
    none: {
      text: "the demands on the label '{key}' exclude each other, so this selects nothing",
      help: 'leave one of them out',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec: # expect: absent
          maxUnavailable: 1
      `,
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          maxUnavailable: 1
          selector: {}
          #         ^^ expect: every
      `,
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          maxUnavailable: 1
          selector:
            matchExpressions:
              - key: pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match
                #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: legacy
                operator: Exists
      `,
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          maxUnavailable: 1
          selector:
            matchLabels: { app: web }
            matchExpressions:
              - { key: app, operator: DoesNotExist }
              # ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: none
      `,
    ],
    good: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          maxUnavailable: 1
          selector: { matchLabels: { app: web } }
      `,
    ],
  },
  check(resource, { report }) {
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const selector = spec.get('selector');
    if (selector.absent && !spec.pruned) report('absent', spec, {}, { side: 'key' });
    else if (selectsEverything(selector)) report('every', selector);
    const heard = selectorExpressions(resource, selector);
    const kept = new Set(heard.map(({ expression }) => expression.segment));
    for (const expression of selector.get('matchExpressions').items()) {
      if (!kept.has(expression.segment)) report('legacy', expression.get('key'));
    }
    const contradiction = contradictionIn(selector);
    if (contradiction !== undefined) {
      report('none', contradiction.field, { key: contradiction.key }, { path: selector.path });
    }
  },
});
