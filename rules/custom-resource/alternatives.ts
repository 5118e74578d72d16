import { aboutField, fieldName } from '../../src/analysis/custom-resources/descriptions.ts';
import { keywordInCrd, problemLocation } from '../../src/analysis/custom-resources/locations.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { decoderPath } from '../../src/server/decode/index.ts';

export default defineRule({
  id: 'custom-resource/alternatives',
  on: 'custom-resource',
  severity: 'error',
  summary: 'A value of a custom resource satisfies the anyOf, oneOf, allOf and not of its CRD.',
  details: `
A value must match at least one schema of \`anyOf\`, exactly one of \`oneOf\`, all of \`allOf\`, and not the one of \`not\`. Where no
schema matches, the server also reports what is wrong by the schema that comes closest.

The server reports these errors without naming the field.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    anyOf: {
      text: '{name} matches no schema of anyOf',
      help: 'change it so that one of them matches{about}',
      cause: 'FieldValueInvalid',
      rows: ['cr-any-of'],
    },
    oneOf: {
      text: '{name} is not valid: {reason}',
      help: 'change it so that exactly one of them matches{about}',
      cause: 'FieldValueInvalid',
      rows: ['cr-one-of'],
    },
    allOf: {
      text: '{name} does not match all schemas of allOf',
      help: 'change it so that all of them match{about}',
      cause: 'FieldValueInvalid',
      rows: ['cr-all-of'],
    },
    not: {
      text: '{name} matches the schema of not',
      help: 'change it so that this schema does not match{about}',
      cause: 'FieldValueInvalid',
      rows: ['cr-not'],
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
                        source:
                          type: object
                          properties: { image: { type: string }, script: { type: string } }
                          oneOf: [{ required: [image] }, { required: [script] }]
                        target:
                          type: string
                          anyOf: [{ pattern: '^file:' }, { pattern: '^https:' }]
                        code:
                          type: string
                          allOf: [{ minLength: 2 }, { pattern: '^[a-z]*$' }]
                        owner:
                          type: string
                          not: { enum: [root] }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          source: # expect: oneOf
            image: example.com/backup:1.0
            script: backup.sh
          target: ftp://example.com
          #       ^^^^^^^^^^^^^^^^^ expect: anyOf
          code: A
          #     ^ expect: allOf
          owner: root
          #      ^^^^ expect: not
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
                        source:
                          type: object
                          properties: { image: { type: string }, script: { type: string } }
                          oneOf: [{ required: [image] }, { required: [script] }]
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          source: { image: 'example.com/backup:1.0' }
      `,
    ],
  },
  check(resource, { report }) {
    for (const problem of resource.errors.values) {
      const { fault, keyword, segments, schema } = problem;
      if (fault.kind !== 'invalid' || !isJunctor(keyword)) continue;
      const values = { name: fieldName(segments), about: aboutField(resource, segments) };
      const location = problemLocation(resource, problem);
      const dependsOn = [decoderPath(segments)];
      const related = keywordInCrd(resource, schema, [keyword]);
      if (keyword === 'oneOf')
        report({
          message: 'oneOf',
          at: location,
          values: { ...values, reason: fault.reason },
          related,
          dependsOn,
        });
      else report({ message: keyword, at: location, values, related, dependsOn });
    }
  },
});

type Junctor = 'anyOf' | 'oneOf' | 'allOf' | 'not';

function isJunctor(keyword: string): keyword is Junctor {
  return ['anyOf', 'oneOf', 'allOf', 'not'].includes(keyword);
}
