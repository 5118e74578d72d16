import { inVersionsAlike, judgedVersions } from '../../src/analysis/crd/versions.ts';
import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const TYPES: readonly string[] = ['boolean', 'date', 'integer', 'number', 'string'];

const FORMATS: readonly string[] = [
  'byte',
  'date',
  'date-time',
  'double',
  'float',
  'int32',
  'int64',
  'password',
];

export default defineRule({
  id: 'crd/printer-columns',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary:
    'Each printer column has a name, a valid type and format, and a path that starts with a dot.',
  details: `
\`additionalPrinterColumns\` defines what \`kubectl get\` shows in addition to the name. Each column needs a \`name\`, a \`type\`
(boolean, date, integer, number or string; columns of type array or object do not exist) and a \`jsonPath\` that starts
with a dot. The \`format\` is optional and one of a fixed list. The API server does not check that the path exists; the
rule crd/column-paths does.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#additional-printer-columns',
  messages: {
    name: {
      text: 'the column has no name',
      help: 'add name, the heading of the column',
      cause: 'FieldValueRequired',
      rows: ['crd-column-name'],
    },
    typeRequired: {
      text: 'the column has no type',
      help: 'add type: string, or boolean, date, integer or number',
      cause: 'FieldValueRequired',
      rows: ['crd-column-type-required'],
    },
    type: {
      text: "'{type}' is not a type of printer columns; use boolean, date, integer, number or string",
      cause: 'FieldValueInvalid',
      rows: ['crd-column-type', 'crd-columns-path-prefix'],
    },
    format: {
      text: "'{format}' is not a format of printer columns",
      help: 'remove it, or use one of byte, date, date-time, double, float, int32, int64, password',
      cause: 'FieldValueInvalid',
      rows: ['crd-column-format'],
    },
    pathRequired: {
      text: 'the column has no jsonPath',
      help: 'add jsonPath, the path of the field to show, such as .status.phase',
      cause: 'FieldValueRequired',
      rows: ['crd-column-jsonpath-required'],
    },
    dot: {
      text: "jsonPath is '{path}'; it must start with a dot",
      help: 'use a path such as .status.phase, without braces and dollar sign',
      cause: 'FieldValueInvalid',
      rows: ['crd-column-jsonpath-dot'],
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
              schema: { openAPIV3Schema: { type: object } }
              additionalPrinterColumns:
                - name: Phase
                  type: object
                  #     ^^^^^^ expect: type
                  format: phase
                  #       ^^^^^ expect: format
                  jsonPath: "{.status.phase}"
                  #         ^^^^^^^^^^^^^^^^^ expect: dot
                - priority: 1
                # ^^^^^^^^ expect: name, typeRequired, pathRequired
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
                    status: { type: object, properties: { phase: { type: string } } }
              additionalPrinterColumns:
                - { name: Phase, type: string, jsonPath: .status.phase }
                - { name: Age, type: date, jsonPath: .metadata.creationTimestamp }
      `,
    ],
  },
  check(resource, { report }) {
    for (const { version, alike } of judgedVersions(resource, 'additionalPrinterColumns')) {
      const columns = version.itemsOf('additionalPrinterColumns');
      for (const [index, column] of columns.entries()) {
        const options = (name: 'name' | 'type' | 'format' | 'jsonPath') => ({
          related: inVersionsAlike(alike, (other) => {
            const same = other.itemsOf('additionalPrinterColumns')[index];
            return same?.get(name) ?? other;
          }),
        });
        const type = column.get('type');
        const format = column.get('format').value ?? '';
        const path = column.get('jsonPath');
        if (isEmptyText(column.get('name'))) {
          report({ message: 'name', at: column.get('name'), ...options('name') });
        }
        if (isEmptyText(type)) report({ message: 'typeRequired', at: type, ...options('type') });
        else if (type.value !== undefined && !TYPES.includes(type.value)) {
          report({ message: 'type', at: type, values: { type: type.value }, ...options('type') });
        }
        if (format !== '' && !FORMATS.includes(format)) {
          report({
            message: 'format',
            at: column.get('format'),
            values: { format },
            ...options('format'),
          });
        }
        if (isEmptyText(path))
          report({ message: 'pathRequired', at: path, ...options('jsonPath') });
        else if (path.value !== undefined && !path.value.startsWith('.')) {
          report({
            message: 'dot',
            at: path,
            values: { path: path.value },
            ...options('jsonPath'),
          });
        }
      }
    }
  },
});
