import { limitsOf, writtenAmount } from '../../src/analysis/quota/limit-range-items.ts';
import { canBeOvercommitted } from '../../src/analysis/quota/resource-names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { compareQuantities } from '../../src/server/kubernetes/formats/quantity-value.ts';

export default defineRule({
  id: 'limit-range/overcommit',
  on: 'object',
  kinds: ['LimitRange'],
  severity: 'error',
  summary: 'For huge pages and extended resources, default and defaultRequest are equal.',
  details: `
Huge pages and extended resources such as GPUs cannot be overcommitted: the limit of a container must equal its
request. So the API server refuses a LimitRange whose \`default\` and \`defaultRequest\` of such a resource differ. For
limits of type \`Container\`, it first sets absent amounts: \`default\` from \`max\`, \`defaultRequest\` from \`default\`.

Set only \`default\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#extended-resources',
  messages: {
    differ: {
      text: '{resource} cannot be overcommitted: default {limit} and defaultRequest {request} must be equal',
      help: 'remove defaultRequest, which is then set from default',
      cause: 'FieldValueInvalid',
      rows: ['lr-no-overcommit'],
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
              default: { example.com/gpu: 2, cpu: 2 }
              defaultRequest: { example.com/gpu: 1, cpu: 1 }
              #                                  ^ expect: differ
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
              default: { example.com/gpu: 1 }
      `,
    ],
  },
  check(resource, { report }) {
    for (const limit of limitsOf(resource)) {
      if (limit.type === 'Pod') continue;
      for (const request of limit.defaultRequest.values()) {
        const { resource: name } = request;
        const standard = limit.default.get(name);
        if (standard === undefined || canBeOvercommitted(name)) continue;
        if (compareQuantities(standard.amount, request.amount) === 0) continue;
        const values = { resource: name, limit: standard.text, request: request.text };
        report({
          message: 'differ',
          at: writtenAmount(resource, request).field,
          values,
          path: request.field.path,
        });
      }
    }
  },
});
