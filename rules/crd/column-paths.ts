import { rootSchemaOf, versionsBy } from '../../src/analysis/crd/version-parts.ts';
import { inVersionsAlike } from '../../src/analysis/crd/versions.ts';
import { type ColumnTarget, followColumnPath } from '../../src/crd/column-path.ts';
import { isIntOrString } from '../../src/crd/structural.ts';
import { parseJsonPath } from '../../src/kubernetes/formats/json-path.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/column-paths',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary:
    'Each printer column shows a value that the schema has, and of the type that the column says.',
  details: `
The API server takes any \`jsonPath\` that begins with a dot. Where the path leads nowhere, the cell stays empty for
ever. Where it cannot be read at all, the server drops ALL additional columns of the version, AGE included, and says
so in its log only.

The paths are those of kubectl: names with dots between, \`[0]\`, \`[?(@.type=="Ready")]\`, and \`['name']\` for a key,
where dots in the name need a backslash: \`.metadata.labels['app\\.kubernetes\\.io/name']\`. A cell holds one value: of
several that a path finds, as with \`[*]\`, only the first is shown.

The \`type\` of a column is the type of the value: an \`integer\` column stays empty where the value is a text. A
\`string\` column shows whatever it is, objects as JSON. A \`date\` column wants a text such as \`2026-01-31T12:00:00Z\` and shows
how long ago that was; any other text gives \`<invalid>\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#additional-printer-columns',
  messages: {
    broken: {
      text: "the jsonPath '{path}' cannot be read: {reason}",
      help: 'with one such path the server drops all additional columns of the version',
      rows: ['crd-lint-column-path-broken'],
    },
    missing: {
      text: "the jsonPath '{path}' leads nowhere: {reason}",
      help: 'the column stays empty; write the path of a field that the schema has',
      rows: ['crd-lint-column-path-missing'],
    },
    compound: {
      text: "the jsonPath '{path}' ends at {what}; the column shows its JSON",
      help: 'go on to a field that is a text or a number',
      severity: 'info',
      rows: ['crd-lint-column-path-compound'],
    },
    first: {
      text: "the jsonPath '{path}' can find several values; the column shows only the first",
      help: 'name one of them, as in [0] or [?(@.type=="Ready")]',
      severity: 'info',
      rows: ['crd-lint-column-path-compound'],
    },
    type: {
      text: "the column is of type {column}, but '{path}' is of type {type}; {effect}",
      help: 'write type: {fitting}',
      rows: ['crd-lint-column-type-mismatch'],
    },
    compoundType: {
      text: "the column is of type {column}, but '{path}' is {what}; it stays empty",
      help: 'go on to a field of type {column}',
      rows: ['crd-lint-column-type-mismatch'],
    },
    date: {
      text: "the column is of type date, but any text fits '{path}'; what is no time is shown as <invalid>",
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
      const columns = version.get('additionalPrinterColumns').items();
      for (const [index, column] of columns.entries()) {
        const field = column.get('jsonPath');
        const path = field.value ?? '';
        if (!path.startsWith('.')) continue;
        const inOthers = (name: 'type' | 'jsonPath') => ({
          related: inVersionsAlike(alike, (other) => {
            const same = other.get('additionalPrinterColumns').items()[index];
            return same?.get(name) ?? other;
          }),
        });
        const parsed = parseJsonPath(path);
        if (!parsed.ok) {
          report('broken', field, { path, reason: parsed.reason }, inOthers('jsonPath'));
          continue;
        }
        const target = followColumnPath(parsed.steps, schema);
        if (target.kind === 'nothing') {
          report('missing', field, { path, reason: target.reason }, inOthers('jsonPath'));
        }
        if (target.kind !== 'schema') continue;
        if (target.several) report('first', field, { path }, inOthers('jsonPath'));
        const typeField = column.get('type');
        const misfit = misfitOf(typeField.value ?? '', target);
        if (misfit === undefined) continue;
        const values = { ...misfit.values, path };
        switch (misfit.id) {
          case 'compound':
            report('compound', field, values, inOthers('jsonPath'));
            break;
          default:
            report(misfit.id, typeField, values, inOthers('type'));
        }
      }
    }
  },
});

interface Misfit {
  readonly id: 'compound' | 'compoundType' | 'type' | 'date';
  readonly values: {
    readonly column: string;
    readonly type: string;
    readonly what: string;
    readonly effect: string;
    readonly fitting: string;
  };
}

const COLUMN_TYPES: readonly string[] = ['boolean', 'date', 'integer', 'number', 'string'];

/** Why a column of a type does not show what is at the end of its path. */
function misfitOf(
  column: string,
  { schema }: Extract<ColumnTarget, { readonly kind: 'schema' }>,
): Misfit | undefined {
  const type = schema.type ?? '';
  if (type === '' || isIntOrString(schema) || !COLUMN_TYPES.includes(column)) return undefined;
  const isTime = type === 'string' && normalized(schema.format) === 'datetime';
  const values = {
    column,
    type,
    what: type === 'array' ? 'a list' : 'an object',
    effect: column === 'date' && type === 'string' ? 'it shows <invalid>' : 'it stays empty',
    fitting: isTime ? 'date' : type,
  };
  if (type === 'object' || type === 'array') {
    if (column !== 'string') return { id: 'compoundType', values };
    // A list of texts or numbers is short, and shown so on purpose.
    const items = schema.items as typeof schema | undefined;
    const isShort = type === 'array' && items?.type !== 'object' && items?.type !== 'array';
    return isShort ? undefined : { id: 'compound', values };
  }
  if (column === 'string' || column === type) return undefined;
  if (isNumeric(column) && isNumeric(type)) return undefined;
  if (column !== 'date' || type !== 'string' || isTime) {
    return column === 'date' && isTime ? undefined : { id: 'type', values };
  }
  return (schema.format ?? '') === '' ? { id: 'date', values } : { id: 'type', values };
}

function isNumeric(type: string): boolean {
  return type === 'integer' || type === 'number';
}

/** The server takes dashes out of formats before it compares them. */
function normalized(format = ''): string {
  return format.replaceAll('-', '');
}
