import {
  type Limit,
  type LimitAmount,
  limitsOf,
  writtenAmount,
} from '../../src/analysis/quota/limit-range-items.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { compareQuantities } from '../../src/server/kubernetes/formats/quantity-value.ts';

type BoundedMap = 'min' | 'max' | 'default' | 'defaultRequest';

/** The pairs of maps of which one must not be larger than the other, and the field at which the server reports it. */
const ORDERS: readonly {
  readonly smaller: BoundedMap;
  readonly larger: BoundedMap;
  readonly at: BoundedMap;
}[] = [
  { smaller: 'min', larger: 'max', at: 'min' },
  { smaller: 'min', larger: 'defaultRequest', at: 'defaultRequest' },
  { smaller: 'defaultRequest', larger: 'max', at: 'defaultRequest' },
  { smaller: 'defaultRequest', larger: 'default', at: 'defaultRequest' },
  { smaller: 'min', larger: 'default', at: 'default' },
  { smaller: 'default', larger: 'max', at: 'default' },
];

export default defineRule({
  id: 'limit-range/bounds',
  on: 'object',
  kinds: ['LimitRange'],
  severity: 'error',
  summary: 'For each resource of a limit, min <= defaultRequest <= default <= max.',
  details: `
A container without a request and limit gets \`defaultRequest\` and \`default\`. Both must be between \`min\` and \`max\`,
and the request must not exceed the limit, or such a container could never be admitted. The API server refuses
a LimitRange with other amounts.

For limits of type \`Container\`, the server first sets absent amounts: \`default\` from \`max\`, then \`defaultRequest\` from
\`default\`, else from \`min\`. It validates these amounts too, so it reports one mistake for several maps.
`,
  reference:
    'https://kubernetes.io/docs/concepts/policy/limit-range/#limitrange-and-admission-checks-for-pods',
  messages: {
    order: {
      text: '{smaller} {small} of {resource} is more than {larger} {large}',
      help: 'use amounts with min <= defaultRequest <= default <= max',
      cause: 'FieldValueInvalid',
      rows: [
        'lr-min-over-max',
        'lr-default-request-under-min',
        'lr-default-request-over-max',
        'lr-default-request-over-default',
        'lr-default-under-min',
        'lr-default-over-max',
      ],
      explains: ['limit-range/bounds#copied'],
      dependsOn: ['spec.limits'],
    },
    copied: {
      text: '{smaller} {small} of {resource} is more than {larger} {large}; the server copied {source} to {map}',
      help: 'use amounts with min <= defaultRequest <= default <= max',
      cause: 'FieldValueInvalid',
      rows: [
        'lr-default-request-under-min',
        'lr-default-under-min',
        'lr-default-request-over-max',
        'lr-default-request-over-default',
      ],
      dependsOn: ['spec.limits'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: { name: limits, namespace: shop }
        spec:
          limits:
            - type: Pod
              min: { cpu: 2 }
              #           ^ expect: order
              max: { cpu: 500m }
            - type: Container
              max: { memory: 1Gi }
              default: { memory: 512Mi }
              defaultRequest: { memory: 1G }
              #                         ^^ expect: order
      `,
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: { name: limits, namespace: shop }
        spec:
          limits:
            - type: Container
              min: { cpu: 200m }
              default: { cpu: 100m }
              #               ^^^^ expect: order, copied
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: { name: limits, namespace: shop }
        spec:
          limits:
            - type: Container
              min: { cpu: 100m }
              defaultRequest: { cpu: 0.1 }
              default: { cpu: 500m }
              max: { cpu: "2" }
      `,
    ],
  },
  check(resource, { report }) {
    for (const limit of limitsOf(resource)) {
      for (const { smaller, larger, at } of ORDERS) {
        for (const [small, large] of pairs(limit, smaller, larger)) {
          if (compareQuantities(small.amount, large.amount) <= 0) continue;
          const [reported, other] = at === smaller ? [small, large] : [large, small];
          const { field } = writtenAmount(resource, reported);
          const values = {
            resource: reported.resource,
            smaller,
            small: small.text,
            larger,
            large: large.text,
          };
          const { path } = reported.field;
          // A copy violates the order only where the amounts in the file do, so an error of them explains it.
          const copy = [reported, other].find((amount) => isCopied(resource, amount));
          if (copy === undefined) report({ message: 'order', at: field, values, path });
          else {
            const source = writtenAmount(resource, copy).map;
            report({
              message: 'copied',
              at: field,
              values: { ...values, map: copy.map, source },
              path,
            });
          }
        }
      }
    }
  },
});

function isCopied(resource: Resource, amount: LimitAmount): boolean {
  return writtenAmount(resource, amount) !== amount;
}

/**
 * The amounts of both maps for each resource that has both. The defaults of a Pod, which are not allowed, are ignored.
 */
function pairs(
  limit: Limit,
  smaller: BoundedMap,
  larger: BoundedMap,
): readonly (readonly [LimitAmount, LimitAmount])[] {
  const involvesDefaults = ![smaller, larger].every((map) => map === 'min' || map === 'max');
  if (limit.type === 'Pod' && involvesDefaults) return [];
  return [...limit[smaller].values()].flatMap((small) => {
    const large = limit[larger].get(small.resource);
    return large === undefined ? [] : [[small, large] as const];
  });
}
