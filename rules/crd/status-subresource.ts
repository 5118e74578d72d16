import { rootSchemaOf, versionsBy } from '../../src/analysis/crd/version-parts.ts';
import { inVersionsAlike } from '../../src/analysis/crd/versions.ts';
import { preservesUnknownFields } from '../../src/crd/structural.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/status-subresource',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A kind has a status in its schema and the status subresource, or neither.',
  details: `
With \`subresources: { status: {} }\` the status is written through an endpoint of its own: who may edit the spec may
not forge the status, a controller that writes the status cannot undo a change of the spec, and
\`metadata.generation\` counts changes of the spec only.

Without it, \`status\` is a field like any other. With it and no \`status\` in the schema, whatever a controller writes there
is pruned: it never arrives, and no error says so.

The status that a client sends along when it creates an object is dropped before the object is validated. So \`status\`
cannot be a required property: no object could be created.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#status-subresource',
  messages: {
    noSubresource: {
      text: 'the schema has a status, but version {version} has no status subresource',
      help: 'add subresources with an empty status to the version',
      rows: ['crd-lint-status-without-subresource'],
    },
    noSchema: {
      text: 'there is a status subresource, but the schema has no status: whatever is written there is lost',
      help: 'add properties.status to the schema, or remove the subresource',
      rows: ['crd-lint-subresource-without-status'],
    },
    required: {
      text: 'status is required, but dropped when an object is created: none can be',
      help: 'take status out of required',
      rows: ['crd-lint-status-required'],
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
                    status: { type: object, properties: { phase: { type: string } } }
                  # ^^^^^^ expect: noSubresource
            - name: v1beta1
              served: true
              storage: false
              subresources: { status: {} }
              #               ^^^^^^ expect: noSchema
              schema: { openAPIV3Schema: { type: object } }
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
              subresources: { status: {} }
              schema:
                openAPIV3Schema:
                  type: object
                  required: [spec, status]
                  #                ^^^^^^ expect: required
                  properties:
                    spec: { type: object, properties: { schedule: { type: string } } }
                    status: { type: object, properties: { phase: { type: string } } }
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
                  required: [spec]
                  properties:
                    spec: { type: object, properties: { schedule: { type: string } } }
                    status: { type: object, properties: { phase: { type: string } } }
      `,
    ],
  },
  check(resource, { report }) {
    for (const { version, alike } of versionsBy(resource, 'schema', 'subresources')) {
      const root = rootSchemaOf({ version });
      if (root === undefined) continue;
      const subresource = version.get('subresources').get('status');
      const schema = version.get('schema').get('openAPIV3Schema');
      const status = schema
        .get('properties')
        .entries()
        .find(({ key }) => key === 'status');
      if (subresource.value === undefined) {
        if (status === undefined || subresource.pruned) continue;
        const name = version.value?.name ?? '';
        report('noSubresource', status.field.location('key'), { version: name });
        continue;
      }
      if (status === undefined && !preservesUnknownFields(root)) {
        const related = inVersionsAlike(alike, (other) => other.get('subresources').get('status'));
        report('noSchema', subresource.location('key'), {}, { related });
      }
      const required = schema
        .get('required')
        .items()
        .find(({ value }) => value === 'status');
      if (required !== undefined) report('required', required);
    }
  },
});
