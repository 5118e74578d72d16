import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import { toLower } from '../../src/base/go/lower-case.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';

/** The largest total size of the keys and values of all annotations, in bytes. */
const MOST_BYTES = 256 * 1024;

export default defineRule({
  id: 'metadata/annotations',
  on: 'metadata',
  severity: 'error',
  summary: 'The annotations of an object have valid keys and a total size of at most 256 KiB.',
  details: `
The key of an annotation has the form of a label key, such as \`example.com/owner\`. Unlike in a label key, the
prefix may contain uppercase letters. The value can be any string. The total size of the keys and values of all
annotations of an object is limited to 262144 bytes.

\`kubectl apply\` stores a copy of the manifest in an annotation. So a large object, such as a CustomResourceDefinition,
can exceed the limit although its manifest has no annotations. Use \`kubectl apply --server-side\` or
\`kubectl create\` for it.

The server reports the path \`metadata.annotations\` without the key.
`,
  reference:
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/#syntax-and-character-set',
  messages: {
    key: {
      text: "'{key}' is not a valid annotation key: {problem}",
      help: 'use a key such as owner or example.com/owner',
      cause: 'FieldValueInvalid',
      rows: ['meta-annotation-key', 'crd-meta-annotation-key'],
      step: 'metadata',
    },
    size: {
      text: 'the annotations have a total size of {size} bytes; at most 262144 are allowed',
      help: 'move large values to a ConfigMap',
      cause: 'FieldValueTooLong',
      rows: ['meta-annotations-size', 'meta-annotations-too-long', 'crd-meta-annotations-size'],
      withoutExample: 'the example would be larger than 256 KiB',
      step: 'metadata',
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
        report({
          message: 'key',
          at: field,
          values: { key, problem },
          side: 'key',
          path: annotations.path,
        });
      }
      size += byteLength(key) + byteLength(field.value ?? '');
    }
    if (size > MOST_BYTES)
      report({ message: 'size', at: annotations, values: { size }, side: 'key' });
  },
});
