import {
  reportTooLong,
  requireFormat,
  requireUnique,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

/** The largest number of nodes. */
const MOST = 128;

export default defineRule({
  id: 'device/potential-nodes',
  on: 'object',
  kinds: ['PodSchedulingContext'],
  severity: 'error',
  summary:
    'The potential nodes of a PodSchedulingContext are the names of at most 128 different nodes.',
  details: `
In Kubernetes 1.30 and 1.31, the scheduler writes a PodSchedulingContext for a Pod whose devices a driver allocates, and asks the
driver which of the \`potentialNodes\` are suitable. Each is the name of a node, and can occur once.

No server serves the kind by default: it needs an entry in \`--runtime-config\`. Kubernetes 1.32 does not have it.
`,
  reference:
    'https://v1-31.docs.kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-scheduling-context-v1alpha3/',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['device-potential-nodes'] },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['device-potential-nodes'] },
    tooLong: {
      ...VALUE_MESSAGES.tooLong,
      rows: ['device-potential-nodes'],
      withoutExample: 'it needs 129 nodes',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: resource.k8s.io/v1alpha3
        kind: PodSchedulingContext
        metadata: { name: web-0 }
        spec:
          potentialNodes:
            - node-a
            - Node_B
            # ^^^^^^ expect: invalid
            - node-a
            # ^^^^^^ expect: duplicate
      `,
    ],
    good: [
      yaml`
        apiVersion: resource.k8s.io/v1alpha3
        kind: PodSchedulingContext
        metadata: { name: web-0 }
        spec:
          potentialNodes: [node-a, node-b]
      `,
    ],
  },
  check({ root, minor }, { report }) {
    const list = root.get('spec').get('potentialNodes');
    const nodes = list.items();
    const seen = new Set<string>();
    for (const node of nodes) {
      const { value: name = '' } = node;
      if (seen.has(name) && !serverHas('repeated-node-names-checked', minor)) continue;
      seen.add(name);
      requireFormat(report, node, subdomainProblem);
    }
    requireUnique(report, nodes, ({ value = '' }) => value, 'each node can occur once');
    if (nodes.length > MOST) {
      reportTooLong(report, list, `it has ${nodes.length} items, and at most ${MOST} are allowed`);
    }
  },
});
