import { amountsIn } from '../../src/analysis/pods/amounts.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { toInt64 } from '../../src/server/kubernetes/formats/quantity-value.ts';

export default defineRule({
  id: 'pod/fractional-bytes',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'warning',
  summary: 'Memory and storage are whole numbers of bytes.',
  details: `
\`memory\` and \`ephemeral-storage\` are measured in bytes. The suffix \`m\` stands for thousandths, so that \`128m\` is an eighth of a
byte. Write \`128Mi\` for mebibytes or \`128M\` for megabytes. The API server warns about amounts that are not whole bytes.
`,
  reference:
    'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#meaning-of-memory',
  messages: {
    fraction: {
      text: '{amount} of {name} is not a whole number of bytes',
      help: 'write Mi for mebibytes, or M for megabytes, instead of m',
      cause: 'Warning',
      rows: ['pod-fractional-bytes'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              resources:
                requests:
                  memory: 128m
                  #       ^^^^ expect: fraction
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              resources:
                requests: { cpu: 100m, memory: 128Mi }
      `,
    ],
  },
  check(resource, { report }) {
    const { spec, containers } = podOf(resource);
    const maps = [
      spec.get('overhead'),
      ...containers.flatMap(({ field }) => {
        const resources = field.get('resources');
        return [resources.get('limits'), resources.get('requests')];
      }),
    ];
    for (const { name, field, amount } of maps.flatMap((map) => amountsIn(map))) {
      if (name !== 'memory' && name !== 'ephemeral-storage') continue;
      if (toInt64(amount, 'thousandths') % 1000n === 0n) continue;
      report({ message: 'fraction', at: field, values: { amount: String(field.value), name } });
    }
  },
});
