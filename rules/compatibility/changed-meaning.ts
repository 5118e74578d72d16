import { placeBefore } from '../../src/analysis/updates/changes.ts';
import {
  crdChanges,
  schemaPlace,
  schemaPlaceBefore,
  versionField,
} from '../../src/analysis/updates/crd-changes.ts';
import type { Field } from '../../src/rule/field.ts';
import { isOfKind, type Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { DefinitionChange, Meaning } from '../../src/server/compatibility/change.ts';
import {
  definitionEffect,
  definitionText,
  meaningEffect,
  meaningText,
} from '../../src/server/compatibility/describe.ts';

/** The keywords that decide the meaning of values. */
const KEYWORDS: Readonly<Record<Meaning, string>> = {
  default: 'default',
  null: 'nullable',
  'list-type': 'x-kubernetes-list-type',
  'list-map-keys': 'x-kubernetes-list-map-keys',
  'map-type': 'x-kubernetes-map-type',
};

export default defineRule({
  id: 'compatibility/changed-meaning',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'After a change of a CRD, the same custom resources mean the same.',
  details: `
Some changes refuse nothing, but change what the same objects and requests do:

- A default applies to stored objects as soon as it changes: the server fills it in when it reads them.
- List types and keys decide how server-side apply merges manifests of several owners.
- A new storage version is used for objects that are written from now on. The others stay in the old version until a
  migration writes them again.
- A status subresource decides which requests change the status.
- Names are used by people and scripts.

This rule needs the stored CRD: \`--base\` says where it is.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/',
  messages: {
    schema: {
      text: '{change}',
      help: '{effect}',
      ofUpdates: true,
    },
    definition: {
      text: '{change}',
      help: '{effect}',
      ofUpdates: true,
    },
  },
  examples: {
    bad: [],
    updates: [
      {
        stored: yaml`
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
                        properties:
                          replicas: { type: integer, default: 1 }
        `,
        changed: yaml`
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
                        properties:
                          replicas: { type: integer, default: 3 } # expect: schema
        `,
      },
      {
        stored: yaml`
          apiVersion: apiextensions.k8s.io/v1
          kind: CustomResourceDefinition
          metadata: { name: crontabs.stable.example.com }
          spec:
            group: stable.example.com
            names: { plural: crontabs, kind: CronTab }
            scope: Namespaced
            versions:
              - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
        `,
        changed: yaml`
          apiVersion: apiextensions.k8s.io/v1
          kind: CustomResourceDefinition
          metadata: { name: crontabs.stable.example.com }
          spec:
            group: stable.example.com
            names: { plural: crontabs, kind: CronTab, singular: tab } # expect: definition
            scope: Namespaced
            versions:
              - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
        `,
      },
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
              schema: { openAPIV3Schema: { type: object } }
      `,
    ],
  },
  check(resource, { report }) {
    const { stored } = resource;
    if (stored === undefined || !isOfKind(stored.resource, 'CustomResourceDefinition')) return;
    for (const change of crdChanges(resource)) {
      if (change.kind === 'meaning') {
        const { version, steps, subject } = change;
        const place = schemaPlace(resource, version, steps, KEYWORDS[subject]);
        const related = schemaPlaceBefore(stored, version, steps, KEYWORDS[subject]);
        const values = { change: meaningText(change), effect: meaningEffect(change) };
        report({ message: 'schema', at: place, values, related });
      } else if (change.kind === 'definition' && !IMMUTABLE.has(change.subject)) {
        const values = { change: definitionText(change), effect: definitionEffect(change) };
        const before = placeBefore(stored, fieldOf(stored.resource, change));
        report({ message: 'definition', at: fieldOf(resource, change), values, related: [before] });
      }
    }
  },
});

/** The parts that the server refuses to change, which update/immutable-field reports. */
const IMMUTABLE: ReadonlySet<string> = new Set(['group', 'plural', 'kind', 'scope']);

function fieldOf(
  { root }: Resource<'CustomResourceDefinition'>,
  { subject, version }: DefinitionChange,
): Field {
  const spec = root.get('spec');
  const names = spec.get('names');
  switch (subject) {
    case 'group':
    case 'scope':
      return spec.get(subject);
    case 'plural':
    case 'kind':
    case 'singular':
    case 'categories':
      return names.get(subject);
    case 'list-kind':
      return names.get('listKind');
    case 'short-names':
      return names.get('shortNames');
    case 'conversion':
      return spec.get('conversion');
    case 'storage': {
      const versions = spec.get('versions');
      const storing = versions.items().find(({ value }) => value?.storage === true);
      return storing?.get('storage') ?? versions;
    }
    default: {
      const field = version === undefined ? undefined : versionField({ root }, version);
      return field ?? spec.get('versions');
    }
  }
}
