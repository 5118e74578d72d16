import { limitsOf } from '../../src/analysis/quota/limit-range-items.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { qualifiedNameProblems } from '../../src/server/kubernetes/formats/qualified-name.ts';

const TYPES: readonly string[] = ['Pod', 'Container', 'PersistentVolumeClaim'];

export default defineRule({
  id: 'limit-range/types',
  on: 'object',
  kinds: ['LimitRange'],
  severity: 'error',
  summary:
    'The types of the limits of a LimitRange are Container, Pod or PersistentVolumeClaim, and unique.',
  details: `
A limit applies to each \`Container\`, to the sum of the containers of each \`Pod\`, or to each \`PersistentVolumeClaim\`. The
types are case-sensitive, and the API server accepts each type once in a LimitRange. It also accepts types with a
domain (\`example.com/Widget\`), but does not enforce them.

To limit several resources of one type, add them to the maps of one item.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  messages: {
    required: {
      text: 'type is required',
      help: 'add type: Container, Pod or PersistentVolumeClaim',
      cause: 'FieldValueInvalid',
      rows: ['lr-type-format'],
    },
    format: {
      text: "'{type}' is not a valid type: {problem}",
      help: 'use Container, Pod or PersistentVolumeClaim',
      cause: 'FieldValueInvalid',
      rows: ['lr-type-format'],
    },
    unknown: {
      text: "unknown type '{type}'",
      help: 'use Container, Pod or PersistentVolumeClaim',
      cause: 'FieldValueInvalid',
      rows: ['lr-type-standard'],
    },
    duplicate: {
      text: "an earlier limit has the type '{type}' already",
      help: 'merge the limits of a type into one item',
      cause: 'FieldValueDuplicate',
      rows: ['lr-type-duplicate'],
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
            - type: container
              #     ^^^^^^^^^ expect: unknown
              max: { cpu: 2 }
            - type: Pod
              max: { cpu: 4 }
            - type: Pod
              #     ^^^ expect: duplicate
              max: { memory: 4Gi }
            - max: { cpu: 2 } # expect: required
            - type: Init Container
              #     ^^^^^^^^^^^^^^ expect: format
              max: { cpu: 2 }
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
              max: { cpu: 2, memory: 1Gi }
            - type: Pod
              max: { cpu: 4, memory: 4Gi }
      `,
    ],
  },
  check(resource, { report }) {
    const seen = new Set<string>();
    for (const { item, type } of limitsOf(resource)) {
      const field = item.get('type');
      const [problem] = qualifiedNameProblems(type);
      if (type === '') report({ message: 'required', at: field });
      else if (problem !== undefined)
        report({ message: 'format', at: field, values: { type, problem } });
      else if (!type.includes('/') && !TYPES.includes(type))
        report({ message: 'unknown', at: field, values: { type } });
      if (seen.has(type)) report({ message: 'duplicate', at: field, values: { type } });
      seen.add(type);
    }
  },
});
