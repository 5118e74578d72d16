import { checkTaint } from '../../src/analysis/fields/taints.ts';
import { VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export default defineRule({
  id: 'node/taints',
  on: 'object',
  kinds: ['Node'],
  severity: 'error',
  summary: 'A taint of a Node has a valid key and effect, and no other one has both.',
  details: `
The key and the value of a taint have the form of those of a label. The effect is \`NoSchedule\`, \`PreferNoSchedule\` or
\`NoExecute\`. Two taints of a Node differ in the key or the effect.

The server reports the path of a taint as \`metadata.taints\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['node-taint-effect'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['node-taint-key'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['node-taint-effect'] },
    twice: {
      text: "the taint '{key}' with the effect {effect} is already in the list",
      help: 'remove one of the taints',
      cause: 'FieldValueDuplicate',
      rows: ['node-taint-twice'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Node
        metadata: { name: node-1 }
        spec:
          taints:
            - key: dedicated
              value: shop team
              #      ^^^^^^^^^ expect: invalid
              effect: NoSchedule
            - key: dedicated # expect: twice
              effect: NoSchedule
            - key: example.com/a/b
              #    ^^^^^^^^^^^^^^^ expect: invalid
              effect: noSchedule
              #       ^^^^^^^^^^ expect: unsupported
            - key: gpu # expect: required
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Node
        metadata: { name: node-1 }
        spec:
          taints:
            - key: dedicated
              value: shop
              effect: NoSchedule
            - key: dedicated
              effect: NoExecute
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: v1
          kind: Node
          metadata: { name: node-1 }
          spec:
            taints:
              - key: dedicated
                effect: noSchedule # but for the shop
        `,
        after: yaml`
          apiVersion: v1
          kind: Node
          metadata: { name: node-1 }
          spec:
            taints:
              - key: dedicated
                effect: NoSchedule # but for the shop
        `,
      },
    ],
  },
  check({ root }, { report }) {
    const known = new Set<string>();
    root
      .get('spec')
      .itemsOf('taints')
      .forEach((taint, index) => {
        const path = `metadata.taints[${index}]`;
        checkTaint(report, taint, EFFECTS, path);
        const { key = '', effect = '' } = taint.value ?? {};
        const id = JSON.stringify([key, effect]);
        if (known.has(id)) report({ message: 'twice', at: taint, values: { key, effect }, path });
        known.add(id);
      });
  },
});
