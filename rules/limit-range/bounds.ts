import {
  type Limit,
  type LimitAmount,
  limitsOf,
  writtenAmount,
} from '../../src/analysis/quota/limit-range-items.ts';
import { compareQuantities } from '../../src/kubernetes/formats/quantity-value.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

type BoundedMap = 'min' | 'max' | 'default' | 'defaultRequest';

/** What must not be larger than what, and where the server says so. */
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
  kinds: ['LimitRange'],
  severity: 'error',
  summary: 'For each resource of a limit, min <= defaultRequest <= default <= max.',
  details: `
A container that says nothing gets \`defaultRequest\` and \`default\`. They must lie between \`min\` and \`max\`, and
the request not above the limit, or such a container could never be admitted: the API server refuses the
LimitRange.

For containers it fills in what is missing first: \`default\` from \`max\`, then \`defaultRequest\` from \`default\`, or
else from \`min\`. So a \`default\` without a \`defaultRequest\` also asks for that much.
`,
  reference:
    'https://kubernetes.io/docs/concepts/policy/limit-range/#limitrange-and-admission-checks-for-pods',
  messages: {
    order: {
      text: '{smaller} of {resource} is {small}, which is more than {larger} {large}',
      help: 'the order is min <= defaultRequest <= default <= max',
      cause: 'FieldValueInvalid',
      rows: [
        'lr-min-over-max',
        'lr-default-request-under-min',
        'lr-default-request-over-max',
        'lr-default-request-over-default',
        'lr-default-under-min',
        'lr-default-over-max',
      ],
    },
    filledIn: {
      text: '{map} of {resource} is filled in from {source}, and so {smaller} {small} is more than {larger} {large}',
      help: 'the order is min <= defaultRequest <= default <= max; write {map} of {resource} if {source} is not meant',
      cause: 'FieldValueInvalid',
      rows: ['lr-default-request-under-min', 'lr-default-under-min', 'lr-default-request-over-max'],
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
              #               ^^^^ expect: order, filledIn
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
          const accused = at === smaller ? small : large;
          const written = writtenAmount(resource, accused);
          const values = {
            resource: accused.resource,
            smaller,
            small: small.text,
            larger,
            large: large.text,
          };
          const path = accused.field.path;
          if (written === accused) report('order', accused.field, values, { path });
          else {
            report(
              'filledIn',
              written.field,
              { ...values, map: at, source: written.map },
              { path },
            );
          }
        }
      }
    }
  },
});

/** The amounts of both maps for each resource that has both. A Pod's defaults, which it must not have, are not looked at. */
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
