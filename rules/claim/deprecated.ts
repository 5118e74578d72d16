import { defineRule, yaml } from '../../src/rule/rule.ts';
import { parseQuantity, toInt64 } from '../../src/server/kubernetes/formats/quantity-value.ts';

const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

export default defineRule({
  id: 'claim/deprecated',
  on: 'object',
  kinds: ['PersistentVolumeClaim'],
  severity: 'warning',
  summary: 'A claim names its class in a field, and requests no fraction of a byte.',
  details: `
The server warns about the annotation \`volume.beta.kubernetes.io/storage-class\`, which \`storageClassName\` has replaced, and about
amounts of storage with a fraction of a byte, such as \`500m\`, which is half a byte.
`,
  reference: 'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#class-1',
  messages: {
    annotation: {
      text: 'the annotation {annotation} is deprecated',
      help: 'use spec.storageClassName',
      cause: 'Warning',
      rows: ['claim-class-annotation'],
    },
    fraction: {
      text: "the amount '{amount}' has a fraction of a byte",
      help: 'use an amount such as 500Mi',
      cause: 'Warning',
      rows: ['claim-fraction'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata:
          name: data
          annotations:
            volume.beta.kubernetes.io/storage-class: fast
          # ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: annotation
        spec:
          accessModes: [ReadWriteOnce]
          resources: { requests: { storage: 500m } } # expect: fraction
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: { name: data }
        spec:
          accessModes: [ReadWriteOnce]
          storageClassName: fast
          resources: { requests: { storage: 500Mi } }
      `,
    ],
  },
  check(resource, { report }) {
    const { root } = resource;
    for (const { key, field } of root.get('metadata').get('annotations').entries()) {
      if (key !== CLASS_ANNOTATION) continue;
      report({ message: 'annotation', at: field, side: 'key', values: { annotation: key } });
    }
    const resources = root.get('spec').get('resources');
    const amounts = [resources.get('requests'), resources.get('limits')];
    for (const { key, field } of amounts.flatMap((list) => list.entries())) {
      const { value } = field;
      if (key !== 'storage' || value === undefined) continue;
      if (toInt64(parseQuantity(value), 'thousandths') % 1000n === 0n) continue;
      report({ message: 'fraction', at: field, values: { amount: String(value) } });
    }
  },
});
