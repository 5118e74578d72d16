import { findNearLabel, labelText } from '../../src/analysis/installations/near-labels.ts';
import { workloadsWith } from '../../src/analysis/installations/workloads.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'reference/budget-pods',
  on: 'installation',
  severity: 'warning',
  summary: 'A PodDisruptionBudget selects pods.',
  details: `
A PodDisruptionBudget protects the pods that its \`selector\` selects. If there are none, it has no effect, and the pods that are meant
may all be evicted at once.

Labels are reported only if pods in the same namespace have all of them but one, and that one with another key, or with a value
that looks like a typo: the pods may come from elsewhere.
`,
  reference:
    'https://kubernetes.io/docs/tasks/run-application/configure-pdb/#specifying-a-poddisruptionbudget',
  messages: {
    labels: {
      text: "no pod in the input has the label {key}: '{value}', but those of the {kind} '{name}' have {label}; the budget protects nothing",
      help: 'use the same labels in the selector and in the template of the pods',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: shop, namespace: shop }
        spec:
          maxUnavailable: 1
          selector:
            matchLabels:
              app: storefront
              #    ^^^^^^^^^^ expect: labels
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: shop, namespace: shop }
        spec:
          replicas: 3
          selector: { matchLabels: { app: store-front } }
          template:
            metadata: { labels: { app: store-front } }
            spec:
              containers: [{ name: web, image: nginx }]
      `,
    ],
    good: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: shop, namespace: shop }
        spec:
          maxUnavailable: 1
          selector: { matchLabels: { app: storefront } }
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: shop, namespace: shop }
        spec:
          replicas: 3
          selector: { matchLabels: { app: storefront } }
          template:
            metadata: { labels: { app: storefront } }
            spec:
              containers: [{ name: web, image: nginx }]
      `,
    ],
  },
  check(installation, { report }) {
    if (!installation.isComplete) return;
    for (const { object, root } of installation.ofKind('PodDisruptionBudget')) {
      const selector = root.get('spec').get('selector');
      const { value } = selector;
      if (value === undefined) continue;
      const isPlain = (value.matchExpressions ?? []).length === 0;
      if (!isPlain || workloadsWith(value, object, installation).length > 0) continue;
      const near = findNearLabel(selector.get('matchLabels'), object, installation);
      if (near === undefined || object.mayChange('spec')) continue;
      const { key, field, workload, meant } = near;
      const { kind, name } = workload.object;
      report({
        message: 'labels',
        at: { object, at: field },
        values: { key, value: field.value ?? '', kind, name, label: labelText(meant) },
        related: [
          {
            object: workload.object,
            at: workload.metadata.get('labels'),
            message: 'the labels of its pods',
          },
        ],
      });
    }
  },
});
