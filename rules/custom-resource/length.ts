import { aboutField, fieldName } from '../../src/analysis/custom-resources/descriptions.ts';
import { keywordInCrd, problemLocation } from '../../src/analysis/custom-resources/locations.ts';
import { valueAt } from '../../src/analysis/custom-resources/values.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'custom-resource/length',
  on: 'custom-resource',
  severity: 'error',
  summary: 'A string of a custom resource is as long as its CRD allows.',
  details: `
\`minLength\` and \`maxLength\` limit the characters of a string, whatever the server's message says of bytes.

As long as a string is too long, the server evaluates no validation rules (CEL) of the object.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    long: {
      text: 'the length of {name} is {actual}; at most {limit} characters are allowed',
      help: 'shorten it{about}',
      cause: 'FieldValueTooLong',
      rows: ['cr-max-length'],
      explains: ['custom-resource/validation-rule#blocked'],
    },
    short: {
      text: 'the length of {name} is {actual}; at least {limit} characters are required',
      help: 'set a longer string{about}',
      cause: 'FieldValueInvalid',
      rows: ['cr-min-length'],
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
                        code: { type: string, minLength: 2, maxLength: 4 }
                        owner: { type: string, minLength: 1 }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          code: backup
          #     ^^^^^^ expect: long
          owner: ""
          #      ^^ expect: short
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
                        code: { type: string, minLength: 2, maxLength: 4 }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          code: BKP
      `,
    ],
  },
  check(resource, { report }) {
    for (const problem of resource.errors.values) {
      const { keyword, segments, schema } = problem;
      if (keyword !== 'maxLength' && keyword !== 'minLength') continue;
      const value = valueAt(resource, segments);
      const values = {
        name: fieldName(segments),
        actual: typeof value === 'string' ? [...value].length : 0,
        limit: schema[keyword] ?? 0,
        about: aboutField(resource, segments),
      };
      const related = keywordInCrd(resource, schema, [keyword]);
      const message = keyword === 'maxLength' ? 'long' : 'short';
      report({ message: message, at: problemLocation(resource, problem), values, related });
    }
  },
});
