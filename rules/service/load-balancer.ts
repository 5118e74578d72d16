import { addressRangeProblem } from '../../src/analysis/fields/addresses.ts';
import {
  forbid,
  reportInvalid,
  requireFormat,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import { trimSpace } from '../../src/base/go/white-space.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The annotation with source ranges, from before there was a field for them. */
const SOURCE_RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges';

export default defineRule({
  id: 'service/load-balancer',
  on: 'object',
  kinds: ['Service'],
  severity: 'error',
  summary: 'Only a Service of type LoadBalancer has settings of a load balancer.',
  details: `
\`loadBalancerSourceRanges\`, \`loadBalancerClass\` and \`allocateLoadBalancerNodePorts\` are settings of Services of type
\`LoadBalancer\`; the server refuses them for other types. So it does with the annotation
\`service.beta.kubernetes.io/load-balancer-source-ranges\`, which counts if the field is absent.

Source ranges are in CIDR notation, such as \`203.0.113.0/24\`. The class is a name such as \`example.com/internal\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/service/#loadbalancer',
  messages: {
    invalid: {
      ...VALUE_MESSAGES.invalid,
      rows: ['service-source-ranges', 'service-load-balancer-class'],
    },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['service-load-balancer-type'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          type: LoadBalancer
          loadBalancerSourceRanges: [203.0.113.7]
          #                          ^^^^^^^^^^^ expect: invalid
          ports: [{ port: 80 }]
      `,
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          type: LoadBalancer
          loadBalancerClass: internal balancer
          #                  ^^^^^^^^^^^^^^^^^ expect: invalid
          ports: [{ port: 80 }]
      `,
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          loadBalancerClass: internal
          #                  ^^^^^^^^ expect: forbidden
          allocateLoadBalancerNodePorts: false
          #                              ^^^^^ expect: forbidden
          ports: [{ port: 80 }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          type: LoadBalancer
          loadBalancerClass: example.com/internal
          loadBalancerSourceRanges: [203.0.113.0/24]
          ports: [{ port: 80 }]
      `,
    ],
  },
  check(resource, { report, server }) {
    const { root } = resource;
    const spec = root.get('spec');
    const isBalanced = spec.get('type').value === 'LoadBalancer';
    const reason = 'the type of the Service is not LoadBalancer';
    const problemOf = (range: string) => addressRangeProblem(trimSpace(range), server);

    const ranges = spec.get('loadBalancerSourceRanges');
    // The server writes the name of the field with an uppercase letter.
    const path = 'spec.LoadBalancerSourceRanges';
    if ((ranges.value ?? []).length > 0) {
      if (!isBalanced) forbid(report, ranges, reason, { path });
      for (const [index, range] of ranges.items().entries()) {
        requireFormat(report, range, problemOf, { path: `${path}[${index}]` });
      }
    } else {
      const written = root.get('metadata').get('annotations').entry(SOURCE_RANGES);
      if (written !== undefined) {
        if (!isBalanced) forbid(report, written, reason);
        const text = trimSpace(written.value ?? '');
        const problem = text === '' ? undefined : text.split(',').map(problemOf).find(Boolean);
        if (problem !== undefined) reportInvalid(report, written, problem);
      }
    }
    const balancerClass = spec.get('loadBalancerClass');
    if (isBalanced) {
      requireFormat(report, balancerClass, labelKeyProblem);
    } else {
      forbid(report, balancerClass, reason);
      forbid(report, spec.get('allocateLoadBalancerNodePorts'), reason);
    }
  },
});
