import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { declaringSchemas } from '../../src/crd/declaring-schemas.ts';
import { seen } from '../../src/crd/keywords.ts';
import { keyword } from '../../src/crd/problem.ts';
import { minorsBefore, minorsWith } from '../../src/kubernetes/server-changes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/bounds',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'The bounds of a value leave room for a value.',
  details: `
The API server does not compare \`minimum\` with \`maximum\`, nor the other pairs of bounds. Where the lower one is above the
upper one no value is valid, and where the property is required no object is. The same holds for a
negative \`maxLength\`, \`maxItems\` or \`maxProperties\`, and for a \`multipleOf\` of zero or less. A negative lower bound of a
length is always kept, so it says nothing.

The bounds of an integer must be integers of its size, 64 bits, or 32 with \`format: int32\`. Since Kubernetes
1.36 the server refuses each value where they are not. Before, it cut fractions off: a \`minimum\` of 0.5 was 0.

The server keeps bounds as floats. The greatest integers of 64 bits are rounded up to one that is none, so a
\`maximum\` of 9223372036854775807, or any that is greater, is never kept to by an integer, in a field of type \`number\`
neither. On amd64 it is the least integer of 64 bits by then.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    contradict: {
      text: '{lower} is {low} and {upper} is {high}: no value fits both',
      help: 'correct one of them',
      rows: ['crd-lint-bounds-contradict'],
    },
    exclusive: {
      text: 'minimum and maximum are both {low}, and one of them is exclusive: no value fits',
      help: 'correct one of them, or remove exclusiveMinimum and exclusiveMaximum',
      rows: ['crd-lint-bounds-contradict'],
    },
    negative: {
      text: '{bound} is {value}: no value fits',
      help: 'write a number from 0 on',
      rows: ['crd-lint-negative-limit'],
    },
    negativeLower: {
      text: '{bound} is {value}, which every value keeps to',
      help: 'write a number from 1 on, or leave it out',
      severity: 'info',
      rows: ['crd-lint-negative-limit'],
    },
    multiple: {
      text: 'multipleOf is {value}: no number is a multiple',
      help: 'write a number above 0',
      rows: ['crd-lint-multiple-of-not-positive'],
    },
    notInteger: {
      text: '{bound} of an integer is {value}, which is no integer: the server refuses every value',
      help: 'write an integer',
      range: minorsWith('numeric-format-ranges'),
      rows: ['crd-lint-bound-not-integer'],
    },
    cut: {
      text: '{bound} of an integer is {value}, which is no integer: the server cuts it to {cut}',
      help: 'write an integer; since Kubernetes 1.36 every value is refused',
      range: minorsBefore('numeric-format-ranges'),
      rows: ['crd-lint-bound-not-integer'],
      withoutExample: 'examples are of the newest minor',
    },
    tooLarge: {
      text: '{bound} is {value}, which {format} cannot hold: the server refuses every value',
      help: 'write format: int64, or a bound that fits',
      range: minorsWith('numeric-format-ranges'),
      rows: ['crd-lint-bound-not-integer'],
    },
    tooLargeSoon: {
      text: '{bound} is {value}, which {format} cannot hold: from Kubernetes 1.36 on the server refuses every value',
      help: 'write format: int64, or a bound that fits',
      range: minorsBefore('numeric-format-ranges'),
      rows: ['crd-lint-bound-not-integer'],
      withoutExample: 'examples are of the newest minor',
    },
    rounded: {
      text: '{bound} is {value}, which the server rounds to a number beyond 64 bits: it refuses every value',
      help: 'leave it out: no integer of 64 bits is beyond it anyway',
      range: minorsWith('numeric-format-ranges'),
      rows: ['crd-lint-bound-not-integer'],
    },
    roundedSoon: {
      text: '{bound} is {value}, which the server rounds to a number beyond 64 bits: from Kubernetes 1.36 on it refuses every value',
      help: 'leave it out: no integer of 64 bits is beyond it anyway',
      range: minorsBefore('numeric-format-ranges'),
      rows: ['crd-lint-bound-not-integer'],
      withoutExample: 'examples are of the newest minor',
    },
    wrapped: {
      text: 'maximum is {value}, which a server on amd64 takes for the least integer of 64 bits: it refuses every integer',
      help: 'leave it out, or write a number below 9223372036854775296',
      rows: ['crd-lint-bound-not-integer'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec:
                      type: object
                      properties:
                        replicas:
                          type: integer
                          minimum: 5
                          #        ^ expect: contradict
                          maximum: 3
                        ratio:
                          type: number
                          minimum: 1
                          #        ^ expect: exclusive
                          exclusiveMinimum: true
                          maximum: 1
                        schedule:
                          type: string
                          minLength: -1
                          #          ^^ expect: negativeLower
                          maxLength: -1
                          #          ^^ expect: negative
                        step:
                          type: integer
                          multipleOf: 0
                          #           ^ expect: multiple
                          minimum: 0.5
                          #        ^^^ expect: notInteger
                        small:
                          type: integer
                          format: int32
                          maximum: 4294967295
                          #        ^^^^^^^^^^ expect: tooLarge
                        large:
                          type: integer
                          format: int64
                          minimum: -9223372036854775808
                          #        ^^^^^^^^^^^^^^^^^^^^ expect: rounded
                          maximum: 9223372036854775807
                          #        ^^^^^^^^^^^^^^^^^^^ expect: wrapped
      `,
    ],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec:
                      type: object
                      properties:
                        replicas: { type: integer, format: int32, minimum: 0, maximum: 2147483647 }
                        ratio: { type: number, minimum: 0, exclusiveMinimum: true, maximum: 1 }
                        schedule: { type: string, minLength: 1, maxLength: 1 }
      `,
    ],
  },
  check(resource, { report }) {
    for (const judgement of schemaJudgements(resource)) {
      const { tree } = judgement;
      const declaring = declaringSchemas(tree);
      const location = (node: (typeof tree.nodes)[number], name: string) =>
        schemaLocation(resource, judgement, node, keyword(name));
      for (const [lower, upper] of PAIRS) {
        for (const node of seen(tree, lower)) {
          const low = node.schema[lower];
          const high = node.schema[upper];
          if (low === undefined || high === undefined || low < high) continue;
          const { exclusiveMinimum, exclusiveMaximum } = node.schema;
          if (low > high) report('contradict', location(node, lower), { lower, upper, low, high });
          else if (
            lower === 'minimum' &&
            (exclusiveMinimum === true || exclusiveMaximum === true)
          ) {
            report('exclusive', location(node, lower), { low });
          }
        }
      }
      for (const bound of LENGTHS) {
        for (const node of seen(tree, bound)) {
          const value = node.schema[bound];
          if (value === undefined || value >= 0) continue;
          const message = bound.startsWith('max') ? 'negative' : 'negativeLower';
          report(message, location(node, bound), { bound, value });
        }
      }
      for (const bound of ['minimum', 'maximum', 'multipleOf'] as const) {
        for (const node of seen(tree, bound)) {
          const value = node.schema[bound];
          if (value === undefined) continue;
          if (bound === 'multipleOf' && value <= 0)
            report('multiple', location(node, bound), { value });
          const { type, format = '' } = declaring(node) ?? {};
          const isNumeric = type === 'integer' || type === 'number';
          if (isNumeric && bound === 'maximum' && Number(value) >= 2 ** 63) {
            report('wrapped', location(node, bound), { value });
            continue;
          }
          if (type !== 'integer') continue;
          if (typeof value === 'number' && !Number.isInteger(value)) {
            report('notInteger', location(node, bound), { bound, value });
            report('cut', location(node, bound), { bound, value, cut: Math.trunc(value) });
          } else if (!isHeld(value, format)) {
            const values = { bound, value, format: format === 'int32' ? 'int32' : 'int64' };
            report('tooLarge', location(node, bound), values);
            report('tooLargeSoon', location(node, bound), values);
          } else if (Math.abs(Number(value)) >= 2 ** 63) {
            report('rounded', location(node, bound), { bound, value });
            report('roundedSoon', location(node, bound), { bound, value });
          }
        }
      }
    }
  },
});

const PAIRS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

const LENGTHS = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const;

function isHeld(value: number | bigint, format: string): boolean {
  if (format === 'int32') return value >= -(2 ** 31) && value <= 2 ** 31 - 1;
  return value >= -(2n ** 63n) && value <= 2n ** 63n - 1n;
}
