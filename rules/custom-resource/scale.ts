import { valueLocation } from '../../src/analysis/custom-resources/locations.ts';
import { shownValue, valueAt } from '../../src/analysis/custom-resources/values.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'custom-resource/scale',
  on: 'custom-resource',
  severity: 'error',
  summary: 'The values that the scale subresource reads are numbers of replicas and a selector.',
  details: `
If a CRD enables the scale subresource, the value at \`specReplicasPath\` and the one at \`statusReplicasPath\` are integers from 0 to
2147483647, and the one at \`labelSelectorPath\` is a string. The server validates this whatever the schema says.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#scale-subresource',
  messages: {
    range: {
      text: 'the number of replicas is {value}; it must be between 0 and 2147483647',
      help: 'set a number in this range',
      cause: 'FieldValueInvalid',
      rows: ['cr-scale-negative', 'cr-scale-too-big'],
    },
    type: {
      text: 'the scale subresource needs {expected} at {path}, not {value}',
      help: 'set {expected}',
      cause: 'FieldValueInvalid',
      rows: ['cr-scale-type'],
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
              subresources:
                scale: { specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas }
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec:
                      type: object
                      properties:
                        replicas: { type: integer }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          replicas: -1
          #         ^^ expect: range
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
              subresources:
                scale: { specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas }
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec:
                      type: object
                      properties:
                        replicas: { type: string }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          replicas: "3"
          #         ^^^ expect: type
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
              subresources:
                scale: { specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas }
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec:
                      type: object
                      properties:
                        replicas: { type: integer }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          replicas: 3
      `,
    ],
  },
  check(resource, { report }) {
    for (const { kind, segments, path } of resource.errors.scale) {
      // The server writes the path as the CRD has it, with its leading dot.
      const location = { ...valueLocation(resource, segments, path), field: path };
      const value = shownValue(valueAt(resource, segments));
      if (kind === 'negative' || kind === 'too-big')
        report({ message: 'range', at: location, values: { value } });
      else
        report({
          message: 'type',
          at: location,
          values: { expected: EXPECTED[kind], path, value },
        });
    }
  },
});

const EXPECTED = {
  'no-integer': 'an integer',
  'no-string': 'a string',
  'no-object': 'an object on the way',
} as const;
