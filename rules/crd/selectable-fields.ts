import { schemaJudgements } from '../../src/analysis/crd/schemas.ts';
import {
  inVersionsAlike,
  type JudgedVersion,
  judgedVersions,
} from '../../src/analysis/crd/versions.ts';
import { followFieldPath } from '../../src/crd/field-path.ts';
import { FIELD_PATH_FAULTS } from '../../src/crd/rule-fields.ts';
import { serverHas } from '../../src/kubernetes/server-changes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const MOST = 8;

const SELECTABLE_TYPES: ReadonlySet<string> = new Set(['string', 'boolean', 'integer']);

export default defineRule({
  id: 'crd/selectable-fields',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary:
    'Selectable fields are at most 8 texts, booleans or integers that the schema declares outside of lists.',
  details: `
By \`selectableFields\` custom resources can be asked for by the values of fields (\`kubectl get --field-selector\`). Each
\`jsonPath\` leads through the schema, a dot before each name and no brackets, to a field of type string, boolean or
integer outside of lists and outside of \`metadata\`. No field is given twice, and a version has at most 8 of
them.

Kubernetes 1.30 drops the whole list without a word.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-selectors',
  messages: {
    required: {
      text: 'the selectable field has no jsonPath',
      help: 'add the path of a field, such as .spec.color',
      cause: 'FieldValueRequired',
      rows: ['crd-selectable-jsonpath-required'],
    },
    path: {
      text: "the jsonPath '{path}' leads nowhere: {reason}",
      help: 'write a path that the schema declares, such as .spec.color',
      cause: 'FieldValueInvalid',
      rows: ['crd-selectable-path'],
    },
    metadata: {
      text: "the jsonPath '{path}' leads into metadata; its name and namespace are selectable without that",
      help: 'remove it',
      cause: 'FieldValueInvalid',
      rows: ['crd-selectable-metadata'],
    },
    type: {
      text: "the field at '{path}' is of type '{type}'; only texts, booleans and integers can be selected by",
      cause: 'FieldValueInvalid',
      rows: ['crd-selectable-type'],
    },
    duplicate: {
      text: "the field '{path}' is listed twice",
      help: 'leave one of them out',
      cause: 'FieldValueDuplicate',
      rows: ['crd-selectable-duplicate'],
    },
    tooMany: {
      text: 'there are {count} selectable fields; at most 8 are allowed',
      cause: 'FieldValueTooMany',
      rows: ['crd-selectable-too-many'],
      withoutExample: 'nine fields are nothing to read',
    },
    schema: {
      text: 'there are selectable fields, but no schema that declares them',
      help: 'add schema.openAPIV3Schema',
      cause: 'FieldValueInvalid',
      rows: ['crd-selectable-needs-schema', 'crd-selectable-needs-schema-version'],
    },
    unformed: {
      text: 'selectable fields cannot be found in a schema with keywords that are not supported',
      help: 'mend the schema first',
      cause: 'FieldValueInvalid',
      rows: ['crd-selectable-unstructural'],
    },
    crash: {
      text: "the API server crashes on the jsonPath '{path}' (HTTP 500): {reason}",
      help: 'mend the schema or end the path earlier',
      crashesServer: true,
      rows: [
        'crd-panic-selectable-path',
        'crd-panic-selectable-unstructural',
        'crd-panic-selectable-empty-schema',
      ],
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
                    metadata: { type: object, properties: { name: { type: string } } }
                    spec:
                      type: object
                      properties: { color: { type: string }, size: { type: number } }
              selectableFields:
                - jsonPath: .spec.color
                - jsonPath: .spec.color
                  #         ^^^^^^^^^^^ expect: duplicate
                - jsonPath: .spec.colour
                  #         ^^^^^^^^^^^^ expect: path
                - jsonPath: .spec.size
                  #         ^^^^^^^^^^ expect: type
                - jsonPath: .metadata.name
                  #         ^^^^^^^^^^^^^^ expect: metadata
                - jsonPath: ""
                  #         ^^ expect: required
      `,
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
                openAPIV3Schema: # expect: unformed
                  type: object
                  properties:
                    spec: { $ref: "#/definitions/spec" }
              selectableFields:
                - jsonPath: .spec.color
                  #         ^^^^^^^^^^^ expect: crash
      `,
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
              selectableFields: [{ jsonPath: .spec.color }]
              #                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: schema
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
                      properties: { color: { type: string }, size: { type: integer } }
              selectableFields:
                - jsonPath: .spec.color
                - jsonPath: .spec.size
      `,
    ],
  },
  check(resource, { report, minor }) {
    // The gate of the feature is closed there, and the server drops the field.
    if (!serverHas('selectable-fields', minor)) return;
    const judgements = schemaJudgements(resource);
    const sharesFields = judgedVersions(resource, 'selectableFields');
    const sharesSchema = judgedVersions(resource, 'schema').length === 1;
    for (const { version, index, alike } of sharesFields) {
      const list = version.get('selectableFields');
      if ((list.value ?? []).length === 0) continue;
      // Where the fields are shared and the schemas are not, or the other way round, the server looks for a
      // schema where none is.
      const isApart = isSharedPart(sharesFields) !== sharesSchema;
      const holder = version.get('schema');
      const schemaField = holder.get('openAPIV3Schema');
      const isMissing = isSharedPart(sharesFields)
        ? isApart || holder.absent
        : isApart || schemaField.absent;
      if (isMissing) {
        report('schema', list);
        continue;
      }
      const judgement = judgements.find((one) => one.index === index);
      const isFormed = judgement?.isBuildable ?? false;
      if (judgement !== undefined && !isFormed) {
        report('unformed', schemaField, {}, { path: schemaField.path });
      }
      const seen = new Set<string>();
      for (const [position, item] of list.items().entries()) {
        const field = item.get('jsonPath');
        if (field.pruned) continue;
        const path = field.value ?? '';
        const options = {
          related: inVersionsAlike(
            alike,
            (other) => other.get('selectableFields').items()[position]?.get('jsonPath') ?? other,
          ),
        };
        if (path === '') {
          report('required', field, {}, options);
          continue;
        }
        const schema = isFormed ? schemaField.value : undefined;
        const followed = followFieldPath(path, schema, { brackets: false });
        if (!followed.ok) {
          if (followed.fault === 'crash') {
            const reason = isFormed
              ? 'it goes on below a map that takes any values'
              : 'there is no schema that it can look into';
            report('crash', field, { path, reason }, options);
          } else
            report('path', field, { path, reason: FIELD_PATH_FAULTS[followed.fault] }, options);
          continue;
        }
        if (followed.first === 'metadata') report('metadata', field, { path }, options);
        const type = followed.schema?.type ?? '';
        if (!SELECTABLE_TYPES.has(type)) report('type', field, { path, type }, options);
        if (seen.has(followed.path)) report('duplicate', field, { path }, options);
        seen.add(followed.path);
      }
      if (seen.size > MOST) report('tooMany', list, { count: seen.size });
    }
  },
});

/** Whether all versions hold the same in a part, which the server then moves to one place. */
function isSharedPart(judged: readonly JudgedVersion[]): boolean {
  return judged.length === 1;
}
