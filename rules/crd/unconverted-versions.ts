import { rootSchemaOf } from '../../src/analysis/crd/version-parts.ts';
import type { VersionField } from '../../src/analysis/crd/versions.ts';
import { type Location, locationAt } from '../../src/rule/location.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  firstUndeclaredProperty,
  type PropertyPath,
} from './unconverted-versions/property-difference.ts';

export default defineRule({
  id: 'crd/unconverted-versions',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'Versions with different properties have a conversion webhook.',
  details: `
With \`conversion.strategy: None\`, the default, the API server changes only \`apiVersion\` when it converts an object
between the storage version and another version, and prunes the fields that the schema of the target version does not
declare. So a property that only the other version declares is never stored. A property that only the storage version
declares is lost when a client reads an object in the other version and writes it back.

Declare the property in all versions, or use a conversion webhook that keeps it, for example in an annotation. The
status is not compared, since controllers write it in one version, nor are properties with a description that contains
a paragraph \`Deprecated:\`.

A conversion webhook for a single version is never called.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#webhook-conversion',
  messages: {
    unstored: {
      text: '{path} is declared in {version} but not in the storage version {stored}, so its value is lost',
      help: 'declare the property in {stored}, or use a conversion webhook',
      rows: ['crd-lint-none-conversion-schemas'],
      dependsOn: ['spec.conversion'],
    },
    dropped: {
      text: '{path} is not declared in {version}, so a client that updates an object as {version} removes it',
      help: 'declare the property in {version}, or use a conversion webhook',
      severity: 'info',
      rows: ['crd-lint-none-conversion-schemas'],
      dependsOn: ['spec.conversion'],
    },
    single: {
      text: 'the conversion webhook is never called, because there is only one version',
      help: 'remove conversion until there is a second version',
      severity: 'info',
      rows: ['crd-lint-conversion-single-version'],
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
              storage: false
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec: { type: object, properties: { cronSpec: { type: string }, zone: { type: string } } }
                    #                                                               ^^^^ expect: unstored
            - name: v1alpha1
              served: true
              storage: false
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec: { type: object }
            - name: v1beta1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec: { type: object, properties: { cronSpec: { type: string } } }
                    #                                   ^^^^^^^^ expect: dropped
      `,
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          conversion:
            strategy: Webhook
            #         ^^^^^^^ expect: single
            webhook:
              clientConfig: { service: { name: hooks, namespace: shop, path: /convert } }
              conversionReviewVersions: [v1]
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
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
                    spec: { type: object, properties: { schedule: { type: string } } }
            - name: v1beta1
              served: true
              storage: false
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec:
                      type: object
                      properties:
                        schedule: { type: string, maxLength: 99 }
                        cron: { type: string, description: "Deprecated: use schedule." }
                    # Controllers write the status in the storage version.
                    status: { type: object, properties: { phase: { type: string } } }
      `,
    ],
  },
  check(resource, { report }) {
    const spec = resource.root.get('spec');
    const versions = spec.itemsOf('versions');
    const strategy = spec.get('conversion').get('strategy');
    if (strategy.value === 'Webhook') {
      if (versions.length === 1) report({ message: 'single', at: strategy });
      return;
    }
    const storedVersion = versions.find(({ value }) => value?.storage === true);
    const storedSchema = storedVersion && rootSchemaOf({ version: storedVersion });
    if (storedVersion === undefined || storedSchema === undefined) return;
    const stored = storedVersion.value?.name ?? '';
    for (const version of versions) {
      const schema = rootSchemaOf({ version });
      if (version === storedVersion || version.value?.served !== true || schema === undefined)
        continue;
      const name = version.value.name ?? '';
      const unstored = firstUndeclaredProperty(schema, storedSchema);
      if (unstored !== undefined) {
        const values = { path: unstored.path, version: name, stored };
        report({ message: 'unstored', at: keyLocation(resource, version, unstored), values });
        continue;
      }
      const dropped = firstUndeclaredProperty(storedSchema, schema);
      if (dropped !== undefined) {
        const values = { path: dropped.path, version: name };
        report({ message: 'dropped', at: keyLocation(resource, storedVersion, dropped), values });
      }
    }
  },
});

function keyLocation(
  { origin }: Resource,
  version: VersionField,
  { segments }: PropertyPath,
): Location {
  const path = [...version.documentPath, 'schema', 'openAPIV3Schema', ...segments];
  const field = `${version.path}.schema.openAPIV3Schema${fieldOf(segments)}`;
  return locationAt(origin, path, field, 'key');
}

/** The path as the server writes it: the names of properties are in brackets. */
function fieldOf(segments: readonly (string | number)[]): string {
  let isName = false;
  let field = '';
  for (const segment of segments) {
    field += isName ? `[${segment}]` : `.${segment}`;
    isName = !isName && segment === 'properties';
  }
  return field;
}
