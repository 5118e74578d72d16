import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { INT64_MAX, INT64_MIN } from '../../src/base/go/integers.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { declaringSchemas } from '../../src/server/crd/schema/declaring-schemas.ts';
import { seen } from '../../src/server/crd/schema/keywords.ts';
import { keyword } from '../../src/server/crd/schema/problem.ts';
import type { Keyword, SchemaNode, SchemaTree } from '../../src/server/crd/schema-node.ts';
import type { StructuralSchema } from '../../src/server/crd/structural.ts';
import { minorsBefore, minorsWith } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'crd/bounds',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'The bounds of a value allow at least one value.',
  details: `
The API server does not compare \`minimum\` with \`maximum\`, nor the other pairs of bounds. If the lower bound exceeds the
upper bound, no value is valid; if the property is also required, no object is. The same applies to a negative
\`maxLength\`, \`maxItems\` or \`maxProperties\`, and to a \`multipleOf\` of zero or less. A negative lower bound of a length
has no effect.

The bounds of an integer must be integers of its size: 64 bits, or 32 bits with \`format: int32\`. Since Kubernetes
1.36 the server otherwise rejects every value. Older versions truncate bounds: a \`minimum\` of 0.5 is 0.

The server stores bounds as floating-point numbers. It rounds the largest 64-bit integers up to a number that is not a
64-bit integer. A \`maximum\` of 9223372036854775807 or more therefore rejects every integer, also in a field of type
\`number\`: on amd64 it overflows to the smallest 64-bit integer.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    contradict: {
      text: '{lower} is {low}, but {upper} is {high}: no value is valid',
      help: 'change one of them: {lower} must not exceed {upper}',
      rows: ['crd-lint-bounds-contradict'],
    },
    exclusive: {
      text: 'minimum and maximum are both {low}, and one of them is exclusive: no value is valid',
      help: 'change one of them, or remove exclusiveMinimum and exclusiveMaximum',
      rows: ['crd-lint-bounds-contradict'],
    },
    negative: {
      text: '{bound} is {value}: no value is valid',
      help: 'use 0 or a greater number',
      rows: ['crd-lint-negative-limit'],
    },
    negativeLower: {
      text: '{bound} is {value}, so it has no effect',
      help: 'remove it, or use 1 or a greater number',
      severity: 'info',
      rows: ['crd-lint-negative-limit'],
    },
    multiple: {
      text: 'multipleOf is {value}: no number is valid',
      help: 'use a number greater than 0',
      rows: ['crd-lint-multiple-of-not-positive'],
    },
    notInteger: {
      text: '{bound} is {value}, but the type is integer: the API server rejects every value',
      help: 'use an integer',
      range: minorsWith('numeric-format-ranges'),
      rows: ['crd-lint-bound-not-integer'],
    },
    truncated: {
      text: '{bound} is {value}, but the type is integer: the API server truncates it to {truncated}',
      help: 'use an integer; Kubernetes 1.36 and later reject every value otherwise',
      range: minorsBefore('numeric-format-ranges'),
      rows: ['crd-lint-bound-not-integer'],
      withoutExample: 'examples are of the newest minor',
    },
    tooLarge: {
      text: '{bound} is {value}, which is not a valid {format}: the API server rejects every value',
      help: '{remedy}',
      range: minorsWith('numeric-format-ranges'),
      rows: ['crd-lint-bound-not-integer'],
    },
    tooLargeSoon: {
      text: '{bound} is {value}, which is not a valid {format}: Kubernetes 1.36 and later reject every value',
      help: '{remedy}',
      range: minorsBefore('numeric-format-ranges'),
      rows: ['crd-lint-bound-not-integer'],
      withoutExample: 'examples are of the newest minor',
    },
    rounded: {
      text: '{bound} is {value}, which is rounded to a number beyond 64 bits: the API server rejects every value',
      help: 'remove it; it excludes no 64-bit integer',
      range: minorsWith('numeric-format-ranges'),
      rows: ['crd-lint-bound-not-integer'],
    },
    roundedSoon: {
      text: '{bound} is {value}, which is rounded to a number beyond 64 bits: Kubernetes 1.36 and later reject every value',
      help: 'remove it; it excludes no 64-bit integer',
      range: minorsBefore('numeric-format-ranges'),
      rows: ['crd-lint-bound-not-integer'],
      withoutExample: 'examples are of the newest minor',
    },
    overflow: {
      text: 'maximum is {value}, which overflows to the smallest 64-bit integer on amd64: the API server rejects every integer',
      help: 'remove it, or use a number less than 9223372036854775296',
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
                          #        ^^^^^^^^^^^^^^^^^^^ expect: overflow
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
      const at = (node: SchemaNode, bound: Keyword) =>
        schemaLocation(resource, judgement, node, keyword(bound));
      for (const { node, lower, upper, low, high } of pairsOf(tree)) {
        if (low > high)
          report({
            message: 'contradict',
            at: at(node, lower),
            values: { lower, upper, low, high },
          });
        else if (low === high && isExclusive(lower, node)) {
          report({ message: 'exclusive', at: at(node, lower), values: { low } });
        }
      }
      for (const { node, bound, value } of boundsOf(tree, SIZES)) {
        if (value >= 0) continue;
        const message = bound.startsWith('max') ? 'negative' : 'negativeLower';
        report({ message: message, at: at(node, bound), values: { bound, value } });
      }
      for (const { node, bound, value } of boundsOf(tree, NUMBERS)) {
        if (bound === 'multipleOf' && value <= 0)
          report({ message: 'multiple', at: at(node, bound), values: { value } });
        const fault = faultOf(bound, value, declaring(node));
        if (fault === undefined) continue;
        switch (fault.kind) {
          case 'overflow':
            report({ message: 'overflow', at: at(node, bound), values: { value } });
            break;
          case 'fraction':
            report({ message: 'notInteger', at: at(node, bound), values: { bound, value } });
            report({
              message: 'truncated',
              at: at(node, bound),
              values: { bound, value, truncated: fault.truncated },
            });
            break;
          case 'out-of-range': {
            const { format } = fault;
            const values = { bound, value, format, remedy: REMEDIES[format] };
            report({ message: 'tooLarge', at: at(node, bound), values });
            report({ message: 'tooLargeSoon', at: at(node, bound), values });
            break;
          }
          case 'rounded':
            report({ message: 'rounded', at: at(node, bound), values: { bound, value } });
            report({ message: 'roundedSoon', at: at(node, bound), values: { bound, value } });
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

const SIZES = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const;

const NUMBERS = ['minimum', 'maximum', 'multipleOf'] as const;

/** The schemas that have both bounds of a pair. */
function* pairsOf(tree: SchemaTree) {
  for (const [lower, upper] of PAIRS) {
    for (const node of seen(tree, lower)) {
      const low = node.schema[lower];
      const high = node.schema[upper];
      if (low !== undefined && high !== undefined) yield { node, lower, upper, low, high };
    }
  }
}

function isExclusive(
  lower: (typeof PAIRS)[number][0],
  { schema: { exclusiveMinimum, exclusiveMaximum } }: SchemaNode,
): boolean {
  return lower === 'minimum' && (exclusiveMinimum === true || exclusiveMaximum === true);
}

/** The schemas that have one of some bounds. */
function* boundsOf<B extends (typeof SIZES | typeof NUMBERS)[number]>(
  tree: SchemaTree,
  bounds: readonly B[],
) {
  for (const bound of bounds) {
    for (const node of seen(tree, bound)) {
      const value = node.schema[bound];
      if (value !== undefined) yield { node, bound, value };
    }
  }
}

type IntegerFormat = 'int32' | 'int64';

const REMEDIES: Readonly<Record<IntegerFormat, string>> = {
  int32: 'use format: int64, or a 32-bit integer as bound',
  int64: 'use a 64-bit integer as bound',
};

/** The reason why no number, or no integer, is valid with a bound. */
type BoundFault =
  | { readonly kind: 'overflow' | 'rounded' }
  | { readonly kind: 'fraction'; readonly truncated: number }
  | { readonly kind: 'out-of-range'; readonly format: IntegerFormat };

function faultOf(
  bound: (typeof NUMBERS)[number],
  value: number | bigint,
  declared: StructuralSchema | undefined,
): BoundFault | undefined {
  const type = declared?.type;
  if (type !== 'integer' && type !== 'number') return undefined;
  if (bound === 'maximum' && Number(value) >= 2 ** 63) return { kind: 'overflow' };
  if (type === 'number') return undefined;
  if (typeof value === 'number' && !Number.isInteger(value)) {
    return { kind: 'fraction', truncated: Math.trunc(value) };
  }
  const format = declared?.format === 'int32' ? 'int32' : 'int64';
  if (!isInRange(value, format)) return { kind: 'out-of-range', format };
  return Math.abs(Number(value)) >= 2 ** 63 ? { kind: 'rounded' } : undefined;
}

function isInRange(value: number | bigint, format: IntegerFormat): boolean {
  if (format === 'int32') return value >= -(2 ** 31) && value <= 2 ** 31 - 1;
  return value >= INT64_MIN && value <= INT64_MAX;
}
