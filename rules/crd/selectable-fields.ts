import { schemaJudgements } from '../../src/analysis/crd/schemas.ts';
import {
  inVersionsAlike,
  type JudgedVersion,
  judgedVersions,
} from '../../src/analysis/crd/versions.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { type FieldPathFault, followFieldPath } from '../../src/server/crd/field-path.ts';
import { FIELD_PATH_FAULTS } from '../../src/server/crd/schema/rule-fields.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

const MOST = 8;

const SELECTABLE_TYPES: ReadonlySet<string> = new Set(['string', 'boolean', 'integer']);

export default defineRule({
  id: 'crd/selectable-fields',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'Selectable fields are at most 8 declared strings, booleans or integers outside lists.',
  details: `
\`selectableFields\` lets clients select custom resources by the value of a field (\`kubectl get --field-selector\`). Each
\`jsonPath\` is the path of a field that the schema declares, with a dot before each name and without brackets. The
field has type string, boolean or integer, and is not inside a list or \`metadata\`. A field may be listed once, and a
version may have at most 8 selectable fields.

Kubernetes 1.30 drops the whole list silently.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-selectors',
  messages: {
    required: {
      text: 'the selectable field has no jsonPath',
      help: 'add jsonPath, the path of a field such as .spec.color',
      cause: 'FieldValueRequired',
      rows: ['crd-selectable-jsonpath-required'],
    },
    path: {
      text: "jsonPath '{path}' is not the path of a field: {reason}",
      help: 'use the path of a field that the schema declares, such as .spec.color',
      cause: 'FieldValueInvalid',
      rows: ['crd-selectable-path'],
    },
    metadata: {
      text: "jsonPath '{path}' is a field of metadata; name and namespace are selectable anyway",
      help: 'remove the entry',
      cause: 'FieldValueInvalid',
      rows: ['crd-selectable-metadata'],
    },
    type: {
      text: "the field '{path}' has type '{type}'; a selectable field must be a string, boolean or integer",
      cause: 'FieldValueInvalid',
      rows: ['crd-selectable-type'],
    },
    duplicate: {
      text: "the field '{path}' is listed twice",
      help: 'remove one of the entries',
      cause: 'FieldValueDuplicate',
      rows: ['crd-selectable-duplicate'],
    },
    tooMany: {
      text: 'the version has {count} selectable fields; at most 8 are allowed',
      cause: 'FieldValueTooMany',
      rows: ['crd-selectable-too-many'],
      withoutExample: 'an example with nine fields would be too long',
    },
    schema: {
      text: 'selectableFields requires a schema that declares the fields',
      help: 'add schema.openAPIV3Schema',
      cause: 'FieldValueInvalid',
      rows: ['crd-selectable-needs-schema', 'crd-selectable-needs-schema-version'],
    },
    sameSchema: {
      text: 'the server refuses selectableFields that differ between versions with the same schema',
      help: 'use the same selectableFields in all versions',
      cause: 'FieldValueInvalid',
      rows: ['crd-selectable-needs-schema-version'],
    },
    sameFields: {
      text: 'the server refuses selectableFields that are the same in all versions if the schemas differ',
      help: 'use different selectableFields in each version; a different order is enough',
      cause: 'FieldValueInvalid',
      rows: ['crd-selectable-needs-schema'],
    },
    unformed: {
      text: 'selectable fields cannot be resolved in a schema with unsupported keywords',
      help: 'fix the schema first',
      cause: 'FieldValueInvalid',
      rows: ['crd-selectable-unstructural'],
    },
    crash: {
      text: "the API server crashes on jsonPath '{path}' (HTTP 500): it enters a map with arbitrary values",
      help: 'use the path of another field',
      crashesServer: true,
      rows: ['crd-panic-selectable-path'],
    },
    schemaCrash: {
      text: 'the API server crashes on selectableFields (HTTP 500), because the schema is invalid',
      help: 'fix the schema',
      crashesServer: true,
      rows: ['crd-panic-selectable-unstructural', 'crd-panic-selectable-empty-schema'],
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
                  #         ^^^^^^^^^^^ expect: schemaCrash
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
                openAPIV3Schema:
                  type: object
                  properties:
                    spec: { type: object, additionalProperties: true }
              selectableFields:
                - jsonPath: .spec.color.name
                  #         ^^^^^^^^^^^^^^^^ expect: crash
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
                openAPIV3Schema:
                  type: object
                  properties: { spec: { type: object, properties: { color: { type: string } } } }
              selectableFields: [{ jsonPath: .spec.color }]
              #                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: sameSchema
            - name: v1beta1
              served: true
              storage: false
              schema:
                openAPIV3Schema:
                  type: object
                  properties: { spec: { type: object, properties: { color: { type: string } } } }
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
                openAPIV3Schema:
                  type: object
                  properties: { spec: { type: object, properties: { color: { type: string } } } }
              selectableFields: [{ jsonPath: .spec.color }]
              #                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: sameFields
            - name: v1beta1
              served: true
              storage: false
              schema:
                openAPIV3Schema:
                  type: object
                  properties: { spec: { type: object, properties: { color: { type: string, maxLength: 9 } } } }
              selectableFields: [{ jsonPath: .spec.color }]
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
  check(resource, { report, server }) {
    // The feature gate is disabled there, and the server drops the field.
    if (!serverHas('selectable-fields', server)) return;
    const judgements = schemaJudgements(resource);
    const versions = judgedVersions(resource, 'selectableFields');
    const isFieldsShared = versions.length === 1;
    const isSchemaShared = judgedVersions(resource, 'schema').length === 1;
    for (const judged of versions) {
      const { version, index } = judged;
      const list = version.get('selectableFields');
      if ((list.value ?? []).length === 0) continue;
      const holder = version.get('schema');
      const schema = holder.get('openAPIV3Schema');
      // If a value is the same in all versions, the server moves it out of them. It searches for the schema in the
      // place that has the fields.
      if (isFieldsShared !== isSchemaShared) {
        if (schema.absent) report({ message: 'schema', at: list });
        else report({ message: isFieldsShared ? 'sameFields' : 'sameSchema', at: list });
      } else if (isFieldsShared ? holder.absent : schema.absent) {
        report({ message: 'schema', at: list });
      } else {
        const judgement = judgements.find((candidate) => candidate.index === index);
        if (judgement !== undefined && !judgement.isBuildable) {
          report({ message: 'unformed', at: schema, path: schema.path });
        }
        checkFields(judged, judgement?.isBuildable ?? false);
      }
    }

    /** @param isFormed true if the server can build the schema */
    function checkFields({ version, alike }: JudgedVersion, isFormed: boolean): void {
      const schema = isFormed ? version.get('schema').get('openAPIV3Schema').value : undefined;
      const seen = new Set<string>();
      const list = version.get('selectableFields');
      for (const [position, item] of list.items().entries()) {
        const at = item.get('jsonPath');
        if (at.pruned) continue;
        const { value: path = '' } = at;
        const related = inVersionsAlike(
          alike,
          (other) => other.itemsOf('selectableFields')[position]?.get('jsonPath') ?? other,
        );
        if (path === '') {
          report({ message: 'required', at, related });
          continue;
        }
        const followed = followFieldPath(path, schema, { brackets: false });
        if (!followed.ok) {
          const { fault } = followed;
          if (fault !== 'crash') {
            report({ message: 'path', at, values: { path, reason: reasonOf(fault) }, related });
          } else if (isFormed) {
            report({ message: 'crash', at, values: { path }, related });
          } else report({ message: 'schemaCrash', at, related });
          continue;
        }
        const values = { path };
        if (followed.first === 'metadata') report({ message: 'metadata', at, values, related });
        const type = followed.schema?.type ?? '';
        if (!SELECTABLE_TYPES.has(type)) {
          report({ message: 'type', at, values: { path, type }, related });
        }
        if (seen.has(followed.path)) report({ message: 'duplicate', at, values, related });
        seen.add(followed.path);
      }
      if (seen.size > MOST) report({ message: 'tooMany', at: list, values: { count: seen.size } });
    }
  },
});

/** The error of a path, as text after a colon in a message. */
function reasonOf(fault: FieldPathFault): string {
  return fault === 'brackets' ? 'brackets are not supported' : FIELD_PATH_FAULTS[fault];
}
