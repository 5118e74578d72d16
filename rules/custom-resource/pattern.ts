import { aboutField, fieldName } from '../../src/analysis/custom-resources/descriptions.ts';
import { keywordInCrd, problemLocation } from '../../src/analysis/custom-resources/locations.ts';
import { shownValue, valueAt } from '../../src/analysis/custom-resources/values.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'custom-resource/pattern',
  on: 'custom-resource',
  severity: 'error',
  summary: 'A string of a custom resource matches the pattern of its CRD.',
  details: `
A \`pattern\` is a regular expression (RE2) that must match somewhere in the string: without \`^\` and \`$\` it can match a part
of it.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    mismatch: {
      text: '{value} does not match the pattern {pattern}',
      help: 'set a value for {name} that matches{about}',
      cause: 'FieldValueInvalid',
      rows: ['cr-pattern'],
    },
    unmatched: {
      text: 'it takes too much time to match {name} with its pattern, so that was not done',
      help: 'use a smaller pattern in the CRD, with fewer repetitions, or set a shorter value',
      severity: 'warning',
      isUnknown: true,
      withoutExample: 'it takes a long text or a pattern of many thousand instructions',
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
                      properties:
                        image: { type: string, pattern: '^[^:]+:[^:]+$', description: 'The image, with its tag.' }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          image: example.com/backup
          #      ^^^^^^^^^^^^^^^^^^ expect: mismatch
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
                      properties:
                        image: { type: string, pattern: '^[^:]+:[^:]+$' }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          image: example.com/backup:1.0
      `,
    ],
  },
  check(resource, { report }) {
    for (const problem of resource.errors.unmatched) {
      const values = { name: fieldName(problem.segments) };
      const related = keywordInCrd(resource, problem.schema, ['pattern']);
      report({ message: 'unmatched', at: problemLocation(resource, problem), values, related });
    }
    for (const problem of resource.errors.values) {
      const { keyword, segments, schema } = problem;
      if (keyword !== 'pattern') continue;
      const values = {
        name: fieldName(segments),
        value: shownValue(valueAt(resource, segments)),
        pattern: schema.pattern ?? '',
        about: aboutField(resource, segments),
      };
      const related = keywordInCrd(resource, schema, ['pattern']);
      report({ message: 'mismatch', at: problemLocation(resource, problem), values, related });
    }
  },
});
