import { aboutField, fieldName } from '../../src/analysis/custom-resources/descriptions.ts';
import { keywordInCrd, problemLocation } from '../../src/analysis/custom-resources/locations.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'custom-resource/required',
  on: 'custom-resource',
  severity: 'error',
  summary: 'A custom resource has all fields that its CRD requires.',
  details: `
A field that the schema lists in \`required\` must be set wherever the object around it is. A null does not count, unless the
field is nullable; a default does.

As long as a field is missing, the server evaluates no validation rules (CEL) of the object.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    missing: {
      text: '{name} is required',
      help: "add '{name}'{about}",
      cause: 'FieldValueRequired',
      rows: ['cr-required', 'cr-ratchet-required', 'cr-null-dropped'],
      explains: ['custom-resource/validation-rule#blocked'],
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
                    spec:
                      type: object
                      required: [schedule]
                      properties:
                        schedule: { type: string, description: 'The time of the runs, as in cron.' }
                        job:
                          type: object
                          required: [image]
                          properties: { image: { type: string }, args: { type: array, items: { type: string } } }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec: # expect: missing
          job: # expect: missing
            args: [--all]
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
                      required: [schedule]
                      properties:
                        schedule: { type: string }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          schedule: 0 3 * * *
      `,
    ],
  },
  check(resource, { report }) {
    for (const problem of resource.errors.values) {
      const { fault, segments, schema } = problem;
      if (fault.kind !== 'required') continue;
      const values = { name: fieldName(segments), about: aboutField(resource, segments) };
      const related = keywordInCrd(resource, schema, ['required']);
      report({ message: 'missing', at: problemLocation(resource, problem), values, related });
    }
  },
});
