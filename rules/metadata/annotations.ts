import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import { toLower } from '../../src/go/lower-case.ts';
import { byteLength } from '../../src/kubernetes/formats/dns.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The most that keys and values of all annotations have together, in bytes. */
const MOST_BYTES = 256 * 1024;

export default defineRule({
  id: 'metadata/annotations',
  kinds: 'all',
  severity: 'error',
  summary: 'Annotations have keys like labels and are at most 256 KiB together.',
  details: `
The key of an annotation has the form of a label's key (\`example.com/owner\`), where upper case is fine in the
prefix as well. The values are free. All keys and values of an object together have at most 262144 bytes.

\`kubectl apply\` keeps a copy of the whole manifest in an annotation, so a large object (mostly a
CustomResourceDefinition) meets the limit with no annotation of its own: use
\`kubectl apply --server-side\`, or \`kubectl create\`.

The server gives the path \`metadata.annotations\` without the key.
`,
  reference:
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/#syntax-and-character-set',
  messages: {
    key: {
      text: "'{key}' is no key of an annotation: {problem}",
      help: 'write a key such as owner or example.com/owner',
      cause: 'FieldValueInvalid',
      rows: ['meta-annotation-key', 'crd-meta-annotation-key'],
      onlyIfOtherwiseValid: ['PodDisruptionBudget'],
    },
    size: {
      text: 'the annotations have {size} bytes together; at most 262144 are allowed',
      help: 'move large values into a ConfigMap',
      cause: 'FieldValueTooLong',
      rows: ['meta-annotations-size', 'meta-annotations-too-long', 'crd-meta-annotations-size'],
      withoutExample: 'it would be 256 KiB long',
      onlyIfOtherwiseValid: ['PodDisruptionBudget'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          annotations:
            cost center: "4711"
          # ^^^^^^^^^^^ expect: key
        spec:
          hard: { pods: "10" }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          annotations:
            Example.com/Cost-Center: "4711: the <shop>"
        spec:
          hard: { pods: "10" }
      `,
    ],
  },
  check(resource, { report }) {
    const annotations = resource.root.get('metadata').get('annotations');
    let size = 0;
    for (const { key, field } of annotations.entries()) {
      const problem = labelKeyProblem(toLower(key));
      if (problem !== undefined) {
        report('key', field, { key, problem }, { side: 'key', path: annotations.path });
      }
      size += byteLength(key) + byteLength(field.value ?? '');
    }
    if (size > MOST_BYTES) report('size', annotations, { size }, { side: 'key' });
  },
});
