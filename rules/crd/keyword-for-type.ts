import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { declaringSchemas } from '../../src/crd/declaring-schemas.ts';
import { seen } from '../../src/crd/keywords.ts';
import { keyword } from '../../src/crd/problem.ts';
import type { Keyword } from '../../src/crd/schema-node.ts';
import { isGiven, isIntOrString } from '../../src/crd/structural.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/keyword-for-type',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A keyword that narrows values down stands at a type that it means something for.',
  details: `
\`minLength\`, \`maxLength\` and \`pattern\` are about strings, \`minimum\`, \`maximum\` and \`multipleOf\` about numbers,
\`minItems\`, \`maxItems\` and \`items\` about lists, \`properties\`, \`required\`, \`minProperties\` and \`maxProperties\` about
objects. The API server takes them anywhere, and at any other type they do nothing: what the author meant to
check is not checked.

Where they are meant for the items of a list or the values of a map, they belong below \`items\` or
\`additionalProperties\`. The size of a map is limited by \`maxProperties\`, that of a list by \`maxItems\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    useless: {
      text: '{keyword} does nothing at a value of type {type}; it is about {about}',
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
      for (const { keywords, types, about } of KEYWORDS) {
        for (const name of keywords) {
          for (const node of seen(tree, name)) {
            if (node.role !== 'structural' && node.role !== 'nested') continue;
            const declared = declaring(node);
            const type = declared?.type ?? '';
            if (type === '' || types.includes(type)) continue;
            if (declared !== undefined && isIntOrString(declared)) continue;
            if (!isGiven(name, node.schema[name]) || isEmptyList(node.schema[name])) continue;
            const location = schemaLocation(resource, judgement, node, keyword(name));
            const help = helpFor(name, type);
            report('useless', location, { keyword: name, type, about, help });
          }
        }
      }
    }
  },
});

const KEYWORDS: readonly {
  readonly keywords: readonly Keyword[];
  readonly types: readonly string[];
  readonly about: string;
}[] = [
  { keywords: ['minLength', 'maxLength', 'pattern'], types: ['string'], about: 'strings' },
  {
    keywords: ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'],
    types: ['integer', 'number'],
    about: 'numbers',
  },
  { keywords: ['minItems', 'maxItems', 'items'], types: ['array'], about: 'lists' },
  {
    keywords: ['properties', 'required', 'minProperties', 'maxProperties', 'additionalProperties'],
    types: ['object'],
    about: 'objects',
  },
];

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** What was probably meant. */
function helpFor(name: string, type: string): string {
  const instead = INSTEAD[`${name} ${type}`];
  if (instead !== undefined) return `write ${instead}`;
  if (type === 'array') return 'put it below items, if it is about them';
  if (type === 'object') return 'put it where the value is declared that it is about';
  return 'leave it out, or correct the type';
}

const INSTEAD: Readonly<Record<string, string>> = {
  'minLength array': 'minItems, or put it below items',
  'maxLength array': 'maxItems, or put it below items',
  'minProperties array': 'minItems',
  'maxProperties array': 'maxItems',
  'minLength object': 'minProperties',
  'maxLength object': 'maxProperties',
  'minItems object': 'minProperties',
  'maxItems object': 'maxProperties',
  'minItems string': 'minLength',
  'maxItems string': 'maxLength',
  'minimum string': 'minLength',
  'maximum string': 'maxLength',
  'minLength integer': 'minimum',
  'maxLength integer': 'maximum',
};
