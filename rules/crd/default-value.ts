import { schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/default-value',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A default is a value that its own schema allows.',
  details: `
The API server puts defaults into objects and then validates them, so it refuses a default that its own schema does not
allow: of another type, out of bounds, without a required property, with a property that is not declared (which would be
dropped at once), or one that fits no schema of anyOf. \`nullable\` must be there for null inside of a default.

A default of an object need not give everything: what it leaves out is not filled in from the defaults of its properties
before it is checked, so a required property must be in it.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting',
  messages: {
    unknownField: {
      text: "the default has '{name}', which the schema does not declare",
      help: 'remove it, or declare it',
      cause: 'FieldValueInvalid',
      rows: ['crd-default-unknown-fields'],
    },
    type: {
      text: "{name} is not of the type or format '{expected}' that the schema wants",
      cause: 'FieldValueTypeInvalid',
      rows: ['crd-default-invalid-type'],
    },
    value: {
      text: '{name} is not allowed by the schema: {reason}',
      cause: 'FieldValueInvalid',
      rows: ['crd-default-invalid-value', 'crd-default-invalid-type'],
    },
    required: {
      text: "the default has no '{name}', which the schema requires",
      help: 'add it to the default',
      cause: 'FieldValueRequired',
      rows: ['crd-default-invalid-value'],
    },
    enum: {
      text: '{name} is none of the values that the schema lists: {values}',
      cause: 'FieldValueNotSupported',
      rows: ['crd-default-invalid-value'],
    },
    tooLong: {
      text: '{name} is too long: {reason}',
      cause: 'FieldValueTooLong',
      rows: ['crd-default-invalid-value'],
    },
    tooMany: {
      text: '{name} is too large: {reason}',
      cause: 'FieldValueTooMany',
      rows: ['crd-default-invalid-value'],
    },
    tooDeep: {
      text: 'the default is nested too deep to be checked',
      severity: 'warning',
      withoutExample: 'it would be a thousand levels deep',
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
    for (const { location, values } of schemaProblems(resource, 'default-unknown-field')) {
      report('unknownField', location, values);
    }
    for (const { location, values } of schemaProblems(resource, 'default-type')) {
      report('type', location, values);
    }
    for (const { location, values } of schemaProblems(resource, 'default-value')) {
      report('value', location, values);
    }
    for (const { location, values } of schemaProblems(resource, 'default-required')) {
      report('required', location, values);
    }
    for (const { location, values } of schemaProblems(resource, 'default-enum')) {
      report('enum', location, values);
    }
    for (const { location, values } of schemaProblems(resource, 'default-too-long')) {
      report('tooLong', location, values);
    }
    for (const { location, values } of schemaProblems(resource, 'default-too-many')) {
      report('tooMany', location, values);
    }
    for (const { location } of schemaProblems(resource, 'default-too-deep')) {
      report('tooDeep', location);
    }
  },
});
