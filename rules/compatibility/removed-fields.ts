import {
  crdChanges,
  schemaPlace,
  schemaPlaceBefore,
} from '../../src/analysis/updates/crd-changes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { nameOf, witnessText } from '../../src/server/compatibility/describe.ts';

export default defineRule({
  id: 'compatibility/removed-fields',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A change of a CRD keeps all fields of its versions.',
  details: `
The server removes fields that the schema does not declare: from stored objects when it reads them, and from requests. With
strict validation, the default of kubectl, it refuses requests with such a field.

Keep a field that is no longer used, and say so in its description. To remove it, define a new version without it.

This rule needs the stored CRD: \`--base\` says where it is. The verdict does not depend on it, because the server accepts the
CRD.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/',
  messages: {
    removed: {
      text: '{field} is removed; its values are lost, and manifests with it are refused',
      help: 'keep the field, or remove it in a new version only; {witness} was accepted',
      ofUpdates: true,
    },
    unproven: {
      text: '{field} is removed; its values may be lost (not proven)',
      help: 'check whether existing objects have the field; no valid object with it was found',
      severity: 'warning',
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
                          replicas: { type: integer }
                          image: { type: string }
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
                        properties: # expect: removed
                          replicas: { type: integer }
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
                          replicas: { type: integer }
                          key:
                            type: string
                            x-kubernetes-validations: [{ rule: "self.reverse() == 'terces'" }]
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
                        properties: # expect: unproven
                          replicas: { type: integer }
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
    if (stored === undefined) return;
    for (const change of crdChanges(resource)) {
      if (change.kind !== 'refused' && change.kind !== 'unproven') continue;
      if (change.suspect.keyword !== 'properties') continue;
      const { steps, version } = change;
      const place = schemaPlace(resource, version, steps.slice(0, -1), 'properties');
      const related = schemaPlaceBefore(stored, version, steps, undefined);
      const field = nameOf(steps);
      if (change.kind === 'unproven')
        report({ message: 'unproven', at: place, values: { field }, related });
      else
        report({
          message: 'removed',
          at: place,
          values: { field, witness: witnessText(change.witness) },
          related,
        });
    }
  },
});
