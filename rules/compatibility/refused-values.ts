import {
  crdChanges,
  schemaPlace,
  schemaPlaceBefore,
} from '../../src/analysis/updates/crd-changes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { fateText, refusalText, witnessText } from '../../src/server/compatibility/describe.ts';

export default defineRule({
  id: 'compatibility/refused-values',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A change of a CRD refuses no custom resource that was accepted.',
  details: `
The server accepts any change of a schema. But custom resources that the old schema accepted may be refused by the new one:
a bound is lower, an enum lacks a value, a field is required, a rule is stricter. Manifests in repositories and the requests
of older clients then fail.

An error comes with an example: a small custom resource that the stored CRD accepts and the new one refuses. Both are
checked as the server would. If a change may refuse something, but no example is found, the finding is a warning that says
"not proven". Changes that have no effect are not reported, such as \`maxLength: 300\` if
\`allOf\` has \`maxLength: 200\`.

Objects that are stored already are treated less strictly: the server tolerates an invalid value as long as an update does
not change it. The finding says where this is not so.

To restrict values that are in use, define a new version with the stricter schema, or first correct all objects.

This rule needs the stored CRD: \`--base\` says where it is. The verdict does not depend on it, because the server accepts the
CRD.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/',
  messages: {
    refused: {
      text: '{change}; custom resources that were accepted are now refused',
      help: 'keep accepting {witness}, or define a new version; {fate}',
      ofUpdates: true,
      explainsInField: ['compatibility/changed-meaning'],
    },
    unproven: {
      text: '{change}; custom resources that were accepted may now be refused (not proven)',
      help: 'check whether existing objects are still valid; no example of a refused one was found',
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
                          replicas: { type: integer, maximum: 10 } # expect: refused
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
                          schedule: { type: string }
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
                          schedule:
                            type: string
                            x-kubernetes-validations: [{ rule: "self.reverse() != 'enilno'" }] # expect: unproven
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
      const { keyword, name } = change.suspect;
      if (keyword === 'properties') continue;
      const steps = keyword === 'required' ? change.steps.slice(0, -1) : change.steps;
      const place = schemaPlace(resource, change.version, steps, keyword);
      const related = schemaPlaceBefore(stored, change.version, steps, name ?? keyword);
      const text = refusalText(change);
      if (change.kind === 'unproven')
        report({ message: 'unproven', at: place, values: { change: text }, related });
      else {
        const { witness } = change;
        const values = {
          change: text,
          witness: witnessText(witness),
          fate: fateText(witness.fate),
        };
        report({ message: 'refused', at: place, values, related });
      }
    }
  },
});
