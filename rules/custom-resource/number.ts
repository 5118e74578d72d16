import { aboutField, fieldName } from '../../src/analysis/custom-resources/descriptions.ts';
import { keywordInCrd, problemLocation } from '../../src/analysis/custom-resources/locations.ts';
import { shownValue, valueAt } from '../../src/analysis/custom-resources/values.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { StructuralSchema } from '../../src/server/crd/structural.ts';
import { decoderPath } from '../../src/server/decode/index.ts';

export default defineRule({
  id: 'custom-resource/number',
  on: 'custom-resource',
  severity: 'error',
  summary: 'A number of a custom resource is within the bounds of its CRD.',
  details: `
\`minimum\`, \`maximum\` (exclusive with \`exclusiveMinimum\`, \`exclusiveMaximum\`) and \`multipleOf\` limit numbers.

Since Kubernetes 1.36 an integer must fit into 64 bits, or into 32 bits with \`format: int32\`. So must the bounds in the
CRD: with \`minimum: 0.5\` for an integer, no value at all is accepted. Older servers round such bounds.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    bound: {
      text: '{name} is {value}; it must be {bound}',
      help: 'set a number within the bounds of the CRD{about}',
      cause: 'FieldValueInvalid',
      rows: [
        'cr-minimum',
        'cr-maximum',
        'cr-exclusive-minimum',
        'cr-exclusive-maximum',
        'cr-multiple-of',
      ],
    },
    range: {
      text: '{name} is {value}, which is not a number of the type and format that the CRD sets: {type}',
      help: 'set a number that fits{about}',
      cause: 'FieldValueInvalid',
      rows: ['cr-int32-range', 'cr-type'],
    },
    badBound: {
      text: 'no value of {name} is accepted: {keyword} {bound} of the CRD does not fit {type}',
      help: 'correct {keyword} in the CRD',
      cause: 'FieldValueInvalid',
      rows: ['cr-bound-not-integer'],
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
                        replicas: { type: integer, minimum: 1, maximum: 9 }
                        batch: { type: integer, multipleOf: 10 }
                        port: { type: integer, format: int32 }
                        share: { type: integer, minimum: 0.5 }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          replicas: 0
          #         ^ expect: bound
          batch: 15
          #      ^^ expect: bound
          port: 3000000000
          #     ^^^^^^^^^^ expect: range
          share: 1
          #      ^ expect: badBound
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
                        replicas: { type: integer, minimum: 1, maximum: 9 }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          replicas: 3
      `,
    ],
  },
  check(resource, { report }) {
    for (const problem of resource.errors.values) {
      const { fault, name: reported, keyword, segments, schema } = problem;
      if (fault.kind !== 'invalid' || !isAboutNumbers(keyword)) continue;
      const location = problemLocation(resource, problem);
      const related = keywordInCrd(resource, schema, [
        schema[keyword] === undefined ? 'type' : keyword,
      ]);
      const dependsOn = [decoderPath(segments)];
      const name = fieldName(segments);
      const about = aboutField(resource, segments);
      const value = shownValue(valueAt(resource, segments));
      const type = [schema.type ?? '', schema.format ?? ''].filter((part) => part !== '').join(' ');
      if (keyword === 'format')
        report({
          message: 'range',
          at: location,
          values: { name, value, type, about },
          related,
          dependsOn,
        });
      // The server names no field if a bound does not fit.
      else if (reported === '') {
        report({
          message: 'badBound',
          at: location,
          values: { name, keyword, bound: schema[keyword] ?? 0, type },
          related,
          dependsOn,
        });
      } else {
        const bound = `${requirement(keyword, schema)} ${schema[keyword] ?? 0}`;
        report({
          message: 'bound',
          at: location,
          values: { name, value, bound, about },
          related,
          dependsOn,
        });
      }
    }
  },
});

type Bound = 'minimum' | 'maximum' | 'multipleOf';

function isAboutNumbers(keyword: string): keyword is Bound | 'format' {
  return ['minimum', 'maximum', 'multipleOf', 'format'].includes(keyword);
}

function requirement(keyword: Bound, schema: StructuralSchema): string {
  switch (keyword) {
    case 'minimum':
      return schema.exclusiveMinimum === true ? 'greater than' : 'at least';
    case 'maximum':
      return schema.exclusiveMaximum === true ? 'less than' : 'at most';
    case 'multipleOf':
      return 'a multiple of';
  }
}
