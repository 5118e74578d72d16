import { LIMIT_MAPS, limitsOf } from '../../src/analysis/quota/limit-range-items.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The types that admission looks at. */
const ENFORCED: ReadonlySet<string> = new Set(['Pod', 'Container', 'PersistentVolumeClaim']);

export default defineRule({
  id: 'limit-range/no-effect',
  kinds: ['LimitRange'],
  severity: 'warning',
  summary: 'Each limit is of a type that is enforced, and has an amount.',
  details: `
A LimitRange without limits, and a limit without any amount, are accepted and do nothing.

So is a limit of a type of your own, such as \`example.com/Widget\`. The API server enforces those of \`Pod\`,
\`Container\` and \`PersistentVolumeClaim\` and passes over all others; they are for software of your own that
reads them.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  messages: {
    none: {
      text: 'there are no limits, so this does nothing',
      help: 'add a limit, or leave the LimitRange out',
      rows: ['lint-lr-empty'],
    },
    empty: {
      text: 'this limit has no amounts, so it does nothing',
      help: 'add max, min or defaults, or leave it out',
      rows: ['lint-lr-empty'],
    },
    type: {
      text: "the API server enforces no limits of the type '{type}'",
      help: 'write Pod, Container or PersistentVolumeClaim if that is meant',
      rows: ['lint-lr-unknown-type'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: { name: limits, namespace: shop }
        spec:
          limits: []
          #       ^^ expect: none
      `,
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: { name: limits, namespace: shop }
        spec:
          limits:
            - type: Pod
            # ^^^^ expect: empty
            - type: example.com/Widget
              #     ^^^^^^^^^^^^^^^^^^ expect: type
              max: { cpu: 1 }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: { name: limits, namespace: shop }
        spec:
          limits:
            - type: PersistentVolumeClaim
              max: { storage: 100Gi }
      `,
    ],
  },
  check(resource, { report }) {
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    const list = resource.root.get('spec').get('limits');
    if (!list.pruned && (list.value ?? []).length === 0) report('none', list);
    for (const limit of limitsOf(resource)) {
      const isEmpty = LIMIT_MAPS.every(
        (name) => limit[name].size === 0 && !limit.item.get(name).pruned,
      );
      const type = limit.item.get('type');
      if (isEmpty) report('empty', limit.item);
      // A type without a domain that is none of the three is refused.
      else if (!ENFORCED.has(limit.type) && limit.type.includes('/')) {
        report('type', type, { type: limit.type });
      }
    }
  },
});
