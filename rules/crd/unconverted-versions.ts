import { rootSchemaOf } from '../../src/analysis/crd/version-parts.ts';
import type { VersionField } from '../../src/analysis/crd/versions.ts';
import { type Location, locationAt } from '../../src/rule/location.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  firstPropertyBesides,
  type PropertyPlace,
} from './unconverted-versions/property-difference.ts';

export default defineRule({
  id: 'crd/unconverted-versions',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary:
    'Versions that are not converted by a webhook have the same properties, and a webhook has several versions to convert.',
  details: `
With \`conversion.strategy: None\`, the default, the API server only changes \`apiVersion\` when an object is read or written in
another version than it is stored in. Then it prunes what the schema of that version does not have. So a
property that only the served version has is never stored, and one that only the stored version has is lost when
a client reads an object in the other version and writes it back.

Add the property to all versions, or convert by a webhook that keeps it (in an annotation, for example).

A webhook for a single version is never called, and it is one more thing that can be down the day a second version
comes.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#webhook-conversion',
  messages: {
    unstored: {
      text: '{path} is only in {version}, not in the stored {stored}: what is written there is lost',
      help: 'add the property to {stored}, or convert by a webhook',
      rows: ['crd-lint-none-conversion-schemas'],
      dependsOn: ['spec.conversion'],
    },
    dropped: {
      text: '{path} is only in the stored {stored}, not in {version}: who reads and writes an object as {version} removes it',
      help: 'add the property to {version}, or convert by a webhook',
      severity: 'info',
      rows: ['crd-lint-none-conversion-schemas'],
      dependsOn: ['spec.conversion'],
    },
    single: {
      text: 'there is a conversion webhook, but only one version, so nothing to convert',
      help: 'leave conversion out until there is a second version',
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
                    spec: { type: object, properties: { schedule: { type: string, maxLength: 99 } } }
      `,
    ],
  },
  check(resource, { report }) {
    const spec = resource.root.get('spec');
    const versions = spec.get('versions').items();
    const strategy = spec.get('conversion').get('strategy');
    if (strategy.value === 'Webhook') {
      if (versions.length === 1) report('single', strategy);
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
      const unstored = firstPropertyBesides(schema, storedSchema);
      if (unstored !== undefined) {
        const values = { path: unstored.path, version: name, stored };
        report('unstored', keyLocation(resource, version, unstored), values);
        continue;
      }
      const dropped = firstPropertyBesides(storedSchema, schema);
      if (dropped !== undefined) {
        const values = { path: dropped.path, version: name, stored };
        report('dropped', keyLocation(resource, storedVersion, dropped), values);
      }
    }
  },
});

function keyLocation(
  { origin }: Resource,
  version: VersionField,
  { segments }: PropertyPlace,
): Location {
  const path = [...version.documentPath, 'schema', 'openAPIV3Schema', ...segments];
  const field = `${version.path}.schema.openAPIV3Schema${fieldOf(segments)}`;
  return locationAt(origin, path, field, 'key');
}

/** The way as the server writes it; a name follows `properties` only. */
function fieldOf(segments: readonly (string | number)[]): string {
  let isName = false;
  let field = '';
  for (const segment of segments) {
    field += isName ? `[${segment}]` : `.${segment}`;
    isName = !isName && segment === 'properties';
  }
  return field;
}
