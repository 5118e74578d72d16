import { rootSchemaOf, versionsBy } from '../../src/analysis/crd/version-parts.ts';
import { inColumnsAlike } from '../../src/analysis/crd/versions.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { followColumnPath } from '../../src/server/crd/schema/column-path.ts';
import { parseJsonPath } from '../../src/server/kubernetes/formats/json-path.ts';
import { columnMismatch } from './column-paths/column-mismatch.ts';

export default defineRule({
  id: 'crd/column-paths',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'The path of a printer column selects a field of the schema, of the type of the column.',
  details: `
The API server accepts any \`jsonPath\` that starts with a dot. If the path selects no field of the schema, the column is
always empty. If it is not valid, the server drops all additional columns of the version, AGE included, and reports
that only in its log.

The syntax is that of kubectl: names separated by dots, \`[0]\`, \`[?(@.type=="Ready")]\`, and \`['name']\` for a key, with
a backslash before each dot in the name: \`.metadata.labels['app\\.kubernetes\\.io/name']\`. A cell shows one value: if a
path can select several, as with \`[*]\`, only the first is shown.

The \`type\` of a column is the type of the value: an \`integer\` column is empty if the value is a string. A \`string\`
column shows any value, objects and lists as JSON. A \`date\` column requires a string such as \`2026-01-31T12:00:00Z\` and
shows how long ago that was; for any other string it shows \`<invalid>\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#additional-printer-columns',
  messages: {
    broken: {
      text: "the jsonPath '{path}' is not valid, so the server drops all additional columns of the version: {reason}",
      help: 'use the syntax of kubectl get -o jsonpath, such as .status.conditions[?(@.type=="Ready")].status',
      rows: ['crd-lint-column-path-broken'],
    },
    missing: {
      text: "the jsonPath '{path}' selects nothing, so the column is always empty: {reason}",
      help: 'use the path of a field in the schema, or remove the column',
      rows: ['crd-lint-column-path-missing'],
    },
    compound: {
      text: "the jsonPath '{path}' selects {what}, so the column shows JSON",
      help: 'use the path of a string or a number',
      severity: 'info',
      rows: ['crd-lint-column-path-compound'],
    },
    first: {
      text: "the jsonPath '{path}' can select several values, but the column shows only the first",
      help: 'select one of them, for example with [0] or [?(@.type=="Ready")]',
      severity: 'info',
      rows: ['crd-lint-column-path-compound'],
    },
    type: {
      text: "the type of the column is {column}, but '{path}' is of type {type}: the column {effect}",
      help: 'set type: {fitting}',
      rows: ['crd-lint-column-type-mismatch'],
    },
    compoundType: {
      text: "the type of the column is {column}, but '{path}' is {what}: the column is always empty",
      help: 'use the path of a field of type {column}',
      rows: ['crd-lint-column-type-mismatch'],
    },
    date: {
      text: "the type of the column is date, but '{path}' can be any string: the column shows <invalid> if it is not a date-time",
      help: 'add format: date-time to the schema of the field',
      severity: 'info',
      rows: ['crd-lint-column-type-mismatch'],
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
              subresources: { status: {} }
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec:
                      type: object
                      properties:
                        schedule: { type: string }
                        env: { type: object, additionalProperties: { type: string } }
                        hosts: { type: array, items: { type: object, properties: { name: { type: string } } } }
                    status:
                      type: object
                      properties: { lastRun: { type: string } }
              additionalPrinterColumns:
                - { name: Open, type: string, jsonPath: ".status.conditions[?(@.type" }
                #                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: broken
                - { name: Phase, type: string, jsonPath: .status.phase }
                #                                        ^^^^^^^^^^^^^ expect: missing
                - { name: Env, type: string, jsonPath: .spec.env }
                #                                      ^^^^^^^^^ expect: compound
                - { name: Hosts, type: string, jsonPath: ".spec.hosts[*].name" }
                #                                        ^^^^^^^^^^^^^^^^^^^^^ expect: first
                - { name: Schedule, type: integer, jsonPath: .spec.schedule }
                #                         ^^^^^^^ expect: type
                - { name: First, type: integer, jsonPath: .spec.env }
                #                      ^^^^^^^ expect: compoundType
                - { name: Last Run, type: date, jsonPath: .status.lastRun }
                #                         ^^^^ expect: date
                - { name: Age, type: date, jsonPath: .metadata.creationTimestamp }
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
              subresources: { status: {} }
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    status:
                      type: object
                      properties:
                        lastRun: { type: string, format: date-time }
                        conditions:
                          type: array
                          items:
                            type: object
                            required: [type, status]
                            properties: { type: { type: string }, status: { type: string } }
                          x-kubernetes-list-type: map
                          x-kubernetes-list-map-keys: [type]
              additionalPrinterColumns:
                - { name: Ready, type: string, jsonPath: '.status.conditions[?(@.type=="Ready")].status' }
                - { name: Last Run, type: date, jsonPath: .status.lastRun }
                - { name: App, type: string, jsonPath: ".metadata.labels['app\\.kubernetes\\.io/name']" }
                - { name: Age, type: date, jsonPath: .metadata.creationTimestamp }
      `,
    ],
  },
  check(resource, { report }) {
    for (const { version, alike } of versionsBy(resource, 'additionalPrinterColumns', 'schema')) {
      const schema = rootSchemaOf({ version });
      if (schema === undefined) continue;
      const columns = version.itemsOf('additionalPrinterColumns');
      for (const [index, column] of columns.entries()) {
        const pathField = column.get('jsonPath');
        const typeField = column.get('type');
        const path = pathField.value ?? '';
        if (!path.startsWith('.')) continue;
        const ofPath = { related: inColumnsAlike(alike, index, 'jsonPath') };
        const ofType = { related: inColumnsAlike(alike, index, 'type') };
        const parsed = parseJsonPath(path);
        if (!parsed.ok) {
          report({
            message: 'broken',
            at: pathField,
            values: { path, reason: parsed.reason },
            ...ofPath,
          });
          continue;
        }
        const target = followColumnPath(parsed.steps, schema);
        if (target.kind === 'nothing') {
          report({
            message: 'missing',
            at: pathField,
            values: { path, reason: target.reason },
            ...ofPath,
          });
        }
        if (target.kind !== 'schema') continue;
        if (target.several)
          report({ message: 'first', at: pathField, values: { path }, ...ofPath });
        const mismatch = columnMismatch(typeField.value ?? '', target.schema);
        if (mismatch === undefined) continue;
        const values = { ...mismatch.values, path };
        if (mismatch.id === 'compound')
          report({ message: 'compound', at: pathField, values, ...ofPath });
        else report({ message: mismatch.id, at: typeField, values, ...ofType });
      }
    }
  },
});
