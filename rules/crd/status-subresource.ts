import { rootSchemaOf, versionsBy } from '../../src/analysis/crd/version-parts.ts';
import { inVersionsAlike, type VersionField } from '../../src/analysis/crd/versions.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { preservesUnknownFields } from '../../src/server/crd/structural.ts';
import type { JSONSchemaProps } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'crd/status-subresource',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A version with a status in its schema has the status subresource, and vice versa.',
  details: `
With \`subresources: { status: {} }\`, the status is written through an endpoint of its own. Clients that may write \`spec\`
cannot change the status, a controller that writes the status cannot overwrite \`spec\`, and \`metadata.generation\` counts
changes of \`spec\` only. Without the subresource, \`status\` is a field like any other.

If the subresource is enabled but the schema does not declare \`status\`, everything that is written to the status is
pruned without an error.

The status in a request that creates an object is removed before the object is validated. So \`status\` cannot be a
required property with the subresource: no object could be created.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#status-subresource',
  messages: {
    noSubresource: {
      text: 'version {version} has no status subresource: clients that write spec can also write status',
      help: 'add an empty status to subresources, if a controller writes the status',
      severity: 'info',
      rows: ['crd-lint-status-without-subresource'],
    },
    otherSubresource: {
      text: 'version {version} has no status subresource, unlike {other}: through it, any writer can change the status',
      help: 'add an empty status to the subresources of {version}',
      rows: ['crd-lint-status-without-subresource'],
    },
    noSchema: {
      text: 'the status subresource is not used: the schema declares no status',
      help: 'declare status in the schema, or remove the subresource',
      severity: 'info',
      rows: ['crd-lint-subresource-without-status'],
    },
    lost: {
      text: '{use}, but the schema of {version} declares none, so it is pruned when it is written',
      help: 'declare status in the schema',
      rows: ['crd-lint-subresource-without-status'],
    },
    required: {
      text: 'status is required but removed when an object is created, so no object can be created',
      help: 'remove status from required',
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
                  # ^^^^^^ expect: otherSubresource
            - name: v1beta1
              served: true
              storage: false
              subresources: { status: {} }
              #               ^^^^^^ expect: lost
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
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    status: { type: object, properties: { phase: { type: string } } }
                  # ^^^^^^ expect: noSubresource
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
              #               ^^^^^^ expect: lost
              schema: { openAPIV3Schema: { type: object } }
              additionalPrinterColumns:
                - { name: Phase, type: string, jsonPath: .status.phase }
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
    const versions = resource.root.get('spec').itemsOf('versions');
    for (const { version, alike } of versionsBy(resource, 'schema', 'subresources')) {
      const root = rootSchemaOf({ version });
      const subresource = version.get('subresources').get('status');
      if (root === undefined || subresource.pruned) continue;
      const name = version.value?.name ?? '';
      const schema = version.get('schema').get('openAPIV3Schema');
      const status = statusProperty(version);
      if (subresource.value === undefined) {
        if (status === undefined) continue;
        const other = versions.find(
          ({ value }) => value?.served === true && value.subresources?.status !== undefined,
        );
        const isServed = version.value?.served === true;
        if (other === undefined || !isServed) {
          report({
            message: 'noSubresource',
            at: status.location('key'),
            values: { version: name },
          });
        } else {
          const values = { version: name, other: other.value?.name ?? '' };
          report({ message: 'otherSubresource', at: status.location('key'), values });
        }
        continue;
      }
      if (status === undefined && !preservesUnknownFields(root)) {
        const location = subresource.location('key');
        const related = inVersionsAlike(alike, (other) => other.get('subresources').get('status'));
        const use = statusUse(version, versions);
        if (use === undefined) report({ message: 'noSchema', at: location, related });
        else report({ message: 'lost', at: location, values: { version: name, use }, related });
      }
      const required = schema.itemsOf('required').find(({ value }) => value === 'status');
      if (required !== undefined) report({ message: 'required', at: required });
    }
  },
});

function statusProperty(version: VersionField): Field<JSONSchemaProps> | undefined {
  const properties = version.get('schema').get('openAPIV3Schema').get('properties');
  return properties.entry('status');
}

/** The reason to assume that objects of a version have a status, although its schema declares none. */
function statusUse(version: VersionField, versions: readonly VersionField[]): string | undefined {
  const { additionalPrinterColumns = [], subresources } = version.value ?? {};
  const column = additionalPrinterColumns.find(({ jsonPath = '' }) => /^\.status\b/.test(jsonPath));
  if (column !== undefined) return `the column '${column.name ?? ''}' shows the status`;
  if (subresources?.scale !== undefined) return 'the scale subresource reads the status';
  const other = versions.find((candidate) => statusProperty(candidate) !== undefined);
  return other === undefined ? undefined : `version ${other.value?.name ?? ''} has a status`;
}
