import { limitsOf } from '../../src/analysis/quota/limit-range-items.ts';
import { qualifiedNameProblems } from '../../src/kubernetes/formats/qualified-name.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const TYPES: readonly string[] = ['Pod', 'Container', 'PersistentVolumeClaim'];

export default defineRule({
  id: 'limit-range/types',
  kinds: ['LimitRange'],
  severity: 'error',
  summary:
    'Each limit of a LimitRange has a type of its own: Container, Pod or PersistentVolumeClaim.',
  details: `
The \`type\` of a limit says what it is about: each \`Container\`, all containers of a \`Pod\` together, or each
\`PersistentVolumeClaim\`. The API server takes each type once in a LimitRange, written exactly so. It also
takes types with a domain in front (\`example.com/Widget\`), but does nothing with them.

To limit several resources of one type, write them into the maps of one entry.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  messages: {
    required: {
      text: 'the limit has no type',
      help: 'write type: Container, Pod or PersistentVolumeClaim',
      cause: 'FieldValueInvalid',
      rows: ['lr-type-format'],
    },
    format: {
      text: "the type '{type}' is no qualified name: {problem}",
      help: 'write Container, Pod or PersistentVolumeClaim',
      cause: 'FieldValueInvalid',
      rows: ['lr-type-format'],
    },
    unknown: {
      text: "there is no type '{type}'; there are Container, Pod and PersistentVolumeClaim",
      cause: 'FieldValueInvalid',
      rows: ['lr-type-standard'],
    },
    duplicate: {
      text: "the type '{type}' has a limit already",
      help: 'write all resources of a type into one entry',
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
      if (type === '') report('required', field);
      else if (problem !== undefined) report('format', field, { type, problem });
      else if (!type.includes('/') && !TYPES.includes(type)) report('unknown', field, { type });
      if (seen.has(type)) report('duplicate', field, { type });
      seen.add(type);
    }
  },
});
