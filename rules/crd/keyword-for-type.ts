import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { declaringSchemas } from '../../src/server/crd/schema/declaring-schemas.ts';
import { SCHEMA_TYPES, seen } from '../../src/server/crd/schema/keywords.ts';
import { keyword } from '../../src/server/crd/schema/problem.ts';
import type { Keyword } from '../../src/server/crd/schema-node.ts';
import { isGiven, isIntOrString } from '../../src/server/crd/structural.ts';

export default defineRule({
  id: 'crd/keyword-for-type',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A keyword for validation is used with a type that it applies to.',
  details: `
\`minLength\`, \`maxLength\` and \`pattern\` apply to strings, \`minimum\`, \`maximum\` and \`multipleOf\` to numbers,
\`minItems\`, \`maxItems\` and \`items\` to arrays, \`properties\`, \`required\`, \`minProperties\` and \`maxProperties\` to
objects. The API server accepts them with any type and ignores them if the type is another one: what the author
wanted to validate is not validated.

If a keyword is meant for the items of an array or the values of a map, move it below \`items\` or
\`additionalProperties\`. \`maxProperties\` limits the size of a map, \`maxItems\` that of an array.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    useless: {
      text: '{keyword} has no effect on a value of type {type}; it applies to {applicable}',
      help: '{help}',
      rows: ['crd-lint-keyword-wrong-type'],
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
                          maxLength: 3
                          #          ^ expect: useless
                        retries: { type: int, minimum: 0 } # an error of crd/schema-type
                        hosts:
                          type: array
                          pattern: ^[a-z.]+$
                          #        ^^^^^^^^^ expect: useless
                          items: { type: string }
                        labels:
                          type: object
                          maxItems: 10
                          #         ^^ expect: useless
                          additionalProperties: { type: string }
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
                        replicas: { type: integer, maximum: 999 }
                        hosts: { type: array, items: { type: string, pattern: "^[a-z.]+$" } }
                        labels: { type: object, maxProperties: 10, additionalProperties: { type: string } }
      `,
    ],
  },
  check(resource, { report }) {
    for (const judgement of schemaJudgements(resource)) {
      const { tree } = judgement;
      const declaring = declaringSchemas(tree);
      for (const { keywords, types, applicable } of KEYWORDS) {
        for (const name of keywords) {
          for (const node of seen(tree, name)) {
            if (node.role !== 'structural' && node.role !== 'nested') continue;
            const declared = declaring(node);
            const type = declared?.type ?? '';
            if (!SCHEMA_TYPES.has(type) || types.includes(type)) continue;
            if (declared !== undefined && isIntOrString(declared)) continue;
            if (!isGiven(name, node.schema[name]) || isEmptyList(node.schema[name])) continue;
            const location = schemaLocation(resource, judgement, node, keyword(name));
            const help = helpFor(name, type);
            report({
              message: 'useless',
              at: location,
              values: { keyword: name, type, applicable, help },
            });
          }
        }
      }
    }
  },
});

const KEYWORDS: readonly {
  readonly keywords: readonly Keyword[];
  readonly types: readonly string[];
  readonly applicable: string;
}[] = [
  { keywords: ['minLength', 'maxLength', 'pattern'], types: ['string'], applicable: 'strings' },
  {
    keywords: ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'],
    types: ['integer', 'number'],
    applicable: 'numbers',
  },
  { keywords: ['minItems', 'maxItems', 'items'], types: ['array'], applicable: 'arrays' },
  {
    keywords: ['properties', 'required', 'minProperties', 'maxProperties', 'additionalProperties'],
    types: ['object'],
    applicable: 'objects',
  },
];

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Describes the probable intention of the author. */
function helpFor(name: string, type: string): string {
  const instead = INSTEAD.get(`${name} ${type}`);
  if (instead !== undefined) return `use ${instead}`;
  if (type === 'array') return 'move it below items if it is meant for the items';
  if (type === 'object') return 'move it to the property that it is meant for';
  return 'remove it, or change the type';
}

/** The keyword to use instead, by keyword and type. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['minLength array', 'minItems, or move it below items'],
  ['maxLength array', 'maxItems, or move it below items'],
  ['minProperties array', 'minItems'],
  ['maxProperties array', 'maxItems'],
  ['minLength object', 'minProperties'],
  ['maxLength object', 'maxProperties'],
  ['minItems object', 'minProperties'],
  ['maxItems object', 'maxProperties'],
  ['minItems string', 'minLength'],
  ['maxItems string', 'maxLength'],
  ['minimum string', 'minLength'],
  ['maximum string', 'maxLength'],
  ['minLength integer', 'minimum'],
  ['maxLength integer', 'maximum'],
]);
