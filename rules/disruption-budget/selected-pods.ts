import { selectorExpressions } from '../../src/analysis/metadata/label-selector.ts';
import { contradictionIn, selectsEverything } from '../../src/analysis/requests/selector-reach.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'disruption-budget/selected-pods',
  on: 'object',
  kinds: ['PodDisruptionBudget'],
  severity: 'warning',
  summary: 'A PodDisruptionBudget selects the pods of one application.',
  details: `
A budget without a \`selector\` selects no pods. A budget with an empty selector (\`{}\`) selects all pods in the namespace; in
\`policy/v1beta1\` it selected none. A pod that two budgets select cannot be evicted: the request fails with the status 500.
So a budget with an empty selector and any other budget in the namespace block each other. Requirements that exclude each
other select nothing.

An API server uses the key \`pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match\` to convert selectors between
\`policy/v1beta1\` and \`policy/v1\`. It removes the expression from an object in \`policy/v1\`, and uses the rest of the
selector.

Use the labels of the pods of one Deployment or StatefulSet.
`,
  reference: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  messages: {
    absent: {
      text: 'the budget has no selector, so it selects no pods',
      help: 'add the labels of the pods to selector.matchLabels',
      rows: ['lint-pdb-no-selector'],
    },
    every: {
      text: 'an empty selector selects all pods in the namespace; a pod with a second budget cannot be evicted',
      help: 'add the labels of the pods of one application',
      rows: ['lint-pdb-empty-selector'],
    },
    legacy: {
      text: 'this key of policy/v1beta1 has no effect: the API server removes the expression',
      help: 'remove the expression, and add the labels of the pods',
      rows: ['lint-pdb-legacy-expression'],
    },
    none: {
      text: "the requirements for the label '{key}' exclude each other, so the selector selects nothing",
      help: 'remove one of the requirements',
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
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const selector = spec.get('selector');
    if (selector.absent && !spec.pruned) report({ message: 'absent', at: spec, side: 'key' });
    else if (selectsEverything(selector)) report({ message: 'every', at: selector });
    const expressions = selectorExpressions(resource, selector);
    const kept = new Set(expressions.map(({ expression }) => expression.segment));
    for (const expression of selector.itemsOf('matchExpressions')) {
      if (!kept.has(expression.segment)) report({ message: 'legacy', at: expression.get('key') });
    }
    const contradiction = contradictionIn(selector);
    if (contradiction !== undefined) {
      report({
        message: 'none',
        at: contradiction.field,
        values: { key: contradiction.key },
        path: selector.path,
      });
    }
  },
});
