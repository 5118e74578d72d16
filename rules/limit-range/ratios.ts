import {
  type Limit,
  type LimitAmount,
  limitsOf,
} from '../../src/analysis/quota/limit-range-items.ts';
import { INT64_MAX } from '../../src/base/go/integers.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  compareQuantities,
  parseQuantity,
  type QuantityValue,
  toInt64,
} from '../../src/server/kubernetes/formats/quantity-value.ts';

/** The server calculates in thousandths below this many units. */
const MOST_UNITS_IN_THOUSANDTHS = INT64_MAX / 1000n;

export default defineRule({
  id: 'limit-range/ratios',
  on: 'object',
  kinds: ['LimitRange'],
  severity: 'error',
  summary: 'A maxLimitRequestRatio is at least 1, and at most max divided by min.',
  details: `
\`maxLimitRequestRatio\` is the largest ratio between the limit and the request of a container. A limit is never less
than the request, so no container could satisfy a ratio below 1. With \`min\` and \`max\` of the same resource, no container
can have a ratio above \`max\`/\`min\`, so a larger \`maxLimitRequestRatio\` has no effect. The API server refuses both.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  messages: {
    underOne: {
      text: 'maxLimitRequestRatio of {resource} is {ratio}; it must be at least 1',
      help: 'use 1 if limits must equal requests, or 2 if limits can be twice the requests',
      cause: 'FieldValueInvalid',
      rows: ['lr-ratio-under-one'],
    },
    overBounds: {
      text: 'maxLimitRequestRatio of {resource} is {ratio}, more than max {max} divided by min {min}',
      help: 'use at most {quotient}, or remove the ratio, because min and max limit it already',
      cause: 'FieldValueInvalid',
      rows: ['lr-ratio-over-bounds'],
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
            - type: Container
              maxLimitRequestRatio: { cpu: 500m }
              #                            ^^^^ expect: underOne
            - type: Pod
              min: { memory: 512Mi }
              max: { memory: 1Gi }
              maxLimitRequestRatio: { memory: 4 }
              #                               ^ expect: overBounds
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
              min: { memory: 512Mi }
              max: { memory: 1Gi }
              maxLimitRequestRatio: { memory: 2, cpu: 1.5 }
      `,
    ],
  },
  check(resource, { report }) {
    const one = parseQuantity(1);
    for (const limit of limitsOf(resource)) {
      for (const ratio of limit.maxLimitRequestRatio.values()) {
        const values = { resource: ratio.resource, ratio: ratio.text };
        if (compareQuantities(ratio.amount, one) < 0)
          report({ message: 'underOne', at: ratio.field, values });
        const min = limit.min.get(ratio.resource);
        const max = limit.max.get(ratio.resource);
        if (min === undefined || max === undefined) continue;
        const quotient = excessOver(limit, ratio, min, max);
        if (quotient === undefined) continue;
        report({
          message: 'overBounds',
          at: ratio.field,
          values: { ...values, min: min.text, max: max.text, quotient },
        });
      }
    }
  },
});

/**
 * The quotient of max and min, where the ratio is more than that; else undefined. Calculated in floating point and
 * with the overflows of the server.
 */
function excessOver(
  limit: Limit,
  ratio: LimitAmount,
  min: LimitAmount,
  max: LimitAmount,
): number | undefined {
  const smallest = afterComparing(limit, min);
  const inThousandths = [ratio.amount, smallest, max.amount].every(
    (amount) => toInt64(amount, 'units') < MOST_UNITS_IN_THOUSANDTHS,
  );
  const unit = inThousandths ? 'thousandths' : 'units';
  const quotient = Number(toInt64(max.amount, unit)) / Number(toInt64(smallest, unit));
  const value = Number(toInt64(ratio.amount, unit)) / (inThousandths ? 1000 : 1);
  return value > quotient ? quotient : undefined;
}

/**
 * `min` after the server has compared it with the others: a comparison with an amount that does not fit into 64
 * bits converts it to arbitrary precision.
 */
function afterComparing(limit: Limit, { resource, amount }: LimitAmount): QuantityValue {
  const compared =
    limit.type === 'Pod' ? [limit.max] : [limit.max, limit.default, limit.defaultRequest];
  const isPromoted = compared.some((map) => map.get(resource)?.amount.fitsInt64 === false);
  return isPromoted ? { ...amount, fitsInt64: false } : amount;
}
