import { reportSchemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/default-value',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A default is valid for its own schema.',
  details: `
The API server sets defaults in objects and then validates the objects, so it rejects a default that its own schema does
not allow: of another type, out of bounds, without a required property, with a property that is not declared (it
would be pruned), or one that matches no schema of \`anyOf\`. Null inside a default requires \`nullable\`.

The default of an object is validated as it is written: defaults of its properties are not set in it first, so it must
contain all required properties.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting',
  messages: {
    unknownField: {
      text: "the default has the property '{name}', which the schema does not declare",
      help: 'remove it from the default, or declare it in properties',
      cause: 'FieldValueInvalid',
      rows: ['crd-default-unknown-fields'],
    },
    type: {
      text: '{name} must be of type {expected}',
      cause: 'FieldValueTypeInvalid',
      rows: ['crd-default-invalid-type'],
    },
    value: {
      text: '{name} is not valid: {reason}',
      cause: 'FieldValueInvalid',
      rows: ['crd-default-invalid-value', 'crd-default-invalid-type'],
    },
    required: {
      text: "the default lacks the required property '{name}'",
      help: 'add it to the default',
      cause: 'FieldValueRequired',
      rows: ['crd-default-invalid-value'],
    },
    enum: {
      text: '{name} is not in the enum: {values}',
      cause: 'FieldValueNotSupported',
      rows: ['crd-default-invalid-value'],
    },
    tooLong: {
      text: '{name} is too long: {reason}',
      cause: 'FieldValueTooLong',
      rows: ['crd-default-invalid-value'],
    },
    tooMany: {
      text: '{name} has too many entries: {actual}, but at most {most} are allowed',
      cause: 'FieldValueTooMany',
      rows: ['crd-default-invalid-value'],
    },
    tooDeep: {
      text: 'the default is nested too deeply to be checked',
      severity: 'warning',
      withoutExample: 'it would be a thousand levels deep',
    },
    unmatched: {
      text: 'it takes too much time to match the default with the pattern, so that was not done',
      severity: 'warning',
      isUnknown: true,
      withoutExample: 'it takes a long text or a pattern of many thousand instructions',
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
                    size: { type: integer, default: big }
                    #                               ^^^ expect: type
                    replicas: { type: integer, minimum: 1, default: 0 }
                    #                                               ^ expect: value
                    policy: { type: string, enum: [Always, Never], default: always }
                    #                                                       ^^^^^^ expect: enum
                    code: { type: string, maxLength: 3, default: long }
                    #                                            ^^^^ expect: tooLong
                    names: { type: array, items: { type: string }, maxItems: 1, default: [a, b] }
                    #                                                                    ^^^^^^ expect: tooMany
                    port:
                      type: object
                      required: [number]
                      properties: { number: { type: integer } }
                      default: { name: http } # expect: unknownField, required
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
                    replicas: { type: integer, minimum: 1, default: 1 }
                    port:
                      type: object
                      required: [number]
                      properties: { number: { type: integer }, name: { type: string } }
                      default: { number: 80 }
      `,
    ],
  },
  check(resource, { report }) {
    reportSchemaProblems(report, resource, {
      unknownField: 'default-unknown-field',
      type: 'default-type',
      value: 'default-value',
      required: 'default-required',
      enum: 'default-enum',
      tooLong: 'default-too-long',
      tooMany: 'default-too-many',
      tooDeep: 'default-too-deep',
      unmatched: 'default-unmatched',
    });
  },
});
