import { LIMIT_MAPS, limitsOf } from '../../src/analysis/quota/limit-range-items.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/**
 * The types whose limits are enforced: by the admission plugin of Kubernetes, or by that of OpenShift.
 * Source of the latter: the documentation of limit ranges in OpenShift.
 */
const ENFORCED: ReadonlySet<string> = new Set([
  'Pod',
  'Container',
  'PersistentVolumeClaim',
  'openshift.io/Image',
  'openshift.io/ImageStream',
]);

export default defineRule({
  id: 'limit-range/no-effect',
  on: 'object',
  kinds: ['LimitRange'],
  severity: 'warning',
  summary: 'A LimitRange has limits with amounts, of types that the API server enforces.',
  details: `
The API server accepts a LimitRange without limits, and a limit without amounts. Both have no effect.

It also accepts a limit of a type with a domain, such as \`example.com/Widget\`, but enforces only limits of the types
\`Pod\`, \`Container\` and \`PersistentVolumeClaim\`, and in OpenShift also \`openshift.io/Image\` and
\`openshift.io/ImageStream\`. Other types are useful only if software of your own reads them.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  messages: {
    none: {
      text: 'spec.limits is empty, so the LimitRange has no effect',
      help: 'add a limit, or remove the LimitRange',
      rows: ['lint-lr-empty'],
    },
    empty: {
      text: 'the limit has no amounts, so it has no effect',
      help: 'add max, min or defaults, or remove the limit',
      rows: ['lint-lr-empty'],
    },
    type: {
      text: "the API server does not enforce limits of the type '{type}'",
      help: 'use the type Pod, Container or PersistentVolumeClaim',
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
            - type: openshift.io/Image
              max: { storage: 1Gi }
      `,
    ],
  },
  check(resource, { report }) {
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    const list = resource.root.get('spec').get('limits');
    if (!list.pruned && (list.value ?? []).length === 0) report({ message: 'none', at: list });
    for (const limit of limitsOf(resource)) {
      const isEmpty = LIMIT_MAPS.every(
        (name) => limit[name].size === 0 && !limit.item.get(name).pruned,
      );
      const type = limit.item.get('type');
      if (isEmpty) report({ message: 'empty', at: limit.item });
      // The server refuses other types without a domain.
      else if (!ENFORCED.has(limit.type) && limit.type.includes('/')) {
        report({ message: 'type', at: type, values: { type: limit.type } });
      }
    }
  },
});
