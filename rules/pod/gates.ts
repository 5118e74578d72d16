import {
  requireValidText,
  shownValue,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod/gates',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'Scheduling gates and readiness gates have names such as example.com/gate.',
  details: `
A pod is not scheduled until its \`schedulingGates\` have been removed, and not ready until its \`readinessGates\` are conditions
that hold. The names of both have the form of the key of a label. Scheduling gates must not be repeated.
`,
  reference: 'https://kubernetes.io/docs/concepts/scheduling-eviction/pod-scheduling-readiness/',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-gates-invalid'] },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['pod-gates-duplicate'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          schedulingGates:
            - name: wait for quota
              #     ^^^^^^^^^^^^^^ expect: invalid
            - name: example.com/quota
            - name: example.com/quota
              #     ^^^^^^^^^^^^^^^^^ expect: duplicate
          containers: [{ name: web, image: nginx }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          schedulingGates: [{ name: example.com/quota }]
          readinessGates: [{ conditionType: example.com/load-balanced }]
          containers: [{ name: web, image: nginx }]
      `,
    ],
  },
  check(resource, { report }) {
    const { spec } = podOf(resource);
    for (const gate of spec.itemsOf('readinessGates')) {
      requireValidText(report, gate.get('conditionType'), labelKeyProblem);
    }
    const names = new Set<string>();
    for (const gate of spec.itemsOf('schedulingGates')) {
      const name = gate.get('name');
      const { value = '' } = name;
      const { path } = gate;
      requireValidText(report, name, labelKeyProblem, { path });
      if (names.has(value)) {
        const values = {
          field: 'name',
          value: shownValue(value),
          problem: 'each gate is named once',
        };
        report({ message: 'duplicate', at: name, values, path });
      }
      names.add(value);
    }
  },
});
