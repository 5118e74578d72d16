import {
  reportDuplicate,
  reportInvalid,
  requireFormat,
  requireRange,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { isCountedResource } from '../../src/analysis/quota/resource-names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';
import {
  parseQuantity,
  roundUpToMilli,
  signOfQuantity,
  toInt64,
} from '../../src/server/kubernetes/formats/quantity-value.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

const LONGEST_FEATURE = 253;

export default defineRule({
  id: 'node/status',
  on: 'object',
  kinds: ['Node'],
  severity: 'error',
  summary: 'The status of a new Node has amounts that are not negative, and sorted features.',
  details: `
The server keeps the status of a new Node, and validates it. The amounts of \`capacity\` and \`allocatable\` are not negative,
and integers for extended resources (\`example.com/gpu\`) and for counted objects such as \`pods\`. Without \`allocatable\`, the
capacity is taken. The swap space is larger than zero. \`declaredFeatures\` is sorted, and a feature has a name such as
\`MyFeature\` or \`MyFeature/part\`.

The kubelet writes the status: a manifest of a Node rarely needs it.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/node-v1/#NodeStatus',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['node-capacity', 'node-swap', 'node-features'] },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['node-features'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Node
        metadata: { name: node-1 }
        status:
          capacity:
            cpu: "-4"
            #    ^^^^ expect: invalid
          allocatable:
            example.com/gpu: 500m
            #                ^^^^ expect: invalid
          nodeInfo:
            swap:
              capacity: 0
              #         ^ expect: invalid
          declaredFeatures:
            - Search/fast
            - Search/fast # expect: duplicate
            - backup
            # ^^^^^^ expect: invalid
            - Backup
            # ^^^^^^ expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Node
        metadata: { name: node-1 }
        status:
          capacity: { cpu: "4", memory: 16Gi, example.com/gpu: "2" }
          declaredFeatures: [Backup, Search/fast]
      `,
    ],
  },
  check({ root, server }, { report }) {
    const status = root.get('status');
    for (const name of ['capacity', 'allocatable'] as const) {
      const amounts = status.get(name);
      for (const { key, field } of amounts.entries()) {
        if (field.value === undefined) continue;
        const amount = roundUpToMilli(parseQuantity(field.value));
        const place = { path: `${amounts.path}.${key}` };
        if (signOfQuantity(amount) < 0) {
          reportInvalid(report, field, 'it must not be negative', place);
        }
        if (isCountedResource(key) && toInt64(amount, 'thousandths') % 1000n !== 0n) {
          reportInvalid(report, field, 'it must be an integer', place);
        }
      }
    }
    if (serverHas('node-swap-validated', server.minor)) {
      const size = status.get('nodeInfo').get('swap').get('capacity');
      const path = 'metadata.nodeSwapStatus.capacity';
      requireRange(report, size, { least: 1 }, { path });
    }
    if (!serverHas('node-declared-features', server)) return;
    let previous = '';
    status.itemsOf('declaredFeatures').forEach((feature, index) => {
      requireFormat(report, feature, featureProblem);
      const name = feature.value ?? '';
      if (index > 0 && name === previous) reportDuplicate(report, feature, 'write a feature once');
      if (index > 0 && name < previous) reportInvalid(report, feature, 'sort the list by name');
      previous = name;
    });
  },
});

/** The error of the name of a feature that a node declares, as a clause. Undefined for a valid name. */
function featureProblem(name: string): string | undefined {
  if (byteLength(name) > LONGEST_FEATURE) return `at most ${LONGEST_FEATURE} bytes are allowed`;
  return /^[A-Z][a-zA-Z0-9]*(?:\/[a-zA-Z][a-zA-Z0-9]*)*$/.test(name)
    ? undefined
    : 'use a name such as MyFeature or MyFeature/part';
}
