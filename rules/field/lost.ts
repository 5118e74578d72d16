import { locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'field/lost',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'No keyword of a schema is misspelt where the server would not notice.',
  details: `
The API server refuses unknown fields, but not everywhere: below \`items\` and
\`additionalProperties\` of a CRD's schema its decoder is lenient, and a keyword that it does not know is
dropped without a word, from strict clients too. The schema is then stored without it, and objects
are accepted that it was meant to refuse.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/#JSONSchemaProps',
  messages: {
    lost: {
      text: "there is no field '{name}' here, and the server drops it without a word",
      help: 'leave it out; what it was meant to check is not checked',
    },
    misspelt: {
      text: "there is no field '{name}' here, and the server drops it without a word; did you mean {suggestion}?",
      help: 'write {suggestion}',
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
                        jobs:
                          type: array
                          items:
                            type: string
                            maxLenght: 20
                          # ^^^^^^^^^ expect: misspelt
                            colour: blue
                          # ^^^^^^ expect: lost
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
                        jobs:
                          type: array
                          items:
                            type: string
                            maxLength: 20
      `,
    ],
  },
  check({ origin, problems }, { report }) {
    for (const problem of problems) {
      if (problem.kind !== 'lost-field') continue;
      const { name, suggestion } = problem;
      const location = locationAt(origin, problem.path, problem.field, 'key');
      if (suggestion === undefined) report('lost', location, { name });
      else report('misspelt', location, { name, suggestion });
    }
  },
});
